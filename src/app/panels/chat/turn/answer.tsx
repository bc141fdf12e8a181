import { BookmarkPlus, ListChecks, RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { recordOf } from '#contract/core/loose-json.ts'
import { InspectButton } from '../../../inspect/drawer/inspector-slot.tsx'
import { Metrics } from '../../../inspect/line/metrics.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { StatusWord } from '../../../inspect/line/status-word.tsx'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import { hasFailed } from '../../../run/life/states.ts'
import { answerText, reasoningText } from '../../../run/result.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { useIsOpen, useLiveRun } from '../../../run/use-runs.tsx'
import { collectItem } from '../../../tool/collections/add-to-collection.tsx'
import { addressOf, panelPlace } from '../../../tool/panels.ts'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { Outputs } from '../../../tool/results/run-outputs.tsx'
import { codeAndLink } from '../../../tool/show-code.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { useOnStage } from '../../../ui/on-stage.ts'
import { Menu, menuItem } from '../../../ui/popup/menu.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import type { Asking } from '../calls/tool-answers.ts'

const FailureCard = retriable(async () => (await import('../../../inspect/line/failure-card.tsx')).FailureCard)
const ReplyMedia = retriable(async () => (await import('../../../inspect/reply/reply-media.tsx')).ReplyMedia)
const ToolCallCard = retriable(async () => (await import('./tool-call-card.tsx')).ToolCallCard)
const ApprovalCard = retriable(async () => (await import('../calls/approval-card.tsx')).ApprovalCard)

interface AnswerProps extends Omit<Asking, 'open'> {
  connection: RunConnection
  onRegenerate: () => void
  onSavePrompt: () => void
}

/** One answer: the patch line, what the model said and asked for, how it ended, what it took. */
export function Answer({
  run: given,
  connection,
  answers,
  onAnswer,
  onReturn,
  onRegenerate,
  onSavePrompt,
}: AnswerProps) {
  const run = useLiveRun(given)
  const [raw, setRaw] = useState(false)
  const [, go] = useLocation()
  const open = useIsOpen(run)
  const stage = useOnStage()
  const answer = answerText(run.result)
  const text = answer || reasoningText(run.result)
  const asking = { run, open, answers, onAnswer, onReturn }
  // The failure card has a button of its own, which also knows how long to wait.
  const failed = hasFailed(run.status)
  return (
    <article aria-label="Assistant" aria-busy={open} className="grid grid-cols-1 gap-4">
      <div className="flex items-start justify-between gap-3">
        <PatchLine run={run} panel={panelPlace(chatTool.panel).title} />
        {!stage && <InspectButton id={run.id} />}
      </div>
      <Outputs
        run={run}
        open={open}
        raw={raw}
        unfolded={answer === ''}
        call={(call) => (
          <Suspense>
            <ToolCallCard call={call} {...asking} />
          </Suspense>
        )}
        item={(item) =>
          recordOf(item).type === 'mcp_approval_request' ? <ApprovalCard item={item} {...asking} /> : undefined
        }
        media={(media) => (
          <Suspense>
            <ReplyMedia run={run} media={media} />
          </Suspense>
        )}
      />
      {open && <ProgressLine run={run} />}
      {!open && <StatusWord run={run} />}
      {failed && (
        <ResultBoundary run={run} isPart>
          <Suspense>
            <FailureCard run={run} connection={connection} onRunAgain={onRegenerate} />
          </Suspense>
        </ResultBoundary>
      )}
      {!open && (
        <footer className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-80">
            <Metrics run={run} />
          </div>
          <div className="-mx-3 -mt-2 flex shrink-0 items-center">
            {text !== '' && (
              <CopyButton look="words" name={answer === '' ? 'Copy reasoning' : 'Copy answer'} text={text} />
            )}
            {!failed && (
              <Button look="quiet" icon={<RotateCcw size={16} />} {...onFirstPress(onRegenerate)}>
                Regenerate
              </Button>
            )}
            <Menu
              name="More actions"
              items={[
                ...(text === '' ? [] : [{ name: 'Show raw text', checked: raw, onSelect: () => setRaw(!raw) }]),
                ...codeAndLink(run.id),
                collectItem(run.id),
                ...(stage
                  ? []
                  : [
                      menuItem('Save prompt', BookmarkPlus, onSavePrompt),
                      menuItem('Show in Runs', ListChecks, () => go(addressOf('runs', { run: run.id }))),
                    ]),
              ]}
            />
          </div>
        </footer>
      )}
    </article>
  )
}

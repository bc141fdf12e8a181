import { Check, Code, Copy, ListChecks, RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { InspectButton } from '../../../inspect/drawer/inspector-slot.tsx'
import { FailureCard } from '../../../inspect/line/failure-card.tsx'
import { Metrics } from '../../../inspect/line/metrics.tsx'
import { PatchLine } from '../../../inspect/line/patch-line.tsx'
import { StatusWord } from '../../../inspect/line/status-word.tsx'
import { type AskedFormat, formatAsked } from '../../../inspect/reply/format-asked.ts'
import { answerText, type Output, outputKey, reasoningText, type ToolCall } from '../../../run/result.ts'
import { failureOf, type Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { useIsOpen } from '../../../run/use-runs.tsx'
import { addressOf, panelPlace } from '../../../tool/panels.ts'
import { ProgressLine } from '../../../tool/progress-line.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copy-button.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { retriable } from '../../../ui/retriable.tsx'
import { StreamedText } from '../../../view/text/streamed-text.tsx'
import { openCalls } from './conversation.ts'
import { answerTo, type ToolAnswer } from './turn.ts'

const ItemCard = retriable(async () => (await import('../../../inspect/reply/item-card.tsx')).ItemCard)
const ReplyMedia = retriable(async () => (await import('../../../inspect/reply/reply-media.tsx')).ReplyMedia)
const StructuredText = retriable(
  async () => (await import('../../../inspect/reply/structured-text.tsx')).StructuredText,
)
const SourcesList = retriable(async () => (await import('../../../inspect/reply/sources-list.tsx')).SourcesList)
const ToolCallCard = retriable(async () => (await import('./tool-call-card.tsx')).ToolCallCard)

interface AnswerProps {
  run: Run
  connection: RunConnection
  /** Results typed for this run's calls, where they may still be given. */
  answers?: Readonly<Record<string, ToolAnswer>> | undefined
  onAnswer?: ((call: ToolCall, answer: ToolAnswer) => void) | undefined
  onRegenerate: () => void
}

/** One answer: the patch line, what the model said and asked for, how it ended, what it took. */
export function Answer({ run, connection, answers, onAnswer, onRegenerate }: AnswerProps) {
  const [raw, setRaw] = useState(false)
  const open = useIsOpen(run)
  const answer = answerText(run.result)
  const text = answer || reasoningText(run.result)
  // What a model says on its way to the answer is text, whatever was asked for.
  const last = run.result.outputs.findLast(({ kind }) => kind === 'message')
  const answerable = open ? [] : openCalls([run])
  // The failure card has a button of its own, which also knows how long to wait.
  const failed = failureOf(run) !== undefined
  return (
    <article aria-label="Assistant" aria-busy={open} className="grid grid-cols-1 gap-4">
      <div className="flex items-start justify-between gap-3">
        <PatchLine run={run} panel={panelPlace(chatTool.panel).title} />
        <InspectButton id={run.id} />
      </div>
      {run.result.outputs.map((output) => (
        <OutputView
          key={outputKey(output)}
          run={run}
          output={output}
          alone={answer === ''}
          asked={output === last ? formatAsked(run.request) : undefined}
          open={open}
          raw={raw}
          answer={output.kind === 'tool-call' ? answerTo(output, answers) : undefined}
          onAnswer={output.kind === 'tool-call' && answerable.includes(output) ? onAnswer : undefined}
        />
      ))}
      {run.result.sources && (
        <Suspense>
          <SourcesList sources={run.result.sources} />
        </Suspense>
      )}
      {open && <ProgressLine run={run} />}
      {!open && <StatusWord run={run} />}
      {!open && <FailureCard run={run} connection={connection} onRunAgain={onRegenerate} />}
      {!open && (
        <footer className="flex items-start justify-between gap-x-6 gap-y-3 max-md:flex-col">
          <Metrics run={run} />
          <div className="-mt-1.5 flex shrink-0 gap-0.5">
            {text !== '' && (
              <>
                <CopyButton what={answer === '' ? 'reasoning' : 'answer'} text={text} />
                <IconButton
                  name={raw ? 'Show as text' : 'Show raw text'}
                  aria-pressed={raw}
                  icon={<Code size={16} strokeWidth={1.5} />}
                  onClick={() => setRaw(!raw)}
                />
              </>
            )}
            {!failed && (
              <IconButton
                name="Regenerate"
                icon={<RotateCcw size={16} strokeWidth={1.5} />}
                {...onFirstPress(onRegenerate)}
              />
            )}
            <Link
              href={addressOf('runs', { run: run.id })}
              aria-label="Show in Runs"
              title="Show in Runs"
              className="inline-grid size-8 shrink-0 place-items-center rounded-md text-soft transition duration-150 ease-out hover:bg-raised hover:text-ink coarse:size-11"
            >
              <ListChecks size={16} strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </div>
        </footer>
      )}
    </article>
  )
}

interface OutputViewProps {
  run: Run
  output: Output
  /** There is no answer beside it. */
  alone: boolean
  /** The form in which it was asked for, where that is not text. */
  asked: AskedFormat | undefined
  open: boolean
  raw: boolean
  answer: ToolAnswer | undefined
  onAnswer: AnswerProps['onAnswer']
}

function OutputView({ run, output, alone, asked, open, raw, answer, onAnswer }: OutputViewProps) {
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ part, text }) => {
        const plain = <StreamedText key={part} text={text} streaming={open} raw={raw} />
        if (asked === undefined || raw || text === '') return plain
        return (
          <Suspense key={part} fallback={plain}>
            <StructuredText text={text} status={run.status} asked={asked} />
          </Suspense>
        )
      })
    case 'refusal':
      return (
        <div className="border-warning border-l-2 pl-4">
          <p className="text-warning text-xs">The model refused</p>
          <StreamedText text={output.text} streaming={open} raw={raw} />
        </div>
      )
    case 'reasoning':
      return output.text === '' ? null : <Reasoning text={output.text} open={open} raw={raw} alone={alone} />
    case 'tool-call':
      return (
        <Suspense>
          <ToolCallCard
            call={output}
            streaming={open}
            answer={answer}
            onAnswer={onAnswer && ((given) => onAnswer(output, given))}
          />
        </Suspense>
      )
    case 'media':
      return (
        <Suspense>
          <ReplyMedia run={run} media={output} />
        </Suspense>
      )
    case 'item':
      return (
        <Suspense>
          <ItemCard item={output.item} />
        </Suspense>
      )
  }
}

type ReasoningProps = Pick<OutputViewProps, 'open' | 'raw' | 'alone'> & { text: string }

/** Folded, but where a finished reply holds nothing else. */
function Reasoning({ text, open, raw, alone }: ReasoningProps) {
  return (
    <details open={alone && !open} className="max-w-[72ch] text-sm">
      <summary className="w-fit text-soft text-xs">Reasoning{open ? '…' : ''}</summary>
      <div className="mt-2 border-line border-l-2 pl-4 text-soft">
        <StreamedText text={text} streaming={open} raw={raw} />
      </div>
    </details>
  )
}

function CopyButton({ what, text }: { what: 'answer' | 'reasoning'; text: string }) {
  const [state, copy] = useCopy(text)
  const names = { ready: `Copy ${what}`, copied: 'Copied', failed: 'Not copied: select the text instead' }
  const Icon = state === 'copied' ? Check : Copy
  return <IconButton name={names[state]} icon={<Icon size={16} strokeWidth={1.5} />} onClick={copy} />
}

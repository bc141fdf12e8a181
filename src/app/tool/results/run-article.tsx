import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { useVerdict, verdictOf } from '../../history/marks/verdict.tsx'
import { FailureCard } from '../../inspect/line/failure-card.tsx'
import { Metrics } from '../../inspect/line/metrics.tsx'
import { PatchLine } from '../../inspect/line/patch-line.tsx'
import type { Run } from '../../run/run.ts'
import type { RunConnection } from '../../run/run-draft.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { useOnStage } from '../../ui/on-stage.ts'
import { fullTime, shortTime } from '../../ui/short-time.ts'
import { askedField } from '../again/use-repeat.ts'
import { promptOf, settingsLine } from '../asked.ts'
import { AskAgain, canAskAgain } from '../jobs/job-actions.tsx'
import { RunStatus } from '../jobs/job-line.tsx'
import { panelPlace } from '../panels.ts'
import { ProgressLine } from '../progress-line.tsx'
import { ResultActions, type UseMoreItems } from '../result-actions.tsx'
import { toolOf, useTools } from '../tools.ts'
import type { ToolState } from '../use-tool.ts'
import { useVoiceNames } from '../voices/voice-library.ts'
import type { Picked } from './picked.ts'
import { ResultView } from './run-result.tsx'
import { arrivedWords, ModerationNote, RunMissing, shortfallOf } from './shortfall.tsx'

export interface RunViewProps {
  readonly run: Run
  /** The tool at the time of a press; a ref, so that its change renders nothing. */
  readonly state: RefObject<ToolState>
  readonly connection: RunConnection
  readonly picked: Picked
  readonly useMoreItems?: UseMoreItems | undefined
}

/** One run of a tool: patch line (not on the stage, which has its room for the result), prompt, outputs, status and metrics. The keys P and F set the verdict. */
export function RunArticle({ run, state, connection, picked, useMoreItems }: RunViewProps) {
  const setVerdict = useVerdict()
  const stage = useOnStage()
  const open = useIsOpen(run)
  const isPlaced = toolOf(useTools(), run)?.gives === 'video' && isJob(run.status)
  const settings = settingsLine(run, useVoiceNames(run.connection.baseUrl))
  const short = shortfallOf(run)
  const madeAt = run.log[0]?.at ?? 0
  const asked = askedField(run)
  const onKeyDown = (event: KeyboardEvent) => {
    const verdict = verdictOf(event)
    if (verdict) setVerdict(run, verdict)
  }
  return (
    <article
      aria-label={`Run: ${run.title}`}
      aria-busy={open}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it listens to single letters.
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={`run-article grid grid-cols-1 gap-3 rounded-md outline-offset-8 ${besideResult}`}
    >
      <div className="col-span-full">
        {!stage && <PatchLine run={run} panel={panelPlace(state.current.tool.panel).title} />}
      </div>
      <Prompt text={promptOf(run)}>
        <time dateTime={new Date(madeAt).toISOString()} title={fullTime(madeAt)} className="whitespace-nowrap">
          {shortTime(madeAt)}
        </time>
        {settings && ` · ${settings}`}
        {short && <span className="text-warning"> · {arrivedWords(short)}</span>}
      </Prompt>
      <div className={`grid min-w-0 grid-cols-1 content-start gap-3 ${resultPlace}`}>
        <ResultView run={run} comparing={picked} />
      </div>
      <div className="grid grid-cols-1 content-start gap-3">
        {!open && (
          <>
            {!isPlaced && <RunStatus run={run} />}
            <ModerationNote run={run} />
            <FailureCard
              run={run}
              connection={connection}
              onRunAgain={() => state.current.sending.again(run)}
              free={canAskAgain(run) && <AskAgain run={run} />}
              fix={
                asked && {
                  name: `Send the file as “${asked}” and run`,
                  onPress: () => state.current.sending.underField(run, asked),
                }
              }
            />
            <RunMissing run={run} onRun={(missing, price) => state.current.sending.runMissing(run, missing, price)} />
          </>
        )}
        <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {open && <ProgressLine run={run} />}
          {!open && (isPlaced ? <RunStatus run={run} isPlaced /> : !isJob(run.status) && <Metrics run={run} />)}
          <div className="-mx-2 flex flex-wrap items-center">
            <ResultActions {...{ run, state, useMoreItems }} />
          </div>
        </footer>
      </div>
    </article>
  )
}

/** On a wide stage, images may stand left of all but the patch line, so that they have the height of the stage: the classes of an article, and of its third child. */
export const besideResult =
  '@min-[56rem]/stage:has-data-[beside=images]:grid-cols-[auto_minmax(0,1fr)] @min-[56rem]/stage:has-data-[beside=images]:grid-rows-[auto_auto_1fr] @min-[56rem]/stage:has-data-[beside=images]:gap-x-6'
export const resultPlace =
  '@min-[56rem]/stage:has-data-[beside=images]:col-start-1 @min-[56rem]/stage:has-data-[beside=images]:row-span-2 @min-[56rem]/stage:has-data-[beside=images]:row-start-2'

const fits = 160

function Prompt({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [whole, setWhole] = useState(false)
  return (
    <div className="grid grid-cols-1 content-start gap-1">
      <p dir="auto" className={`unkerned max-w-[72ch] wrap-anywhere text-sm ${whole ? '' : 'line-clamp-2'}`}>
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-w-0 font-mono text-2xs text-faint">{children}</p>
        {text.length > fits && (
          <button
            type="button"
            aria-expanded={whole}
            className="text-soft text-xs underline hover:text-ink coarse:min-h-11"
            onClick={() => setWhole(!whole)}
          >
            {whole ? 'Show less' : 'Show the whole prompt'}
          </button>
        )}
      </div>
    </div>
  )
}

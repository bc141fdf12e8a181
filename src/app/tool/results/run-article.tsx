import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { useVerdict, verdictOf } from '../../history/marks/verdict.tsx'
import { FailureCard } from '../../inspect/line/failure-card.tsx'
import { Metrics } from '../../inspect/line/metrics.tsx'
import { PatchLine } from '../../inspect/line/patch-line.tsx'
import type { Run } from '../../run/run.ts'
import type { RunConnection } from '../../run/run-draft.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { fullTime, shortTime } from '../../ui/short-time.ts'
import { askedField } from '../again/asked-field.ts'
import { promptOf } from '../asked.ts'
import { AskAgain, canAskAgain } from '../jobs/job-actions.tsx'
import { RunStatus } from '../jobs/job-line.tsx'
import { ProgressLine } from '../progress-line.tsx'
import { toolOf, useTools } from '../tools.ts'
import { voiceName } from '../voices/voice-options.ts'
import { voiceShelf } from '../voices/voice-shelf.ts'
import type { Comparing } from './picked.ts'
import { settingsLine } from './picture-file.ts'
import { ResultView } from './run-result.tsx'
import { arrivedWords, ModerationNote, RunMissing, shortfallOf } from './shortfall.tsx'

interface RunArticleProps {
  readonly run: Run
  /** The panel's title, the first part of the patch line. */
  readonly panel: string
  readonly connection: RunConnection
  readonly comparing?: Comparing
  readonly onRunAgain: () => void
  readonly onRunUnderField: (name: string) => void
  readonly onRunMissing: Parameters<typeof RunMissing>[0]['onRun']
  /** The actions of the whole run. */
  readonly actions: ReactNode
}

/** One run of a tool: patch line, prompt, outputs, status and metrics. The keys P and F set the verdict. */
export function RunArticle(props: RunArticleProps) {
  const { run, panel, connection, comparing, onRunAgain, onRunUnderField, onRunMissing, actions } = props
  const setVerdict = useVerdict()
  const open = useIsOpen(run)
  const isPlaced = toolOf(useTools(), run)?.gives === 'video' && isJob(run.status)
  const shelf = usePageState(voiceShelf)
  const settings = settingsLine(run, (voice) => voiceName(voice, shelf, run.connection.baseUrl))
  const short = shortfallOf(run)
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
      className={`grid grid-cols-1 gap-3 rounded-md outline-offset-8 ${beside}`}
    >
      <div className="col-span-full">
        <PatchLine run={run} panel={panel} />
      </div>
      <Prompt text={promptOf(run)}>
        <MadeAt at={run.log[0]?.at ?? 0} />
        {settings && ` · ${settings}`}
        {short && <span className="text-warning"> · {arrivedWords(short)}</span>}
      </Prompt>
      <div className={`grid min-w-0 grid-cols-1 content-start gap-3 ${besideFirst}`}>
        <ResultView run={run} comparing={comparing} />
      </div>
      <div className="grid grid-cols-1 content-start gap-3">
        {!open && (
          <>
            {!isPlaced && <RunStatus run={run} />}
            <ModerationNote run={run} />
            <FailureCard
              run={run}
              connection={connection}
              onRunAgain={onRunAgain}
              free={canAskAgain(run) && <AskAgain run={run} />}
              fix={asked && { name: `Send the file as “${asked}” and run`, onPress: () => onRunUnderField(asked) }}
            />
            <RunMissing run={run} onRun={onRunMissing} />
          </>
        )}
        <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {open && <ProgressLine run={run} />}
          {!open && (isPlaced ? <RunStatus run={run} isPlaced /> : !isJob(run.status) && <Metrics run={run} />)}
          <div className="-mx-2 flex flex-wrap items-center">{actions}</div>
        </footer>
      </div>
    </article>
  )
}

/**
 * On a wide stage, images that ask for it stand beside everything else, so that they have the height of the stage: patch line on top, the
 * images on the left below it.
 */
const beside =
  '@min-[56rem]/stage:has-data-[beside=images]:grid-cols-[auto_minmax(0,1fr)] @min-[56rem]/stage:has-data-[beside=images]:grid-rows-[auto_auto_1fr] @min-[56rem]/stage:has-data-[beside=images]:gap-x-6'
const besideFirst =
  '@min-[56rem]/stage:has-data-[beside=images]:col-start-1 @min-[56rem]/stage:has-data-[beside=images]:row-span-2 @min-[56rem]/stage:has-data-[beside=images]:row-start-2'

/** Characters above which a prompt may exceed two lines. */
const fits = 160

/** The prompt, limited to two lines with a button to expand it, and a line of facts below it. */
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

/** When a run was sent, in ms since the epoch. */
const MadeAt = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={fullTime(at)} className="whitespace-nowrap">
    {shortTime(at)}
  </time>
)

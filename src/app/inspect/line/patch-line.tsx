import { useId } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { isLost } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { servedModel, servedOther } from '../../run/served-model.ts'
import { timeTaken } from '../../run/time-taken.ts'
import { useIsOpen } from '../../run/use-runs.tsx'
import { shortly } from '../../ui/format.ts'
import { useOnStage } from '../../ui/on-stage.ts'

/** Each state has a stroke of its own: colour alone says nothing in forced colours. */
const cableLooks: Record<CableState, string> = {
  idle: 'border-t-2 border-dashed border-line-strong/40',
  waiting: 'border-t-2 border-dashed border-cable/60',
  live: 'h-0.5 bg-cable',
  done: 'h-0.5 bg-cable',
  'fell-back': 'h-1 border-y border-cable',
  odd: 'h-0.5 forced-color-adjust-none bg-[linear-gradient(90deg,var(--cable,var(--chat))_50%,transparent_50%),repeating-linear-gradient(90deg,var(--warning)_0_3px,transparent_3px_7px)]',
  broken: 'h-0.5 forced-color-adjust-none bg-[linear-gradient(90deg,var(--danger)_45%,transparent_60%)]',
}

function Cable({ state }: { state: CableState }) {
  return (
    <div className="relative mx-1.5 min-w-0 flex-1 basis-0" data-state={state}>
      <div className={cableLooks[state]} />
      {(state === 'live' || state === 'waiting') && <span className="patch-pulse" />}
      {state === 'broken' && (
        <span className="-top-2 absolute left-[52%] font-semibold text-danger leading-4" aria-hidden="true">
          ×
        </span>
      )}
    </div>
  )
}

interface JackProps {
  name: string
  lit: boolean
  facts: readonly (readonly [what: string, value: string | undefined])[]
  at: 'start' | 'middle' | 'end'
}

const tips = { start: 'left-0', middle: '-translate-x-1/2 left-1/2', end: 'right-0' }

/** A plug of the line: hover or focus it for what the router said. Its touch area is larger than its look, and takes no room. */
function Jack({ name, lit, facts, at }: JackProps) {
  const id = useId()
  return (
    <div className="group relative flex shrink-0 items-center">
      <button
        type="button"
        aria-label={`${name}: what the router said`}
        aria-describedby={id}
        className="-m-1.5 coarse:-m-4 grid size-6 cursor-help place-items-center rounded-full coarse:size-11"
      >
        <span className={`size-2.5 rounded-full border-2 ${lit ? 'border-cable bg-cable' : 'border-line-strong'}`} />
      </button>
      <div
        id={id}
        role="tooltip"
        className={`invisible absolute top-5 z-20 grid w-max max-w-72 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md border border-line bg-raised p-3 text-xs shadow-float group-focus-within:visible group-hover:visible ${tips[at]}`}
      >
        <dl className="contents">
          {facts.map(([what, value]) => (
            <div key={what} className="contents">
              <dt className="text-faint">{what}</dt>
              <dd className="break-all font-mono">{value ?? 'not reported'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

/** One line over the cable; a model that has no room there, or that another one replaced, gets a line of its own. */
function Labels({ panel, run, provider }: { panel: string; run: Run; provider: string }) {
  const other = servedOther(run)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-baseline gap-x-2 text-2xs text-soft">
      <span className="truncate">{panel}</span>
      <span>router</span>
      <span className="flex items-baseline justify-end gap-2">
        {other === undefined && (
          <span
            className="@max-[15rem]/line:hidden min-w-0 flex-1 truncate text-center font-mono text-faint"
            title={run.model}
          >
            {run.model}
          </span>
        )}
        <span className="max-w-1/2 shrink-0 truncate" title={provider}>
          {provider}
        </span>
      </span>
      <span
        className={`col-span-full break-all text-right font-mono text-faint ${other === undefined ? '@min-[15rem]/line:hidden' : ''}`}
      >
        {[run.model, ...(other === undefined ? [] : [other])].map((name) => shortly(name, 120)).join(' → ')}
      </span>
    </div>
  )
}

const seconds = (ms: number | undefined, digits = 2) =>
  ms === undefined ? undefined : `${(ms / 1000).toFixed(digits)} s`

function wordAndProgress({ status, jobState }: Run): string {
  const progress = jobState?.progress === undefined ? '' : ` ${Math.round(jobState.progress)} %`
  return `${shortly(jobState?.word ?? status, 40)}${progress}`
}

interface PatchLineProps {
  run: Run
  panel: string
}

/** The cable above every result: panel → router → provider, in its current state. */
export function PatchLine(props: PatchLineProps) {
  return isLost(props.run) ? <LostLine {...props} /> : <Line {...props} status={props.run.status} />
}

/** The cable of a lost run is not broken while its router is being asked. */
function LostLine(props: PatchLineProps) {
  const isAsking = useIsOpen(props.run)
  return <Line {...props} status={isAsking ? 'asking' : props.run.status} />
}

function Line({ run, panel, status }: PatchLineProps & { status: string }) {
  const stage = useOnStage()
  const attempts = attemptWords(run.served?.attempts)
  const [up, down] = cableStates(status, run.times?.headers !== undefined, attempts?.includes('→'))
  const { firstSound, firstToken, firstByte } = run.times ?? {}
  const first = seconds((run.job === undefined ? (firstSound ?? firstToken) : undefined) ?? firstByte)
  // A run that is followed again after a reload has the time at which it was lost.
  const total = useIsOpen(run) ? undefined : seconds(timeTaken(run), run.job === undefined ? 2 : 0)
  const provider = run.served?.provider ?? 'provider'
  return (
    <figure
      className="@container/line min-h-14 min-w-0 max-w-[var(--patch-line,30rem)] flex-1 pt-1"
      aria-label={`Path of this run: ${status}`}
    >
      <Labels {...{ panel, run, provider }} />
      <div className="flex h-4 items-center">
        <Jack
          at="start"
          name={panel}
          lit
          facts={[['Run', run.id], ...(stage ? [] : ([['Sent to', run.connection.baseUrl]] as const))]}
        />
        <Cable state={up} />
        <Jack
          at="middle"
          name="router"
          lit={run.times?.headers !== undefined}
          facts={[
            ['Status', run.served?.status?.toString()],
            ['Request id', run.served?.requestId],
            ['Attempts', attempts],
            ...(run.job === undefined
              ? []
              : ([
                  ['Job', run.job],
                  ['Job status', run.jobState?.word],
                  ['Polls', run.polling?.polls?.toLocaleString('en')],
                ] as const)),
          ]}
        />
        <Cable state={down} />
        <Jack
          at="end"
          name={provider}
          lit={status === 'completed'}
          facts={[
            ['Model asked', run.model],
            ['Model served', servedModel(run)],
            ['Provider', run.served?.provider],
          ]}
        />
      </div>
      {/* Each under its cable; where they do not fit side by side, below each other: figures are never cut. */}
      <div className="flex min-h-4 flex-wrap gap-x-3 text-center font-mono text-2xs text-faint tabular-nums *:flex-1 *:whitespace-nowrap">
        <span>{first && `${run.job === undefined ? 'first' : 'created'} ${first}`}</span>
        <span>
          {isJob(run.status)
            ? wordAndProgress(run)
            : total && `${down === 'fell-back' ? 'fell back, ' : ''}total ${total}`}
        </span>
      </div>
    </figure>
  )
}

type CableState = 'idle' | 'waiting' | 'live' | 'done' | 'fell-back' | 'odd' | 'broken'

/**
 * The two cables, app → router and router → provider, for a run's status, or `asking` while the router is asked about a lost one.
 * `answered`: the reply's head came. `fellBack`: another provider had been asked before.
 */
export function cableStates(status: string, answered: boolean, fellBack = false): readonly [CableState, CableState] {
  switch (status) {
    case 'sending':
    case 'asking':
      return ['waiting', 'idle']
    case 'receiving':
      return ['done', 'live']
    case 'queued':
      return ['done', 'waiting']
    case 'running':
      return ['done', 'live']
    case 'completed':
      return ['done', fellBack ? 'fell-back' : 'done']
    case 'incomplete':
    case 'unconfirmed':
    case 'stopped':
      return answered ? ['done', 'odd'] : ['odd', 'idle']
    case 'failed':
    case 'interrupted':
    case 'refused':
    case 'unknown':
      return answered ? ['done', 'broken'] : ['broken', 'idle']
    default:
      return ['idle', 'idle']
  }
}

/**
 * The `x-router-attempts` of our router in words: `openai;status=503;ms=12, groq;status=200;ms=340` becomes
 * `openai: 503, 12 ms → groq: 200, 340 ms`. Any other text stays what it is.
 */
export function attemptWords(text: string | undefined): string | undefined {
  return text
    ?.replace(/;(?:(status|code)|ms)=("[^"]*"|[^;,]*)/g, (_, isWord: string | undefined, value: string) =>
      isWord ? `; ${value.replaceAll('"', '')}` : `; ${value} ms`,
    )
    .split(/, (?=[^;]*;)/)
    .map((one) => one.replace('; ', ': ').replaceAll('; ', ', '))
    .join(' → ')
}

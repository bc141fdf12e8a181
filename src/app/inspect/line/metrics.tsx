import { isJob } from '#contract/core/statuses.ts'
import type { Run } from '../../run/run.ts'
import { timeTaken } from '../../run/time-taken.ts'
import { useHasPrices } from '../../ui/on-stage.ts'

export function Metrics({ run }: { run: Run }) {
  const hasPrices = useHasPrices()
  return (
    <dl aria-label="Metrics" className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {figuresOf(run, hasPrices).map(([what, figure]) => (
        <div key={what} className="flex items-baseline gap-1.5">
          <dt className="text-faint">{what}</dt>
          <dd className="font-mono tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

export type Figure = readonly [what: string, figure: string]

const notReported = 'not reported'

const seconds = (ms: number | undefined, digits = 2) =>
  ms === undefined ? notReported : `${(ms / 1000).toFixed(digits)} s`

/** Below this span, in ms, an answer counts as one piece: one chunk, or chunks that the network has split. */
const oneGo = 20

/** Whether the whole answer arrived at once, so that it has no speed. Rows of earlier versions lack `lastToken`. */
function cameAtOnce({ times }: Run): boolean {
  const last = times?.lastToken ?? times?.end
  return times?.firstToken !== undefined && last !== undefined && last - times.firstToken < oneGo
}

/** Output tokens a second, from the first token to the end; undefined where either is not known. */
function tokensPerSecond(run: Run): number | undefined {
  const { times } = run
  // Its times are those of the reply that was lost, its tokens those of the one that was found.
  if (run.resolution === 'recovered') return undefined
  const tokens = run.result.usage?.output
  if (tokens === undefined || times?.end === undefined || times.firstToken === undefined) return undefined
  const span = times.end - times.firstToken
  return span > 0 ? (tokens * 1000) / span : undefined
}

export function figuresOf(run: Run, hasPrices = true): readonly Figure[] {
  const { result } = run
  const { firstToken, firstSound } = run.times ?? {}
  const usage = result.usage
  const speed = tokensPerSecond(run)
  const tokens = (count: number | undefined) =>
    count === undefined ? notReported : `${count.toLocaleString('en')}${usage?.estimated ? ' est.' : ''}`
  // Without text there is no speed, and tokens are shown only if the router counts them.
  const hasWords = result.outputs.some(({ kind }) => kind !== 'media' && kind !== 'item')
  const counted = (what: string, count: number | undefined): readonly Figure[] =>
    hasWords || count !== undefined ? [[what, tokens(count)]] : []
  const told = (what: string, figure: string): readonly Figure[] => (hasWords ? [[what, figure]] : [])
  return [
    ...(firstSound === undefined
      ? told('First token', seconds(firstToken))
      : [['First audio', seconds(firstSound)] as const]),
    // Routers give the times of a job in whole seconds.
    ...(isJob(run.status) ? [] : ([['Total', seconds(timeTaken(run), run.job === undefined ? 2 : 0)]] as const)),
    ...(cameAtOnce(run) ? [] : told('Speed', speed === undefined ? notReported : `${speed.toFixed(1)} tok/s`)),
    ...counted('Input', usage?.input),
    ...counted('Output', usage?.output),
    ...(usage?.reasoning ? counted('Reasoning', usage.reasoning) : []),
    ...(usage?.cached ? counted('Cached', usage.cached) : []),
    // The name stands before it.
    ...(hasPrices ? [['Price', (run.price ?? 'not stated').replace(/^price /, '')] as const] : []),
  ]
}

import type { Run } from '../run/run.ts'

export type Figure = readonly [what: string, figure: string]

const notReported = 'not reported'

const seconds = (ms: number | undefined) => (ms === undefined ? notReported : `${(ms / 1000).toFixed(2)} s`)

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

/** The figures of a finished run, in words. */
export function figuresOf(run: Run): readonly Figure[] {
  const { result } = run
  const usage = result.usage
  const speed = tokensPerSecond(run)
  const tokens = (count: number | undefined) =>
    count === undefined ? notReported : `${count.toLocaleString('en')}${usage?.estimated ? ' est.' : ''}`
  const ends = [
    ['Total', seconds(run.times?.end)],
    ['Price', run.price ?? 'price not stated'],
  ] as const
  // Where nothing came there is nothing to count.
  if (result.outputs.length === 0) return ends
  return [
    ['First token', seconds(run.times?.firstToken)],
    ends[0],
    ['Speed', speed === undefined ? notReported : `${speed.toFixed(1)} tok/s`],
    ['Input', tokens(usage?.input)],
    ['Output', tokens(usage?.output)],
    ...(usage?.reasoning ? ([['Reasoning', tokens(usage.reasoning)]] as const) : []),
    ...(usage?.cached ? ([['Cached', tokens(usage.cached)]] as const) : []),
    ends[1],
  ]
}

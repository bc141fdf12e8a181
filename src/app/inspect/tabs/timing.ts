import type { Run } from '../../run/run.ts'

/** A stretch of a run's time, in ms since the press. An open run's last stretch has no end yet. */
export interface Span {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly look: 'waiting' | 'receiving'
}

/** A moment of a run, in ms since the press; undefined where it did not come or was not noted. */
export interface Moment {
  readonly name: string
  readonly at: number | undefined
}

type Timed = Pick<Run, 'log' | 'times'>

/** The moments of a run in their order. */
export function momentsOf({ log, times }: Timed): readonly Moment[] {
  const queued = log.find(({ status }) => status === 'prepared')?.mono
  const sent = log.find(({ status }) => status === 'sending')?.mono
  const wait = queued === undefined || sent === undefined ? 0 : Math.max(0, sent - queued)
  const after = (ms: number | undefined) => (ms === undefined ? undefined : wait + ms)
  return [
    { name: 'Queued', at: queued === undefined ? undefined : 0 },
    { name: 'Sent', at: sent === undefined ? undefined : wait },
    { name: 'Headers', at: after(times?.headers) },
    { name: 'First byte', at: after(times?.firstByte) },
    { name: 'First token', at: after(times?.firstToken) },
    { name: 'Last byte', at: after(times?.end) },
  ]
}

const names: Readonly<Record<string, string>> = {
  Sent: 'Queued',
  Headers: 'Waiting for headers',
  'First byte': 'Waiting for the first byte',
  'First token': 'Waiting for the first token',
  'Last byte': 'Receiving',
}

/** What lies between the moments that are known: each stretch is named after what was done in it. */
export function spansOf(moments: readonly Moment[]): readonly Span[] {
  const known = moments.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
  return known.slice(1).map(({ name, at }, before) => ({
    name: names[name] ?? name,
    from: known[before]?.at ?? 0,
    to: Math.max(at, known[before]?.at ?? 0),
    look: name === 'Last byte' ? 'receiving' : 'waiting',
  }))
}

export const milliseconds = (ms: number): string =>
  `${ms.toLocaleString('en', { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`

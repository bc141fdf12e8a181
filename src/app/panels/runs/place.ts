import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import * as z from 'zod/mini'
import { type RunQuery, runOrders } from '../../run/history/matches.ts'

/** Longer than anything in an address that this app wrote. */
const word = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined)
const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined)
const states = [
  ...['ruling', 'open', 'queued', 'completed', 'incomplete', 'failed', 'unconfirmed'],
  ...['interrupted', 'stopped', 'refused', 'unknown', 'draft'],
] as const satisfies readonly RunQuery['state'][]

const RunsPlace = z.object({
  text: word,
  endpoint: word,
  model: word,
  state: z.catch(z.optional(z.enum(states)), undefined),
  verdict: z.catch(z.optional(z.enum(['pass', 'fail', 'none'])), undefined),
  tag: word,
  from: day,
  to: day,
  order: z.catch(z.optional(z.enum(runOrders)), undefined),
  /** On a small screen: what all runs come to, in place of the list. */
  view: z.catch(z.optional(z.literal('overview')), undefined),
  /** The run that is open. */
  run: word,
  /** The run that it is compared with. */
  with: word,
})

/** What the panel's address names: which runs are listed, in which order, and which one is open. */
export type RunsPlace = z.infer<typeof RunsPlace>

/** What narrows the list. */
export const filterNames = ['text', 'endpoint', 'model', 'state', 'verdict', 'tag', 'from', 'to'] as const

/** An address as it was written, or typed: what is not understood is as if it were not there. */
export function readPlace(params: URLSearchParams): RunsPlace {
  return RunsPlace.parse(Object.fromEntries(params))
}

export function writePlace(place: RunsPlace): URLSearchParams {
  const words = Object.entries(place).flatMap(([name, word]) => (word === undefined ? [] : [[name, word]]))
  return new URLSearchParams(words)
}

/** The days of an address are those of the person's own calendar. */
export function queryOf({ from, to, ...words }: Pick<RunsPlace, (typeof filterNames)[number]>): RunQuery {
  return { ...words, from: startOf(from, 0), to: startOf(to, 1) }
}

function startOf(date: string | undefined, later: number): number | undefined {
  if (date === undefined) return undefined
  const start = new Date(`${date}T00:00`)
  start.setDate(start.getDate() + later)
  return Number.isNaN(start.getTime()) ? undefined : start.getTime()
}

export type Go = (next: Partial<RunsPlace>, how?: 'push' | 'replace') => void

/** What the address names, and the function that changes it. */
export function useRunsPlace(): readonly [place: RunsPlace, go: Go] {
  const [params, setParams] = useSearchParams()
  const place = useMemo(() => readPlace(params), [params])
  const go = useCallback<Go>(
    (next, how = 'push') =>
      setParams((now) => writePlace({ ...readPlace(now), ...next }), { replace: how === 'replace' }),
    [setParams],
  )
  return [place, go]
}

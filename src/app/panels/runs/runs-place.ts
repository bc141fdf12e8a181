import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import * as z from 'zod/mini'
import { type RunQuery, runOrders } from '../../run/history/matches.ts'

/** A text parameter; invalid ones are ignored. */
const word = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(500))), undefined)
const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined)
const states = [
  ...['ruling', 'open', 'queued', 'running', 'completed', 'incomplete', 'failed', 'unconfirmed'],
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
  /** Left out, runs that were made on stage are not listed. */
  stage: z.catch(z.optional(z.enum(['all', 'only'])), undefined),
  order: z.catch(z.optional(z.enum(runOrders)), undefined),
  /** The overview in place of the list, on small screens; or the collections in place of all runs. */
  view: z.catch(z.optional(z.enum(['overview', 'collections'])), undefined),
  /** The id of the open collection. */
  collection: word,
  run: word,
  with: word,
})

/** The panel's state in the URL: filters, order, and the open run. */
export type RunsPlace = z.infer<typeof RunsPlace>

export const filterNames = ['text', 'endpoint', 'model', 'state', 'verdict', 'tag', 'from', 'to', 'stage'] as const

/** Reads URL parameters; invalid and unknown ones are ignored. */
export function readPlace(params: URLSearchParams): RunsPlace {
  return RunsPlace.parse(Object.fromEntries(params))
}

export function writePlace(place: RunsPlace): URLSearchParams {
  const words = Object.entries(place).flatMap(([name, word]) => (word === undefined ? [] : [[name, word]]))
  return new URLSearchParams(words)
}

/** The filter of a URL; its days are in local time. */
export function queryOf({ from, to, stage, ...words }: Pick<RunsPlace, (typeof filterNames)[number]>): RunQuery {
  const made = stage === 'all' ? undefined : (stage ?? 'none')
  return { ...words, from: startOf(from, 0), to: startOf(to, 1), stage: made }
}

/** The same for a component: its identity changes with its content only. */
export function useRunsQuery({ text, endpoint, model, state, verdict, tag, from, to, stage }: RunsPlace): RunQuery {
  return useMemo(
    () => queryOf({ text, endpoint, model, state, verdict, tag, from, to, stage }),
    [text, endpoint, model, state, verdict, tag, from, to, stage],
  )
}

function startOf(date: string | undefined, later: number): number | undefined {
  if (date === undefined) return undefined
  const start = new Date(`${date}T00:00`)
  start.setDate(start.getDate() + later)
  return Number.isNaN(start.getTime()) ? undefined : start.getTime()
}

type Go = (next: Partial<RunsPlace>, how?: 'push' | 'replace') => void

/** The panel's state in the URL, and the function that changes it. */
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

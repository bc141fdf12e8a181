import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import * as z from 'zod/mini'

const word = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(200))), undefined)

const labPlace = z.object({
  /** The id of the open plan. */
  plan: word,
  view: z.catch(z.optional(z.enum(['rows', 'results', 'vote', 'review'])), undefined),
  /** The batch whose results are shown; the last one where it is left out. */
  batch: word,
  /** The place of the open cell. */
  cell: z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(0))), undefined),
})

/** The panel's state in the URL. */
export type LabPlace = z.infer<typeof labPlace>

type Go = (next: Partial<LabPlace>, how?: 'push' | 'replace') => void

/** The panel's state in the URL, and the function that changes it. */
export function useLabPlace(): readonly [place: LabPlace, go: Go] {
  const [params, setParams] = useSearchParams()
  const place = useMemo(() => labPlace.parse(Object.fromEntries(params)), [params])
  const go = useCallback<Go>(
    (next, how = 'push') =>
      setParams(
        (now) => {
          const words = Object.entries({ ...labPlace.parse(Object.fromEntries(now)), ...next })
          return new URLSearchParams(
            words.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
          )
        },
        { replace: how === 'replace' },
      ),
    [setParams],
  )
  return [place, go]
}

import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import * as z from 'zod/mini'

const id = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))
const Place = z.object({ thread: z.catch(id, undefined), run: z.catch(id, undefined), model: z.catch(id, undefined) })

type Place = z.infer<typeof Place>

/** Which conversation, run and model the address names. */
export function usePlace(): readonly [place: Place, go: (next: Place, how?: 'push' | 'replace') => void] {
  const [params, setParams] = useSearchParams()
  const place = useMemo(() => Place.parse(Object.fromEntries(params)), [params])
  const go = (next: Place, how: 'push' | 'replace' = 'push') => {
    const words = Object.entries({ ...place, ...next }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const written = new URLSearchParams(words)
    // What no address can hold reads back as something else, and is not written again and again.
    if (written.toString() !== params.toString()) setParams(written, { replace: how === 'replace' })
  }
  return [place, go]
}

import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

interface Place {
  readonly thread?: string | undefined
  readonly run?: string | undefined
  readonly model?: string | undefined
}

/** An address may be typed by anybody: nothing that this app writes there is longer. */
const longest = 200

function placeIn(params: URLSearchParams): Place {
  const named = (what: string) => {
    const name = params.get(what) ?? ''
    return name !== '' && name.length <= longest ? name : undefined
  }
  return { thread: named('thread'), run: named('run'), model: named('model') }
}

/** Which conversation, run and model the address names. */
export function useChatPlace(): readonly [place: Place, go: (next: Place, how?: 'push' | 'replace') => void] {
  const [params, setParams] = useSearchParams()
  const place = useMemo(() => placeIn(params), [params])
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

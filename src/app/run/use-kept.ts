import { useLayoutEffect, useMemo, useRef } from 'react'

/**
 * Keeps what a person has typed, as JSON and as they type. Just opening a panel is nothing to write down, for another tab may have a
 * newer draft, unless it is `fresh`: nothing was kept before, and it has to be found again after a crash.
 */
export function useKept<T>(draft: object, keep: (draft: T) => void, how: 'known' | 'fresh' = 'known'): void {
  // Not with every piece of a reply: a request may hold megabytes.
  const written = useMemo(() => JSON.stringify(draft), [draft])
  const kept = useRef(how === 'known' ? written : undefined)
  // With what is drawn, not a moment later: the page may be gone by then.
  useLayoutEffect(() => {
    if (written === kept.current) return
    kept.current = written
    keep(JSON.parse(written))
  }, [written, keep])
}

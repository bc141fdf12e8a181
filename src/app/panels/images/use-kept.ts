import { useEffect, useMemo, useRef } from 'react'

/** Keeps what a person has typed, as JSON and as they type. Just opening the tool is nothing to write down: another tab may have a newer draft. */
export function useKept<T>(draft: object, keep: (draft: T) => void): void {
  const written = useMemo(() => JSON.stringify(draft), [draft])
  const kept = useRef(written)
  useEffect(() => {
    if (written === kept.current) return
    kept.current = written
    keep(JSON.parse(written))
  }, [written, keep])
}

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { StoredDraft } from './stored-draft.ts'
import { useRuns } from './use-runs.tsx'

/** What a person has typed and not sent yet. */
export interface Draft<T> {
  /** The ledger has not been read yet. */
  readonly loading: boolean
  /** What was kept when the draft was opened; undefined where there was nothing, or nothing that fits. It does not follow `write`; keeps its identity. */
  readonly stored: T | undefined
  /** Keeps a value; `undefined` removes it. Keeps its identity. */
  readonly write: (value: T | undefined) => void
}

/** The draft of a key, read once and then only written. Another key is another draft. */
export function useDraft<T>(key: string, schema: z.core.$ZodType<T>): Draft<T> {
  const runs = useRuns()
  const open = useRef<StoredDraft>(undefined)
  const [read, setRead] = useState<{ readonly key: string; readonly value: unknown }>()

  useEffect(() => {
    const draft = runs.openDraft(key)
    let current = true
    open.current = draft
    void draft.read().then((value) => current && setRead({ key, value }))
    return () => {
      current = false
      draft.close()
    }
  }, [runs, key])

  const write = useCallback((value: T | undefined) => open.current?.write(value), [])
  // Parsing copies objects: a new copy in every rendering would run the effects that depend on it again.
  const stored = useMemo(
    () => (read?.key === key ? z.safeParse(schema, read.value).data : undefined),
    [read, key, schema],
  )
  return { loading: read?.key !== key, stored, write }
}

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

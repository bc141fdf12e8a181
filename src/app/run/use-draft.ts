import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { StoredDraft } from './stored-draft.ts'
import { useRuns } from './use-runs.tsx'

/** An unsent request or text. */
export interface Draft<T> {
  /** The ledger has not been read yet. */
  readonly loading: boolean
  /** The stored value when the draft was opened; undefined where there was none that fits the schema. Does not follow `write`; keeps its identity. */
  readonly stored: T | undefined
  /** Stores a value; `undefined` removes it. Keeps its identity. */
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
  // Parsing copies objects: without the memo every rendering would trigger the effects that depend on the value.
  const stored = useMemo(
    () => (read?.key === key ? z.safeParse(schema, read.value).data : undefined),
    [read, key, schema],
  )
  return { loading: read?.key !== key, stored, write }
}

/**
 * Stores a draft as JSON with each change. A draft that was just opened is not written, since another tab may have a newer one, unless
 * it is `fresh`: nothing was stored before, and it must survive a crash.
 */
export function useKept<T>(draft: object, keep: (draft: T) => void, how: 'known' | 'fresh' = 'known'): void {
  // Memoized, since panels render with every piece of a reply and a request may hold megabytes.
  const written = useMemo(() => JSON.stringify(draft), [draft])
  const kept = useRef(how === 'known' ? written : undefined)
  // A layout effect runs with the rendering: a passive one may come after the page is gone.
  useLayoutEffect(() => {
    if (written === kept.current) return
    kept.current = written
    keep(JSON.parse(written))
  }, [written, keep])
}

import { useCallback, useEffect, useState } from 'react'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

/** The browser's storage for this origin. */
export interface StorageState {
  /** Bytes used and allowed; undefined where the browser does not say. */
  readonly usage?: number | undefined
  readonly quota?: number | undefined
  /** True: the browser does not clear it by itself. Undefined where it does not say. */
  readonly persisted?: boolean | undefined
}

/** The storage's state, read again by `refresh`; `persist` requests persistent storage. */
export function useStorage(): StorageState & { readonly refresh: () => void; readonly persist: () => Promise<void> } {
  const { storage } = toolsOf(useRuns())
  const [state, setState] = useState<StorageState>({})
  const refresh = useCallback(() => {
    async function read(): Promise<void> {
      const [estimate, persisted] = await Promise.all([storage?.estimate(), storage?.persisted()])
      setState({ usage: estimate?.usage, quota: estimate?.quota, persisted })
    }
    void read().catch(() => setState({}))
  }, [storage])
  useEffect(refresh, [refresh])
  async function persist(): Promise<void> {
    await storage?.persist().catch(() => false)
    refresh()
  }
  return { ...state, refresh, persist }
}

import { useCallback, useEffect, useState } from 'react'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'

/** How full the browser's storage for this page is. */
export interface StorageState {
  /** Bytes used and allowed; undefined where the browser does not say. */
  readonly usage?: number | undefined
  readonly quota?: number | undefined
  /** True: the browser has promised not to clear it by itself. Undefined where it does not say. */
  readonly persisted?: boolean | undefined
}

/** How full the storage is, read anew by `refresh`; `persist` asks the browser not to clear it by itself. */
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

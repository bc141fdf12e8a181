import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { connectionContext, type LocalState } from './connection-context.ts'
import { readLocalRouter } from './local-router.ts'
import { localId } from './profile.ts'
import { ProfileStore } from './profile-store.ts'

/** Even to ask for it throws where storage is forbidden. */
function shelf(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name]
  } catch {
    return undefined
  }
}

function handOver(profiles: ProfileStore, key: string): void {
  const local = profiles.get().all.find((profile) => profile.id === localId)
  if (local) profiles.put({ ...local, key, remember: false })
}

/** Holds the profiles and the local router's key for everything below it. */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const [profiles] = useState(
    () =>
      new ProfileStore(
        { name: 'Local sandbox', baseUrl: `${location.origin}/v1` },
        shelf('localStorage'),
        shelf('sessionStorage'),
      ),
  )
  const [local, setLocal] = useState<LocalState>({ kind: 'asking' })
  const renewLocalKey = useCallback(async () => {
    const found = await readLocalRouter()
    if (found.kind === 'handed-out') handOver(profiles, found.key)
    setLocal(found.kind === 'handed-out' ? { kind: 'ready', keepsResults: found.keepsResults } : { kind: 'key-needed' })
  }, [profiles])
  useEffect(() => {
    void renewLocalKey()
  }, [renewLocalKey])
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => profiles.changedElsewhere(key)
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [profiles])
  const context = useMemo(() => ({ profiles, local, renewLocalKey }), [profiles, local, renewLocalKey])
  return <connectionContext.Provider value={context}>{children}</connectionContext.Provider>
}

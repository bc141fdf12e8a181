import { useMemo } from 'react'
import type { Connection } from '../client/exchange.ts'
import { useProfiles } from './connection-context.ts'
import { isReady, localId, type Profile } from './profile.ts'
import { useModels } from './use-models.ts'

/** Where a press would go now. */
interface NamedConnection extends Connection {
  readonly name: string
  /** The key's last four characters, for lists; absent where the key is too short to tell any of it. */
  readonly keyHint?: string
  /** What has to come before anything is sent: the key, or the person's choice of a connection. */
  readonly missing?: 'key' | 'choice'
}

export function useConnection(): NamedConnection {
  const { selected, missing } = useProfiles()
  const { data } = useModels()
  const own = selected.id === localId || data?.own === true
  return useMemo(() => {
    const { name, baseUrl, key } = selected
    const wants = missing ? 'choice' : canSend(selected) ? undefined : 'key'
    return {
      ...{ name: missing ? 'no connection' : name, baseUrl, own },
      ...(key && { key }),
      ...(key.length >= 20 && { keyHint: `…${key.slice(-4)}` }),
      ...(wants && { missing: wants }),
    }
  }, [selected, own, missing])
}

/** The page's own router always needs its key, which it hands out or which is typed. */
const canSend = (profile: Profile) => (profile.id === localId ? profile.key !== '' : isReady(profile))

import { useMemo } from 'react'
import type { Connection } from '../client/exchange.ts'
import { useProfiles } from './connection-context.ts'
import { localId } from './profile.ts'
import { useModels } from './use-models.ts'

/** Where a press would go now. */
interface NamedConnection extends Connection {
  readonly name: string
  /** The key's last four characters, for lists; absent where the key is too short to tell any of it. */
  readonly keyHint?: string
}

export function useConnection(): NamedConnection {
  const { selected } = useProfiles()
  const { data } = useModels()
  const own = selected.id === localId || data?.own === true
  return useMemo(() => {
    const { name, baseUrl, key } = selected
    return { name, baseUrl, own, ...(key && { key }), ...(key.length >= 20 && { keyHint: `…${key.slice(-4)}` }) }
  }, [selected, own])
}

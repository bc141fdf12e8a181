import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo } from 'react'
import { readOwnModels } from '#contract/models/own-models.ts'
import { ClientError } from '../client/client-error.ts'
import type { Connection } from '../client/exchange.ts'
import { isStatic } from '../ui/is-static.ts'
import { connect, retryRead } from './connect.ts'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { canSend, connectionOf, isReady, localId, type Profile } from './profile.ts'

interface NamedConnection extends Connection {
  readonly name: string
  /** The key's last four characters, for lists; absent for keys of fewer than 20 characters. */
  readonly keyHint?: string
  /** What is missing before a request can be sent: the key, or the choice of a connection. */
  readonly missing?: 'key' | 'choice'
}

export function useConnection(): NamedConnection {
  const { selected, missing } = useProfiles()
  const { data } = useModels()
  const own = (selected.id === localId && !isStatic) || data?.own === true
  return useMemo(() => {
    const { key } = selected
    const wants = missing ? 'choice' : canSend(selected) ? undefined : 'key'
    return {
      ...{ ...connectionOf(selected), own },
      ...(missing && { name: 'no connection' }),
      ...(key.length >= 20 && { keyHint: `…${key.slice(-4)}` }),
      ...(wants && { missing: wants }),
    }
  }, [selected, own, missing])
}

/** `own`: the answer is from our own router, which supports idempotency keys. */
async function readList(profile: Profile, signal: AbortSignal) {
  const client = connect({ ...connectionOf(profile), own: false })
  const { head, value } = await retryRead(() => client.call('models', { signal }), signal)
  if (head.headers['x-router'] === 'patchbay') return { cards: readOwnModels(value), odd: undefined, own: true }
  // Loaded for the lists of other routers only.
  const { oddList, readModels } = await import('#contract/models/models.ts')
  return { cards: readModels(value), odd: oddList(value), own: false }
}

export type ModelList = Awaited<ReturnType<typeof readList>>

/** What is shown below of the list of models, as a function that keeps its identity. */
export const ShownModels = createContext((list: ModelList) => list)

/** The models of the selected profile, cached by profile and key. */
export function useModels() {
  const { local, renewLocalKey } = useConnectionContext()
  const { selected } = useProfiles()
  const ready = selected.id === localId ? selected.key !== '' || local.kind === 'key-needed' : isReady(selected)
  const query = useQuery({
    queryKey: ['models', selected.id, selected.baseUrl, selected.key, selected.headers],
    queryFn: ({ signal }) => readList(selected, signal),
    enabled: ready,
    staleTime: 300_000,
    select: use(ShownModels),
  })
  // The page's own router was restarted with another key: the page requests it, and the query key changes with it.
  const refused = selected.id === localId && query.error instanceof ClientError && query.error.facts.status === 401
  useEffect(() => {
    if (refused) void renewLocalKey()
  }, [refused, renewLocalKey])
  return query
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import { readModels } from '#contract/models/models.ts'
import { ClientError } from '../client/client-error.ts'
import { connect, readPatiently } from './connect.ts'
import { useConnectionContext, useProfiles } from './connection-context.ts'
import { isReady, localId, type Profile } from './profile.ts'

interface ModelList {
  readonly cards: readonly ModelCard[]
  /** Our own router answered: it takes idempotency keys. */
  readonly own: boolean
}

async function readList(profile: Profile, signal: AbortSignal): Promise<ModelList> {
  const client = connect({ ...profile, own: false })
  const { head, value } = await readPatiently(() => client.call('models', { signal }), signal)
  return { cards: readModels(value), own: head.headers['x-router'] === 'patchbay' }
}

/** The models of the selected profile; asked once a profile and key, and again on `refetch`. */
export function useModels() {
  const { local, renewLocalKey } = useConnectionContext()
  const { selected } = useProfiles()
  const ready = selected.id === localId ? selected.key !== '' || local.kind === 'key-needed' : isReady(selected)
  const query = useQuery({
    queryKey: ['models', selected.id, selected.baseUrl, selected.key],
    queryFn: ({ signal }) => readList(selected, signal),
    enabled: ready,
    staleTime: 300_000,
  })
  // Our router was started anew with another key: the page asks for it, and the query follows the key.
  const refused = selected.id === localId && query.error instanceof ClientError && query.error.facts.status === 401
  useEffect(() => {
    if (refused) void renewLocalKey()
  }, [refused, renewLocalKey])
  return query
}

import { Suspense } from 'react'
import { retriable } from '../ui/retriable.tsx'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { localId } from './profile.ts'
import { useConnection } from './use-connection.ts'

const ConnectionWants = retriable(() =>
  import('./connection-wants.tsx').then(
    ({ ConnectionWants }) => ConnectionWants,
    () => InSettings,
  ),
)

/** Where its code does not come: a panel with what was typed must not go for it. */
function InSettings() {
  return <p className="text-warning text-xs">The connection needs your attention: open Settings.</p>
}

/** Says where the next request is sent what the connection still wants, and what became of it. Most of the time that is nothing. */
export function ConnectionNotes() {
  const { local } = useConnectionContext()
  const { selected, notice } = useProfiles()
  const { missing } = useConnection()
  // Its own router is about to hand the key to the page.
  const isComing = missing === 'key' && selected.id === localId && local.kind !== 'key-needed'
  if (!notice && (!missing || isComing)) return null
  return (
    <Suspense>
      <ConnectionWants />
    </Suspense>
  )
}

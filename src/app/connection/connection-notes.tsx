import { Suspense } from 'react'
import { retriable } from '../ui/retriable.tsx'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { localId } from './profile.ts'
import { useConnection } from './use-connection.ts'

const ConnectionCallouts = retriable(() =>
  import('./connection-callouts.tsx').then(
    ({ ConnectionCallouts }) => ConnectionCallouts,
    () => InSettings,
  ),
)

/** Fallback where the code does not load, since an error boundary would replace the panel with what was typed in it. */
function InSettings() {
  return <p className="text-warning text-xs">The connection needs your attention: open Settings.</p>
}

/** What the connection still needs before a request can be sent, and notices of changes to it. Mostly empty. */
export function ConnectionNotes() {
  const { local } = useConnectionContext()
  const { selected, notice } = useProfiles()
  const { missing } = useConnection()
  // The page's own router has not answered the request for its key yet.
  const isComing = missing === 'key' && selected.id === localId && ['asking', 'ready'].includes(local.kind)
  if (!notice && (!missing || isComing)) return null
  return (
    <Suspense>
      <ConnectionCallouts />
    </Suspense>
  )
}

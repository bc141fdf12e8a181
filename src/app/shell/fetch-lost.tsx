import { useEffect } from 'react'
import { useConnectionContext, useProfiles } from '../connection/connection-provider.tsx'
import { isReady, localId } from '../connection/profile.ts'
import { useRuns } from '../run/use-runs.tsx'

/** Lets the page fetch by itself what our own routers keep for lost runs: says whom it can ask, and when the network is back. */
export function FetchLost() {
  const { lost } = useRuns()
  const { local } = useConnectionContext()
  const { all } = useProfiles()
  useEffect(() => {
    // Without its key the page's own router cannot be asked, and it may be about to hand it out.
    if (local.kind === 'asking') return
    lost.connect(
      all.map(({ id, name, baseUrl, key, ...rest }) => ({
        connection: { name, baseUrl, own: true, ...(key && { key }) },
        ready: id === localId ? key !== '' : isReady({ id, name, baseUrl, key, ...rest }),
      })),
    )
  }, [lost, local, all])
  useEffect(() => {
    const online = () => void lost.look()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [lost])
  return null
}

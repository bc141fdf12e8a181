import { type ReactNode, Suspense, use, useEffect, useSyncExternalStore } from 'react'
import { useConnectionContext, useProfiles } from '../connection/connection-provider.tsx'
import { canSend, connectionOf } from '../connection/profile.ts'
import { openLedger } from '../ledger/open-ledger.ts'
import { createRuns } from '../run/create-runs.ts'
import { RunsProvider, useRuns } from '../run/use-runs.tsx'
import { Boundary } from '../ui/boundary.tsx'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { useWindowEvent } from '../ui/hooks/use-window-event.ts'
import { isReplaying } from '../ui/on-stage.ts'
import { PageState, usePageState } from '../ui/page-state.ts'
import { retriable } from '../ui/retriable.tsx'
import { browserTools } from './browser-tools.ts'

type ClosedReason = 'newer' | 'lost' | 'failing'

const closedReason = new PageState<ClosedReason | undefined>(() => undefined)
/** A database that was closed fails too: the first reason says more. */
const onClosed = (why: ClosedReason) => closedReason.set(closedReason.get() ?? why)

/** One ledger for the page, opened while the first panel still loads. It never rejects: at worst it is in memory, and says so. */
const opening = openLedger({ onClosed }).then((ledger) => createRuns(browserTools(ledger)))

const words = {
  newer: 'Another tab is running a newer version of Patchbay and has taken over storage.',
  lost: 'The browser closed this page’s storage.',
  failing: 'This browser’s storage cannot be read.',
}

const Notices = retriable(async () => (await import('./notices/notices.tsx')).Notices)

export function PageRuns({ children }: { children: ReactNode }) {
  const runs = use(opening)
  const closed = usePageState(closedReason)
  return (
    <RunsProvider runs={runs}>
      <FetchLost />
      {closed && (
        <div className="fixed inset-x-4 top-4 z-30 mx-auto w-fit">
          <Callout tone="warning" urgent title={words[closed]}>
            <p className="text-soft">
              Reload the page to continue. Until then nothing can be sent. Everything on screen stays.
            </p>
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </Callout>
        </div>
      )}
      {children}
      <JobNotices />
    </RunsProvider>
  )
}

/** Says whom the page can ask by itself, for the kept replies of lost runs and for jobs, and when the network is back. During a replay it asks nobody. */
function FetchLost() {
  const { follow } = useRuns()
  const { local } = useConnectionContext()
  const { all } = useProfiles()
  const isAway = usePageState(isReplaying)
  useEffect(() => {
    // Without its key the page's own router cannot be asked, and it may be about to hand it out.
    if (local.kind === 'asking') return
    const known = all.map((profile) => ({
      connection: { ...connectionOf(profile), own: true },
      ready: canSend(profile),
    }))
    follow.connect(isAway ? [] : known)
  }, [follow, local, all, isAway])
  useWindowEvent('online', () => void follow.look())
  return null
}

/** Nothing is loaded before the first job. */
function JobNotices() {
  const { follow } = useRuns()
  const hasJobs = useSyncExternalStore(follow.watch, follow.hasJobs)
  if (!hasJobs) return null
  return (
    <Boundary fallback={() => null}>
      <Suspense>
        <Notices />
      </Suspense>
    </Boundary>
  )
}

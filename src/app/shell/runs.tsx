import { type ReactNode, use, useSyncExternalStore } from 'react'
import { openLedger } from '../ledger/open-ledger.ts'
import { createRuns } from '../run/runs.ts'
import { RunsProvider } from '../run/use-runs.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { FetchLost } from './fetch-lost.tsx'
import { ledgerClosed } from './ledger-closed.ts'
import { browserTools } from './run-tools.ts'

/** One ledger for the page, opened while the first panel still loads. It never rejects: at worst it is in memory, and says so. */
const opening = openLedger({ onClosed: ledgerClosed.tell }).then((ledger) => createRuns(browserTools(ledger)))

const words = {
  newer: 'Another tab runs a newer version of Patchbay and has taken the storage over.',
  lost: 'The browser closed this page’s storage.',
  failing: 'This browser’s storage cannot be read.',
}

/** The page's runs, for everything below. */
export function Runs({ children }: { children: ReactNode }) {
  const runs = use(opening)
  const closed = useSyncExternalStore(ledgerClosed.subscribe, ledgerClosed.get)
  return (
    <RunsProvider runs={runs}>
      <FetchLost />
      {closed && (
        <div className="fixed inset-x-4 top-4 z-30 mx-auto w-fit">
          <Callout tone="warning" urgent title={words[closed]}>
            <p className="text-soft">
              Nothing can be sent from this page until it is loaded again. What is on the screen stays.
            </p>
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </Callout>
        </div>
      )}
      {children}
    </RunsProvider>
  )
}

import { type ReactNode, useContext } from 'react'
import { RunsContext } from '../run/use-runs.tsx'
import { Boundary, type Broken } from '../ui/boundary.tsx'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { MissingCode } from '../ui/late-code.ts'
import { MissingNote, reload } from '../ui/missing-note.tsx'

/** Catches what a panel throws: the navigation stays, and so does everything kept in the ledger. */
export const ErrorBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary fallback={(broken) => <BrokenPanel {...broken} />}>{children}</Boundary>
)

function BrokenPanel({ error, tries, again }: Broken) {
  // Without a ledger it broke before anything was read; what is stored is not touched.
  const isStored = useContext(RunsContext)?.persistent !== false
  const stored = isStored
    ? 'Runs and drafts are kept on this device.'
    : 'Runs and drafts are not stored: a reload loses them.'
  if (error instanceof MissingCode)
    return (
      <main className="grid min-h-0 flex-1 place-items-center p-8">
        <MissingNote error={error} again={again}>
          <p className="text-soft">{stored}</p>
        </MissingNote>
      </main>
    )
  const advice =
    tries === 0
      ? 'Try again;'
      : isStored
        ? 'Reload the page;'
        : 'Go to Runs and export what you need, then reload the page;'
  return (
    <main className="grid min-h-0 flex-1 place-items-center p-8">
      <Callout
        tone="danger"
        urgent
        title={`Something went wrong in this panel.${isStored ? ' Your runs and drafts are safe.' : ''}`}
      >
        <p className="text-soft">
          {tries > 0 && 'It failed again. '}
          {stored} {advice} if it keeps happening, include the details below in a bug report.
        </p>
        <pre className="my-2 max-h-40 overflow-auto whitespace-pre-wrap font-mono text-xs text-soft">
          {error.message}
        </pre>
        <div className="flex flex-wrap gap-2 pt-1">
          <Button look={tries === 0 ? 'primary' : 'outline'} onClick={again}>
            Try again
          </Button>
          <Button look={tries === 0 ? 'outline' : 'primary'} onClick={reload}>
            Reload the page
          </Button>
        </div>
      </Callout>
    </main>
  )
}

import type { ReactNode } from 'react'
import { Boundary } from '../ui/boundary.tsx'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'

/** Catches what a panel throws: the navigation stays, and so does everything kept in the ledger. */
export const ErrorBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary
    fallback={({ error, tries, again }) => (
      <main className="grid min-h-0 flex-1 place-items-center p-8">
        <Callout tone="danger" urgent title="Something went wrong in this panel. Your runs and drafts are safe.">
          <p className="text-soft">
            {tries === 0
              ? 'Runs and drafts are kept on this device. Try again; if it keeps happening, include the details below in a bug report.'
              : 'It failed again. Runs and drafts are kept on this device. Reload the page; if that does not help, include the details below in a bug report.'}
          </p>
          <pre className="my-2 max-h-40 overflow-auto whitespace-pre-wrap font-mono text-xs text-soft">
            {error.message}
          </pre>
          <div className="flex flex-wrap gap-2 pt-1">
            <Button look={tries === 0 ? 'primary' : 'outline'} onClick={again}>
              Try again
            </Button>
            <Button look={tries === 0 ? 'outline' : 'primary'} onClick={() => location.reload()}>
              Reload the page
            </Button>
          </div>
        </Callout>
      </main>
    )}
  >
    {children}
  </Boundary>
)

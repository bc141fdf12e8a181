import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Attempt } from '../ui/retriable.tsx'

interface State {
  readonly error?: Error | undefined
  readonly attempt: object
  /** How often it was shown again. */
  readonly tries: number
}

/** Catches what a panel throws: the navigation stays, and so does everything kept in the ledger. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { attempt: {}, tries: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  showAgain = () => this.setState(({ tries }) => ({ error: undefined, attempt: {}, tries: tries + 1 }))

  override render() {
    const { error, attempt, tries } = this.state
    if (!error) return <Attempt value={attempt}>{this.props.children}</Attempt>
    return (
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
            <Button look={tries === 0 ? 'primary' : 'outline'} onClick={this.showAgain}>
              Try again
            </Button>
            <Button look={tries === 0 ? 'outline' : 'primary'} onClick={() => location.reload()}>
              Reload the page
            </Button>
          </div>
        </Callout>
      </main>
    )
  }
}

import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

/** Catches what a panel throws: the navigation stays, and so does everything kept in the ledger. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="grid min-h-0 flex-1 place-items-center p-8">
        <Callout tone="danger" urgent title="This panel broke. Nothing you typed or ran is lost.">
          <p className="text-soft">
            Runs and drafts are kept on this device. Show the panel again; if it breaks again, the words below help
            whoever mends it.
          </p>
          <pre className="my-2 max-h-40 overflow-auto whitespace-pre-wrap font-mono text-xs text-soft">
            {error.message}
          </pre>
          <div className="flex gap-2 pt-1">
            <Button look="primary" onClick={() => this.setState({ error: undefined as never })}>
              Show it again
            </Button>
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </div>
        </Callout>
      </main>
    )
  }
}

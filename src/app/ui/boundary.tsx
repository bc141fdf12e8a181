import { Component, type ReactNode } from 'react'
import { Attempt } from './retriable.tsx'

/** An error that was thrown while the content of a boundary was rendered. */
export interface Broken {
  readonly error: Error
  /** Presses of "Try again" since the content last was another. */
  readonly tries: number
  /** Renders the content again; code that did not load is loaded again. */
  readonly again: () => void
}

export interface BoundaryProps {
  /** What the content shows: once this is another value, the content is rendered again. */
  readonly of?: unknown
  readonly fallback: (broken: Broken) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly of: unknown
  readonly error: Error | undefined
  readonly attempt: object
  readonly tries: number
}

/** An error boundary: what its children throw while they render costs them alone. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { of: this.props.of, error: undefined, attempt: {}, tries: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: State): Partial<State> | null {
    return Object.is(of, state.of) ? null : { of, error: undefined, attempt: {}, tries: 0 }
  }

  again = () => this.setState(({ tries }) => ({ error: undefined, attempt: {}, tries: tries + 1 }))

  override render() {
    const { error, attempt, tries } = this.state
    if (error) return this.props.fallback({ error, tries, again: this.again })
    return <Attempt value={attempt}>{this.props.children}</Attempt>
  }
}

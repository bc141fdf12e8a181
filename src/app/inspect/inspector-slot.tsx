import { Component, type ReactNode, Suspense, useEffect } from 'react'
import type { Run } from '../run/run.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Attempt, retriable } from '../ui/retriable.tsx'
import { pickRun, useInspector, usePickedRun } from './inspector-place.ts'

const Drawer = retriable(async () => (await import('./inspector-drawer.tsx')).InspectorDrawer)

interface InspectorSlotProps {
  /** The runs that the panel shows, the newest last. */
  runs: readonly Run[]
}

/** The inspector's place at the right of a panel. It is loaded when it is first opened, and shows the run that was picked, or the newest. */
export function InspectorSlot({ runs }: InspectorSlotProps) {
  const { open } = useInspector()
  const picked = usePickedRun()
  const newest = runs.at(-1)
  const newestId = newest?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a new run, the older one that was picked has had its time.
  useEffect(() => pickRun(undefined), [newestId])
  if (!open) return null
  return (
    <Guard>
      <Suspense fallback={null}>
        <Drawer run={runs.find((run) => run.id === picked) ?? newest} />
      </Suspense>
    </Guard>
  )
}

/** What breaks in the inspector, or cannot be loaded, leaves the panel beside it as it is. */
class Guard extends Component<{ children: ReactNode }, { readonly attempt: object; readonly broke: boolean }> {
  override state = { attempt: {}, broke: false }

  static getDerivedStateFromError() {
    return { broke: true }
  }

  override render() {
    if (!this.state.broke) return <Attempt value={this.state.attempt}>{this.props.children}</Attempt>
    return (
      <aside aria-label="Inspector" className="w-80 shrink-0 border-line border-l p-5">
        <Callout tone="danger" title="The inspector could not be shown">
          <Button onClick={() => this.setState({ attempt: {}, broke: false })}>Show it again</Button>
        </Callout>
      </aside>
    )
  }
}

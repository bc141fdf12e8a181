import { PanelRight, ScanSearch } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import type { Run } from '../../run/run.ts'
import { useActions } from '../../ui/actions.ts'
import { Boundary, type Broken } from '../../ui/boundary.tsx'
import { HeadButton, IconButton } from '../../ui/button/button.tsx'
import { useWindowEvent } from '../../ui/hooks/use-window-event.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { BrokenNote } from '../../ui/missing-note.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { inspectRun, pickRun, setInspector, toggleId, useInspector, usePickedRun } from './inspector-place.ts'

const Drawer = retriable(async () => (await import('./inspector.tsx')).InspectorDrawer)

/** The inspector's place at the right of a panel. It is loaded when it is first opened, and shows the run that was picked, or the newest. */
export function InspectorSlot({ runs }: { runs: readonly Run[] }) {
  const { open } = useInspector()
  const picked = usePickedRun()
  const newest = runs.at(-1)
  const newestId = newest?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a new run, the older one that was picked has had its time.
  useEffect(() => pickRun(undefined), [newestId])
  if (!open) return null
  return (
    <Boundary fallback={brokenInspector}>
      <Suspense fallback={null}>
        <Drawer run={runs.find((run) => run.id === picked) ?? newest} />
      </Suspense>
    </Boundary>
  )
}

const brokenInspector = (broken: Broken) => (
  <aside aria-label="Inspector" className="w-80 shrink-0 border-line border-l p-5">
    <BrokenNote title="The inspector cannot be shown" {...broken} />
  </aside>
)

/** By the key's place on the keyboard as well: where a layout has another letter there, no browser listens to it either. */
const isToggle = (event: KeyboardEvent) =>
  (event.key === '\\' || event.code === 'Backslash') &&
  (event.ctrlKey || event.metaKey) &&
  !(event.altKey || event.shiftKey || event.repeat)

export function InspectorToggle() {
  const { open } = useInspector()
  const toggle = () => setInspector({ open: !open })
  useWindowEvent('keydown', (event) => {
    if (!isToggle(event)) return
    event.preventDefault()
    toggle()
  })
  useActions([{ name: open ? 'Close the inspector' : 'Open the inspector', keys: `${modifierName} \\`, run: toggle }])
  return (
    <HeadButton
      id={toggleId}
      name="Inspector"
      title={`Inspector (${modifierName} \\)`}
      aria-keyshortcuts="Control+\ Meta+\"
      aria-pressed={open}
      icon={<PanelRight size={18} />}
      onClick={toggle}
    />
  )
}

export function InspectButton({ id }: { id: string }) {
  const { open } = useInspector()
  const picked = usePickedRun()
  return (
    <IconButton
      name="Inspect"
      aria-pressed={open && picked === id}
      icon={<ScanSearch size={16} />}
      onClick={() => inspectRun(id)}
    />
  )
}

import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Run } from '../run/run.ts'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Splitter } from '../ui/splitter.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Inspector } from './inspector.tsx'
import { narrow, narrowest, setInspector, toggleId, useInspector } from './inspector-place.ts'

/** What the parts at its left need at least: navigation, form and stage. */
const others = 704

const close = () => setInspector({ open: false })

function useWidest(): number {
  const [widest, setWidest] = useState(() => innerWidth - others)
  useEffect(() => {
    const measure = () => setWidest(innerWidth - others)
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return Math.max(narrowest, widest)
}

const nothing = (
  <p className="p-5 text-soft text-xs">No run is open. What you send, or open, is shown here to the last byte.</p>
)

/** The inspector at the right edge, as wide as it was left; where the window is narrow, a sheet. */
export function InspectorDrawer({ run }: { run: Run | undefined }) {
  const sheet = useMedia(narrow)
  const { width } = useInspector()
  const widest = useWidest()
  const inside = run ? <Inspector run={run} /> : nothing
  if (sheet) {
    return (
      <Dialog kind="sheet" title="Inspector" open onClose={close}>
        <div className="@container -m-5 flex h-[72dvh] flex-col">{inside}</div>
      </Dialog>
    )
  }
  const shown = Math.max(narrowest, Math.min(width, widest))
  const onKeyDown = (event: KeyboardEvent) => {
    // Of the panel around it: what is typed here sends nothing.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Esc stops the answer only where nothing else is there to be closed.
    event.preventDefault()
    close()
    document.getElementById(toggleId)?.focus()
  }
  return (
    <aside
      aria-label="Inspector"
      style={{ width: shown }}
      className="@container relative flex min-h-0 shrink-0 flex-col border-line border-l bg-ground"
      onKeyDown={onKeyDown}
    >
      <Splitter
        name="Width of the inspector"
        value={shown}
        min={narrowest}
        max={widest}
        onChange={(next) => setInspector({ width: next })}
      />
      <header className="flex h-14 shrink-0 items-center gap-3 border-line border-b pr-3 pl-5">
        <h2 className="font-semibold text-base">Inspector</h2>
        <p className="min-w-0 flex-1 truncate text-faint text-xs" dir="auto">
          {run?.title}
        </p>
        <IconButton name="Close inspector" icon={<X size={18} strokeWidth={1.5} />} onClick={close} />
      </header>
      {inside}
    </aside>
  )
}

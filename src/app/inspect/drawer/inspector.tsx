import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { useLiveRun } from '../../run/use-runs.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { useWindowEvent } from '../../ui/hooks/use-window-event.ts'
import { Splitter } from '../../ui/splitter.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BrokenResult } from '../reply/result-boundary.tsx'
import { CostTab } from '../tabs/cost-tab.tsx'
import { EventsTab } from '../tabs/events-tab.tsx'
import { RequestTab } from '../tabs/request-tab.tsx'
import { ResponseTab } from '../tabs/response-tab.tsx'
import { RouterTab } from '../tabs/router-tab.tsx'
import { TimingTab } from '../tabs/timing-tab.tsx'
import {
  type InspectorTab,
  inspectorTabs,
  narrow,
  narrowest,
  setInspector,
  toggleId,
  useInspector,
} from './inspector-place.ts'

const titleOf = (id: InspectorTab) => id.replace(/^./, (letter) => letter.toUpperCase())

const tabs = inspectorTabs.map((id) => ({ id, title: titleOf(id) }))

/** A run to its last byte, in tabs. The open tab is remembered for all runs; only that one reads and draws. */
export function Inspector({ run: given }: { run: Run }) {
  const run = useLiveRun(given)
  const { tab } = useInspector()
  return (
    <Tabs name="Inspector" tabs={tabs} value={tab} onChange={(next) => setInspector({ tab: next })}>
      <Boundary
        key={`${run.id} ${tab}`}
        of={isOpen(run.status) ? run.status : run.result}
        fallback={(broken) => <BrokenResult run={run} what={`The tab “${titleOf(tab)}”`} {...broken} />}
      >
        <OpenTab run={run} tab={tab} />
      </Boundary>
    </Tabs>
  )
}

function OpenTab({ run, tab }: { run: Run; tab: InspectorTab }) {
  const { id, status, endpoint, connection, request, sent, parts, reply, result, served } = run
  switch (tab) {
    case 'request':
      return <RequestTab {...{ id, status, endpoint, connection, request, sent, parts }} />
    case 'response':
      return <ResponseTab {...{ id, reply }} state={status} status={served?.status} refusal={result.error?.raw} />
    case 'events':
      return <EventsTab id={id} />
    case 'timing':
      return <TimingTab run={run} />
    case 'router':
      return <RouterTab run={run} />
    case 'cost':
      return <CostTab id={id} price={run.price} usage={result.usage} />
  }
}

/** Minimum width of navigation, form and stage in pixels. */
const others = 704

const close = () => setInspector({ open: false })

/** Closes the drawer from inside: the focus goes to the button that opens it. */
function leave(): void {
  close()
  document.getElementById(toggleId)?.focus()
}

function useWidest(): number {
  const [width, setWidth] = useState(innerWidth)
  useWindowEvent('resize', () => setWidth(innerWidth))
  return Math.max(narrowest, width - others)
}

const nothing = (
  <p className="p-5 text-soft text-xs">No run selected. Send a request or open a run to inspect it here.</p>
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
    // Keeps key events from the panel, whose run key would send the form.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Esc stops the answer only where nothing else is there to be closed.
    event.preventDefault()
    leave()
  }
  return (
    <aside
      aria-label="Inspector"
      style={{ width: shown }}
      className="@container relative flex min-h-0 shrink-0 flex-col border-line border-l bg-ground"
      onKeyDown={onKeyDown}
    >
      <Splitter
        name="Inspector width"
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
        <IconButton name="Close inspector" icon={<X size={18} />} onClick={leave} />
      </header>
      {inside}
    </aside>
  )
}

import type { Run } from '../run/run.ts'
import { Tabs } from '../ui/tabs.tsx'
import { CostTab } from './cost-tab.tsx'
import { EventsTab } from './events-tab.tsx'
import { type InspectorTab, inspectorTabs, setInspector, useInspector } from './inspector-place.ts'
import { RequestTab } from './request-tab.tsx'
import { ResponseTab } from './response-tab.tsx'
import { RouterTab } from './router-tab.tsx'
import { TimingTab } from './timing-tab.tsx'

const titles: Readonly<Record<InspectorTab, string>> = {
  request: 'Request',
  response: 'Response',
  events: 'Events',
  timing: 'Timing',
  router: 'Router',
  cost: 'Cost',
}

const tabs = inspectorTabs.map((id) => ({ id, title: titles[id] }))

/**
 * A run to its last byte, in tabs. It fills the height of the column it stands in. Which tab is open is remembered for all runs;
 * only the open one reads and draws.
 */
export function Inspector({ run }: { run: Run }) {
  const { tab } = useInspector()
  return (
    <Tabs name="Inspector" tabs={tabs} value={tab} onChange={(next) => setInspector({ tab: next })}>
      <OpenTab key={run.id} run={run} tab={tab} />
    </Tabs>
  )
}

function OpenTab({ run, tab }: { run: Run; tab: InspectorTab }) {
  switch (tab) {
    case 'request':
      return (
        <RequestTab
          id={run.id}
          status={run.status}
          endpoint={run.endpoint}
          connection={run.connection}
          request={run.request}
          sent={run.sent}
          parts={run.parts}
        />
      )
    case 'response':
      return (
        <ResponseTab
          id={run.id}
          state={run.status}
          status={run.served?.status}
          reply={run.reply}
          refusal={run.result.error?.raw}
        />
      )
    case 'events':
      return <EventsTab id={run.id} />
    case 'timing':
      return <TimingTab run={run} />
    case 'router':
      return <RouterTab run={run} />
    case 'cost':
      return <CostTab id={run.id} price={run.price} usage={run.result.usage} />
  }
}

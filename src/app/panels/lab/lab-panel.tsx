import { PanelTools } from '../../tool/panel-tools.tsx'
import { PanelHead } from '../../ui/panel-layout.tsx'

/** Plans of many requests, and their results as a grid. */
export function LabPanel() {
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <h1 className="font-semibold text-base">Lab</h1>
        <PanelTools />
      </PanelHead>
    </main>
  )
}

import type { PanelId } from '#contract/core/documents.ts'
import { panelPlace } from '../../tool/panels.ts'
import { useTools } from '../../tool/tools.ts'
import { retriable } from '../../ui/retriable.tsx'

const ToolPanel = retriable(async () => (await import('../../tool/tool-panel.tsx')).ToolPanel)

interface RegistryPanelProps {
  readonly panel: PanelId
  /** What is to come, as the subject of a sentence. */
  readonly what: string
}

/** A panel without code of its own: it draws its tools from the registry, and before it has any says what is to come. */
export function RegistryPanel({ panel, what }: RegistryPanelProps) {
  const isBuilt = useTools().some((tool) => tool.panel === panel)
  if (isBuilt) return <ToolPanel panel={panel} />
  return (
    <main className="grid min-h-0 flex-1 place-items-center p-8">
      <div className="max-w-sm text-center">
        <h1 className="text-base font-semibold">{panelPlace(panel).title}</h1>
        <p className="mt-2 text-soft">{what} Coming soon.</p>
      </div>
    </main>
  )
}

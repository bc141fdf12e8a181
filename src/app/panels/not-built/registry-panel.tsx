import type { PanelId } from '#contract/core/documents.ts'
import { useTools } from '../../tool/tools.ts'
import { retriable } from '../../ui/retriable.tsx'

const ToolPanel = retriable(async () => (await import('../../tool/tool-panel.tsx')).ToolPanel)

const ComingSoon = retriable(async () => (await import('./coming-soon.tsx')).ComingSoon)

interface RegistryPanelProps {
  readonly panel: PanelId
  /** What is to come: a sentence. */
  readonly what: string
}

/** A panel without code of its own: it draws its tools from the registry, and before it has any says what is to come. */
export function RegistryPanel({ panel, what }: RegistryPanelProps) {
  const isBuilt = useTools().some((tool) => tool.panel === panel)
  if (isBuilt) return <ToolPanel panel={panel} />
  return <ComingSoon panel={panel} what={what} />
}

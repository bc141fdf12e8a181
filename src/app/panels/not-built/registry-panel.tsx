import type { PanelId } from '#contract/core/documents.ts'
import { useTools } from '../../tool/tools.ts'
import { retriable } from '../../ui/retriable.tsx'
import { ComingSoon } from './coming-soon.tsx'

const ToolPanel = retriable(async () => (await import('../../tool/tool-panel.tsx')).ToolPanel)

interface RegistryPanelProps {
  readonly panel: PanelId
  /** What is to come: a sentence. */
  readonly what: string
}

/** A panel without code of its own: it draws its tools from the registry, and before it has any says what is to come. */
function RegistryPanel({ panel, what }: RegistryPanelProps) {
  const isBuilt = useTools().some((tool) => tool.panel === panel)
  if (isBuilt) return <ToolPanel panel={panel} />
  return <ComingSoon panel={panel} what={what} />
}

export const AudioPanel = () => (
  <RegistryPanel panel="audio" what="Speech, transcription, voices, dubbing, music and sound effects." />
)

import { type ComponentType, Suspense, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { ownOf } from '#contract/core/loose-json.ts'
import type { PanelId } from '#contract/routes.ts'
import { panelPlace } from './panels.ts'
import { TabWish } from './tool-layout.tsx'
import { type OwnParts, ToolView } from './tool-view.tsx'
import { type Tool, useTools } from './tools.ts'

interface ToolPanelProps {
  readonly panel: PanelId
  /** What tools have of their own beside their entries, by id. Every other is drawn from its entry alone. */
  readonly own?: Readonly<Record<string, OwnParts>>
  /** Tools that are drawn by a component of their own, by id. */
  readonly views?: Readonly<Record<string, ComponentType>>
}

const none = {}

/** A panel whose tools share one place: the tool that the address names, with tabs to the others. */
export function ToolPanel({ panel, own = none, views = none }: ToolPanelProps) {
  const tool = useShownTool(panel)
  const wish = useRef(false)
  if (!tool) return null
  const View = ownOf(views, tool.id)
  return (
    <TabWish value={wish}>
      <Suspense fallback={<main data-cable={panelPlace(panel).cable} className="flex-1" aria-busy="true" />}>
        {View ? <View /> : <ToolView key={tool.id} tool={tool} {...ownOf(own, tool.id)} />}
      </Suspense>
    </TabWish>
  )
}

/** The tool of a panel that the address names; the panel's first where it names none. Undefined for a panel without a tool. */
function useShownTool(panel: PanelId): Tool | undefined {
  const [params] = useSearchParams()
  const mine = useTools().filter((tool) => tool.panel === panel)
  return mine.find(({ tab }) => tab === (params.get('tab') ?? undefined)) ?? mine.find(({ tab }) => tab === undefined)
}

import { useSearchParams } from 'wouter'
import type { PanelId } from '#contract/core/documents.ts'
import { type Tool, useTools } from './tools.ts'

/** An address may be typed by anybody: nothing that this app writes there is longer. */
const longest = 200

/** The tool of a panel that the address names; the panel's first where it names none. Undefined for a panel without a tool. */
export function useShownTool(panel: PanelId): Tool | undefined {
  const [params] = useSearchParams()
  const mine = useTools().filter((tool) => tool.panel === panel)
  return mine.find(({ tab }) => tab === (params.get('tab') ?? undefined)) ?? mine.find(({ tab }) => tab === undefined)
}

interface ToolPlace {
  /** The model that the address names, if it names one. */
  readonly model: string | undefined
  /** Writes the tool's model into the address; it stays the same entry of the history. */
  readonly nameModel: (model: string) => void
}

/** What the address says of the tool that is shown. */
export function useToolPlace({ tab }: Tool): ToolPlace {
  const [params, setParams] = useSearchParams()
  const named = params.get('model') ?? ''
  return {
    model: named !== '' && named.length <= longest ? named : undefined,
    nameModel: (model) => {
      const written = new URLSearchParams({ ...(tab !== undefined && { tab }), ...(model !== '' && { model }) })
      // What no address can hold reads back as something else, and is not written again and again.
      if (model.length <= longest && written.toString() !== params.toString()) setParams(written, { replace: true })
    },
  }
}

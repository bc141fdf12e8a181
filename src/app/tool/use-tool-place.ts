import { useSearchParams } from 'wouter'

export type Tool = 'generate' | 'edit'

/** An address may be typed by anybody: nothing that this app writes there is longer. */
const longest = 200

interface ToolPlace {
  readonly tool: Tool
  /** The model that the address names, if it names one. */
  readonly model: string | undefined
  /** Shows the other tool; the model of this one does not go with it. */
  readonly goTo: (tool: Tool) => void
  /** Writes the tool's model into the address; it stays the same entry of the history. */
  readonly nameModel: (model: string) => void
}

/** Which of the two tools the address names, and its model. */
export function useToolPlace(): ToolPlace {
  const [params, setParams] = useSearchParams()
  const tool = params.get('tab') === 'edit' ? 'edit' : 'generate'
  const named = params.get('model') ?? ''
  return {
    tool,
    model: named !== '' && named.length <= longest ? named : undefined,
    goTo: (next) => setParams(next === 'edit' ? { tab: 'edit' } : {}),
    nameModel: (model) => {
      const written = new URLSearchParams({ ...(tool === 'edit' && { tab: tool }), ...(model !== '' && { model }) })
      // What no address can hold reads back as something else, and is not written again and again.
      if (model.length <= longest && written.toString() !== params.toString()) setParams(written, { replace: true })
    },
  }
}

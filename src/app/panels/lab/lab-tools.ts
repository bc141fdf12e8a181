import { describe as fieldsOf } from '../../form/describe.ts'
import { setupOf } from '../../tool/tool-view.tsx'
import type { Tool } from '../../tool/tools.ts'

/** The tool as a plan fills its form: the model is an axis, and nothing comes from a conversation. */
export function labTool(tool: Tool): Tool {
  const fills = tool.threads === 'conversations' ? {} : tool.fills
  return { ...tool, fills: { ...fills, model: 'comes from the models of the plan' } }
}

/** Whether a plan can hold requests of a tool: those that need a file have no place in its rows yet. */
export const takesPlans = (tool: Tool): boolean =>
  fieldsOf(setupOf(labTool(tool)).schema).every(({ file, required }) => !(file && required))

/** The request that a new plan of a tool begins with. Previews of images are left out: nobody watches them, and some are billed. */
export function freshRequest({ fresh }: Tool): Readonly<Record<string, unknown>> {
  const { model: _, partial_images: __, ...rest } = fresh
  return rest
}

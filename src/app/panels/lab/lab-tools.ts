import type { FileFacts } from '#contract/core/field.ts'
import type { Tool } from '../../tool/tools.ts'

/** The tool as a plan fills its form: the model is an axis, and nothing comes from a conversation or a canvas. */
export function labTool(tool: Tool): Tool {
  const fills = tool.threads === 'conversations' || tool.opens === 'run' ? {} : tool.fills
  return { ...tool, fills: { ...fills, model: 'comes from the models of the plan' } }
}

/** The request that a new plan of a tool begins with. Previews of images are left out: nobody watches them, and some are billed. */
export function freshRequest({ fresh }: Tool): Readonly<Record<string, unknown>> {
  const { model: _, partial_images: __, ...rest } = fresh
  return rest
}

/** What a field of files holds in a plan: the placeholder of a column of files. */
export function fileMarkOf(column: string, { most, wrap }: FileFacts): unknown {
  const mark = `{{${column}}}`
  const item = wrap ? { [wrap]: mark } : mark
  return most === undefined ? item : [item]
}

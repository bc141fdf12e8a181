import type { FileFacts } from '#contract/core/field.ts'
import { type JsonRecord, listOf, ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { titleOf } from '../../tool/asked.ts'
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

/** The title of a cell's run: of a conversation, the words of its last message. */
export function cellTitle(request: JsonRecord, tool: Tool): string {
  const field = promptField(tool.endpoint)
  const { content } = recordOf(listOf(ownOf(request, field)).at(-1))
  const words = listOf(content).map((part) => stringOf(recordOf(part).text))
  const said = typeof content === 'string' ? content : words.join(' ')
  return titleOf(said.trim() === '' ? request : { ...request, [field]: said }, tool)
}

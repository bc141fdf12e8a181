import { isRecord, type JsonRecord, listOf, nonBlankOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'

/** A tool that the sandbox can call. */
export interface Tool {
  readonly kind: 'function' | 'custom'
  readonly name: string
  readonly description: string
  /** What its arguments must fit; `format` of a custom tool. */
  readonly shape: unknown
  /** Where the shape stands in the request, for a refusal. */
  readonly param: string
}

/** `required`: something must be called. `auto`: what the prompt asks for. */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'auto' | 'required'; readonly tools: readonly Tool[] }
  | { readonly kind: 'named'; readonly tool: Tool }
  | { readonly kind: 'absent'; readonly name: string }

/** The functions and custom tools of a request. Tools that a provider runs by itself (`web_search`, …) are not among them. */
export function toolsOf(request: NormalRequest): readonly Tool[] {
  return request.tools.flatMap((tool, at) => {
    const details = tool.type === 'custom' && isRecord(tool.custom) ? tool.custom : tool
    const name = nonBlankOf(details.name)
    if (name === undefined || (tool.type !== 'function' && tool.type !== 'custom')) return []
    const description = stringOf(details.description)
    return [{ kind: tool.type, name, description, ...shapeOf(tool.type, details, at) }]
  })
}

function shapeOf(kind: string, details: JsonRecord, at: number): Pick<Tool, 'shape' | 'param'> {
  if (kind === 'custom') return { shape: details.format, param: `tools[${at}].format` }
  return { shape: details.parameters ?? { type: 'object', properties: {} }, param: `tools[${at}].parameters` }
}

/** What the request wants called: the words of §4.2, or the object forms that real servers take beside them. */
export function choiceOf(request: NormalRequest, tools: readonly Tool[]): Choice {
  const choice = request.tool_choice
  if (choice === 'none') return { kind: 'none' }
  if (typeof choice === 'string') return { kind: choice === 'required' ? 'required' : 'auto', tools }
  if (choice.type === 'allowed_tools') return allowedOf(choice, tools)
  if (choice.type !== 'function' && choice.type !== 'custom') return { kind: 'auto', tools }
  const name = nameOf(choice)
  const tool = tools.find((one) => one.name === name)
  return tool ? { kind: 'named', tool } : { kind: 'absent', name }
}

function allowedOf(choice: JsonRecord, tools: readonly Tool[]): Choice {
  const details = isRecord(choice.allowed_tools) ? choice.allowed_tools : choice
  const names = new Set(listOf(details.tools).map((tool) => nameOf(recordOf(tool))))
  return {
    kind: details.mode === 'required' ? 'required' : 'auto',
    tools: tools.filter((tool) => names.has(tool.name)),
  }
}

const nameOf = (tool: JsonRecord) => stringOf(tool.name) || stringOf(recordOf(tool.function ?? tool.custom).name)

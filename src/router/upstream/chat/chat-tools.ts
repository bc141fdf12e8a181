import { defined, type JsonRecord, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { type CallableTool, type ToolPlan, toolPlan } from '#contract/responses/callable-tools.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { badRequest } from '../../http/errors.ts'

/** A 400 for what a server that has only chat completions cannot do. */
export const unsupported = (param: string, message: string) =>
  badRequest(`${param}: ${message}`, { param, code: 'unsupported_parameter' })

const emptySchema = { type: 'object', properties: {} }

/** The parameters of a custom tool as a function: its free text as the only one. Most servers have no custom tools. */
const inputSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** What only a Responses server knows of a tool. */
const serverFields = new Set([
  'type',
  'name',
  'format',
  'execution',
  'defer_loading',
  'output_schema',
  'allowed_callers',
])

/** A grammar is told in words, since a function has no place for it. */
function customDescription({ description, format }: JsonRecord): string {
  const { type, syntax, definition } = recordOf(format)
  const grammar =
    type === 'grammar' ? `input has to match this ${stringOf(syntax)} grammar:\n${stringOf(definition)}` : ''
  return [stringOf(description), grammar].filter((text) => text !== '').join('\n\n')
}

/** Chat completions nest a function's details. A schema is always sent, because several servers require it. */
function chatTool({ kind, flatName, details }: CallableTool): JsonRecord {
  const known = Object.entries(details).filter(([key, value]) => value !== null && !serverFields.has(key))
  const own =
    kind === 'custom'
      ? { description: customDescription(details), parameters: inputSchema }
      : { parameters: details.parameters ?? emptySchema }
  return { type: 'function', function: { name: flatName, ...Object.fromEntries(known), ...own } }
}

/** The plan for the tools of a request. A 400 where it requires a tool that only a Responses server can run. */
export function chatToolPlan(request: NormalRequest): ToolPlan {
  const plan = toolPlan(request)
  if ('message' in plan) throw unsupported(plan.param, plan.message)
  return plan
}

/**
 * `tools`, `tool_choice` and `parallel_tool_calls` of a chat completion; the last two only as far as they were sent, and not without
 * tools, since OpenAI refuses them then. Only the allowed tools are sent, since most servers do not know `allowed_tools`.
 */
export function chatTools({ tools, mode, named }: ToolPlan, { parallel_tool_calls }: NormalRequest): JsonRecord {
  if (tools.length === 0) return {}
  const choice = named ? { type: 'function', function: { name: named.flatName } } : mode
  return {
    tools: tools.map(chatTool),
    ...(choice !== 'auto' && { tool_choice: choice }),
    ...defined({ parallel_tool_calls }),
  }
}

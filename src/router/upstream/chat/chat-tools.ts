import { defined, isRecord, type JsonRecord, listOf, recordOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { badRequest } from '../../http/errors.ts'

/** A 400 for what a server that has only chat completions cannot do. */
export const unsupported = (param: string, message: string) =>
  badRequest(`${param}: ${message}`, { param, code: 'unsupported_parameter' })

const emptySchema = { type: 'object', properties: {} }

/** Chat completions nest a function's details. A schema is always sent, because several servers require it. */
function functionTool({ type: _, ...details }: JsonRecord): JsonRecord {
  const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null))
  return { type: 'function', function: { ...known, parameters: details.parameters ?? emptySchema } }
}

function chatTool(tool: JsonRecord, index: number): JsonRecord {
  if (tool.type === 'function') return functionTool(tool)
  throw unsupported(
    `tools[${index}]`,
    `This model’s server has only chat completions, which cannot run a tool of type ${JSON.stringify(tool.type)}. Use function tools.`,
  )
}

function namedChoice(choice: JsonRecord): JsonRecord {
  if (choice.type === 'function') return { type: 'function', function: { name: choice.name } }
  throw unsupported('tool_choice', 'This model’s server can only be told to call a function.')
}

/** `allowed_tools` is unknown to most servers; sending only the allowed ones means the same. */
function allowedTools(tools: readonly JsonRecord[], choice: JsonRecord): readonly JsonRecord[] {
  const names = new Set(listOf(choice.tools).map((tool) => recordOf(tool).name))
  const allowed = tools.filter((tool) => names.has(recordOf(tool.function).name))
  if (allowed.length > 0) return allowed
  throw unsupported('tool_choice.tools', 'Name at least one of the functions in tools.')
}

/**
 * `tools`, `tool_choice` and `parallel_tool_calls` of a chat completion; the last two only as far as they were sent, and not without
 * tools, since OpenAI refuses them then. Throws a 400 for tools that only a Responses server can run.
 */
export function chatTools({ tools, tool_choice: choice, parallel_tool_calls }: NormalRequest): JsonRecord {
  const nested = tools.map(chatTool)
  if (nested.length === 0) return choice === 'auto' || choice === 'none' ? {} : { tool_choice: choice }
  if (isRecord(choice) && choice.type === 'allowed_tools') {
    const allowed = allowedTools(nested, choice)
    return { tools: allowed, tool_choice: choice.mode ?? 'auto', ...defined({ parallel_tool_calls }) }
  }
  const chosen = isRecord(choice) ? namedChoice(choice) : choice
  return { tools: nested, ...(chosen !== 'auto' && { tool_choice: chosen }), ...defined({ parallel_tool_calls }) }
}

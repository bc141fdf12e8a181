import { asRecord } from '#contract/read-loosely.ts'
import type { NormalRequest } from '#contract/responses-input.ts'
import { badRequest } from '../../router-error.ts'
import { toolsAskedFor } from './asked-for.ts'
import type { Conversation } from './conversation.ts'
import { type PromptValues, promptValues, suggesting } from './prompt-values.ts'
import { schemaValue } from './schema/schema-value.ts'
import { type Choice, choiceOf, type Tool, toolsOf } from './tool-set.ts'

/** One call with its arguments (JSON) or, for a custom tool, its input. */
export interface Call {
  readonly kind: Tool['kind']
  readonly name: string
  readonly input: string
}

const mostCalls = 32

/**
 * What is called for a request. A named tool and `required` always call, unless the tool's output is what the input ends with;
 * `auto` calls what the last user turn asks for (`asksFor`). One call only where `parallel_tool_calls` is false.
 */
export function callsOf(request: NormalRequest, conversation: Conversation, seed: string): readonly Call[] {
  const tools = toolsOf(request)
  const choice = choiceOf(request, tools)
  const chosen = chosenTools(choice, conversation)
  const values = promptValues(conversation.gist)
  const [only, ...others] = chosen
  const wanted = only && others.length === 0 ? perPlace(only, values) : chosen.map((tool) => ({ tool, values }))
  const limit = request.parallel_tool_calls === false ? 1 : mostCalls
  return wanted.slice(0, limit).map((one, at) => callOf(one.tool, one.values, `${seed} call ${at}`))
}

function chosenTools(choice: Choice, { gist, outputs }: Conversation): readonly Tool[] {
  switch (choice.kind) {
    case 'none':
      return []
    case 'absent':
      throw badRequest(`tool_choice names ${JSON.stringify(choice.name)}, which is not among the tools.`, {
        param: 'tool_choice',
      })
    case 'named':
      return outputs.some(({ name }) => name === choice.tool.name) ? [] : [choice.tool]
    case 'auto':
      return outputs.length > 0 ? [] : toolsAskedFor(gist, choice.tools)
    case 'required': {
      if (outputs.length > 0) return []
      const asked = toolsAskedFor(gist, choice.tools)
      if (choice.tools.length > 0) return asked.length > 0 ? asked : choice.tools.slice(0, 1)
      throw badRequest('tool_choice is required, but there is no function or custom tool to call.', {
        param: 'tool_choice',
      })
    }
  }
}

interface Wanted {
  readonly tool: Tool
  readonly values: PromptValues
}

/** A question about several places is one call for each, where the tool takes one place. */
function perPlace(tool: Tool, values: PromptValues): readonly Wanted[] {
  const properties = asRecord(asRecord(tool.shape).properties)
  const takesPlaces = Object.entries(properties).filter(
    ([name, schema]) => asRecord(schema).type === 'string' && /city|location|place|town|harbou?r|country/i.test(name),
  )
  if (takesPlaces.length !== 1 || values.places.length < 2) return [{ tool, values }]
  return values.places.map((place) => ({ tool, values: { ...values, places: [place] } }))
}

function callOf(tool: Tool, values: PromptValues, seed: string): Call {
  return {
    kind: tool.kind,
    name: tool.name,
    input: tool.kind === 'custom' ? customInput(tool, values, seed) : functionInput(tool, values, seed),
  }
}

function functionInput(tool: Tool, values: PromptValues, seed: string): string {
  const made = schemaValue(tool.shape, seed, () => suggesting(values))
  if (made.kind === 'value') return JSON.stringify(made.value)
  throw badRequest(`The sandbox finds no arguments for ${tool.name}: ${made.why}.`, { param: tool.param })
}

function customInput(tool: Tool, values: PromptValues, seed: string): string {
  const format = asRecord(tool.shape)
  if (format.type !== 'grammar') return values.quoted[0] ?? (values.text || 'synthetic input')
  if (format.syntax !== 'regex') {
    throw badRequest(`The sandbox cannot follow the grammar of ${tool.name}; it reads regular expressions only.`, {
      param: tool.param,
    })
  }
  const made = schemaValue({ type: 'string', pattern: `^(?:${String(format.definition)})$` }, seed)
  if (made.kind === 'value') return String(made.value)
  throw badRequest(`The sandbox finds no input for ${tool.name}: ${made.why}.`, { param: tool.param })
}

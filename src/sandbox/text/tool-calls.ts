import { recordOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { refusal } from '../refusal.ts'
import type { Fuel } from '../schema/fuel.ts'
import { spacedName } from '../schema/samples.ts'
import { schemaValue, type Wish } from '../schema/schema-value.ts'
import { toolsAskedFor } from './asked-for.ts'
import type { Conversation } from './conversation.ts'
import { type PromptValues, promptValues } from './prompt-values.ts'
import { isPlaceName, suggesting } from './suggesting.ts'
import { type Choice, choiceOf, type Tool, toolsOf } from './tool-set.ts'

/** One call with its arguments (JSON) or, for a custom tool, its input. */
export interface Call {
  readonly kind: Tool['kind']
  readonly name: string
  readonly input: string
}

const mostCalls = 32

/** What the calls of one request are made from. */
export interface Calling {
  readonly request: NormalRequest
  readonly conversation: Conversation
  readonly seed: string
  readonly fuel: Fuel
}

/**
 * What is called for a request. A named tool and `required` always call, unless the tool has answered since the last user turn;
 * `auto` calls what the last user turn asks for (`toolsAskedFor`) as long as nobody has answered it. One call only where
 * `parallel_tool_calls` is false.
 */
export function callsOf(calling: Calling): readonly Call[] {
  const { request, conversation } = calling
  const tools = toolsOf(request)
  const choice = choiceOf(request, tools)
  const chosen = chosenTools(choice, conversation)
  const values = promptValues(conversation)
  const [only, ...others] = chosen
  const wanted = only && others.length === 0 ? perPlace(only, values) : chosen.map((tool) => ({ tool, values }))
  const limit = request.parallel_tool_calls === false ? 1 : mostCalls
  return wanted.slice(0, limit).map((one, at) => callOf(one, calling, at))
}

function chosenTools(choice: Choice, { gist, outputs, lastTurn }: Conversation): readonly Tool[] {
  const asked = (tools: readonly Tool[]) => (lastTurn === 'assistant' ? [] : toolsAskedFor(gist, tools))
  switch (choice.kind) {
    case 'none':
      return []
    case 'absent':
      throw refusal(`tool_choice names ${JSON.stringify(choice.name)}, which is not among the tools.`, 'tool_choice')
    case 'named':
      return outputs.some(({ name }) => name === choice.tool.name) ? [] : [choice.tool]
    case 'auto':
      return outputs.length > 0 ? [] : asked(choice.tools)
    case 'required': {
      if (outputs.length > 0) return []
      const [first] = choice.tools
      if (!first)
        throw refusal('tool_choice is required, but there is no function or custom tool to call.', 'tool_choice')
      const wanted = asked(choice.tools)
      return wanted.length > 0 ? wanted : [first]
    }
  }
}

interface Wanted {
  readonly tool: Tool
  readonly values: PromptValues
}

/** A question about several places is one call for each, where the tool takes one place. */
function perPlace(tool: Tool, values: PromptValues): readonly Wanted[] {
  const properties = recordOf(recordOf(tool.shape).properties)
  const takesPlaces = Object.entries(properties).filter(
    ([name, schema]) => recordOf(schema).type === 'string' && isPlaceName(spacedName(name)),
  )
  if (takesPlaces.length !== 1 || values.places.length < 2) return [{ tool, values }]
  return values.places.map((place) => ({ tool, values: { ...values, places: [place] } }))
}

function callOf({ tool, values }: Wanted, { seed, fuel }: Calling, at: number): Call {
  const wish = { seed: `${seed} call ${at}`, fuel, suggestions: () => suggesting(values) }
  const input = tool.kind === 'custom' ? customInput(tool, values, wish) : functionInput(tool, wish)
  return { kind: tool.kind, name: tool.name, input }
}

/** Arguments are always an object, whatever else their schema would allow. */
function functionInput(tool: Tool, wish: Wish): string {
  const made = schemaValue(tool.shape, { ...wish, kind: 'object' })
  if (made.kind === 'value') return JSON.stringify(made.value)
  throw refusal(`The sandbox finds no object of arguments for ${tool.name}: ${made.why}.`, tool.param)
}

function customInput(tool: Tool, values: PromptValues, { seed, fuel }: Wish): string {
  const format = recordOf(tool.shape)
  if (format.type !== 'grammar') return values.quoted[0] ?? (values.text || 'synthetic input')
  if (format.syntax !== 'regex') {
    const why = `The sandbox cannot follow the grammar of ${tool.name}; it reads regular expressions only.`
    throw refusal(why, tool.param)
  }
  const made = schemaValue({ type: 'string', pattern: `^(?:${String(format.definition)})$` }, { seed, fuel })
  if (made.kind === 'value') return String(made.value)
  throw refusal(`The sandbox finds no input for ${tool.name}: ${made.why}.`, tool.param)
}

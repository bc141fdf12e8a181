import { isRecord, type JsonRecord, listOf, nonBlankOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { areAkin, kinOf, tellingWords } from '../akin.ts'
import { refusal } from '../refusal.ts'
import type { TimeLimit } from '../schema/basis.ts'
import { schemaValue, type Wish } from '../schema/schema-value.ts'
import { spacedName } from '../schema/string-value.ts'
import type { Conversation } from './conversation.ts'
import { type PromptValues, promptValues } from './prompt-values.ts'
import { isPlaceName, suggesting } from './suggesting.ts'

/** A tool that the sandbox can call. */
interface Tool {
  readonly kind: 'function' | 'custom'
  readonly name: string
  readonly description: string
  /** The schema of its arguments; the `format` of a custom tool. */
  readonly shape: unknown
  /** The path of that schema in the request, for error messages. */
  readonly param: string
}

/** `required`: at least one call. `auto`: the calls that the prompt asks for. */
type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'auto' | 'required'; readonly tools: readonly Tool[] }
  | { readonly kind: 'named'; readonly tool: Tool }
  | { readonly kind: 'absent'; readonly name: string }

/** The functions and custom tools of a request. Tools that a provider runs by itself (`web_search`, …) are not among them. */
function toolsOf(request: NormalRequest): readonly Tool[] {
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

/** Reads `tool_choice`: the words of §4.2, or the object forms that real servers also accept. */
function choiceOf(request: NormalRequest, tools: readonly Tool[]): Choice {
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

const longestDescription = 2000

/**
 * The tools that a prompt asks for, in the order in which the request lists them. It asks for a tool when it holds the tool's name,
 * or every significant word of the name (`get_weather` → weather), or one of the first two significant words of the description, or any
 * two of name and description together. Words match when they share a stem. An arithmetic expression, such as `12 * 7`, counts as the word `calculate`.
 */
function toolsAskedFor(prompt: string, tools: readonly Tool[]): readonly Tool[] {
  const lower = prompt.toLowerCase()
  const isSaid = kinOf([...tellingWords(lower), ...(sum.test(lower) ? wordsOfSums : [])])
  return tools.filter((tool) => isSpelled(tool.name, lower) || isDescribed(tool, isSaid))
}

/** A minus sign or slash requires spaces around it, since dates and part numbers contain them too. */
const sum =
  /\d\s{0,3}[*+×÷^]\s{0,3}[-(]{0,2}\d|\d\s{1,3}[-−/x]\s{1,3}\(?\d|\d\s(?:plus|minus|times|divided by|multiplied by)\s\d/
const wordsOfSums = ['calculate', 'arithmetic', 'math', 'mathematics', 'expression']

const isSpelled = (name: string, lower: string) => name.length > 2 && lower.includes(name.toLowerCase())

function isDescribed({ name, description }: Tool, isSaid: (word: string) => boolean): boolean {
  const named = tellingWords(spacedName(name))
  const offered = tellingWords(description.slice(0, longestDescription))
  if (named.length > 0 && named.every(isSaid)) return true
  return offered.slice(0, 2).some(isSaid) || distinct([...named, ...offered].filter(isSaid)) >= 2
}

/** The number of words that differ by stem. */
function distinct(words: readonly string[]): number {
  return words.filter((word, at) => !words.slice(0, at).some((earlier) => areAkin(earlier, word))).length
}

/** One call with its arguments (JSON) or, for a custom tool, its input. */
export interface Call {
  readonly kind: Tool['kind']
  readonly name: string
  readonly input: string
}

const mostCalls = 32

/** The inputs from which the calls of a request are generated. */
export interface Calling {
  readonly request: NormalRequest
  readonly conversation: Conversation
  readonly seed: string
  readonly limit: TimeLimit
}

/**
 * The tool calls of an answer. A named tool and `required` always call, unless the tool has returned a result since the last user turn;
 * `auto` calls the tools that the last user turn asks for (`toolsAskedFor`), unless a tool has returned a result since. At most one call
 * if `parallel_tool_calls` is false.
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
      throw refusal(`tool_choice names ${JSON.stringify(choice.name)}, which is not one of the tools.`, 'tool_choice')
    case 'named':
      return outputs.some(({ name }) => name === choice.tool.name) ? [] : [choice.tool]
    case 'auto':
      return outputs.length > 0 ? [] : asked(choice.tools)
    case 'required': {
      if (outputs.length > 0) return []
      const [first] = choice.tools
      if (!first)
        throw refusal('tool_choice is required, but the request has no function or custom tool.', 'tool_choice')
      const wanted = asked(choice.tools)
      return wanted.length > 0 ? wanted : [first]
    }
  }
}

interface Wanted {
  readonly tool: Tool
  readonly values: PromptValues
}

/** A prompt with several places makes one call per place if the tool accepts a single place. */
function perPlace(tool: Tool, values: PromptValues): readonly Wanted[] {
  const properties = recordOf(recordOf(tool.shape).properties)
  const takesPlaces = Object.entries(properties).filter(
    ([name, schema]) => recordOf(schema).type === 'string' && isPlaceName(spacedName(name)),
  )
  if (takesPlaces.length !== 1 || values.places.length < 2) return [{ tool, values }]
  return values.places.map((place) => ({ tool, values: { ...values, places: [place] } }))
}

function callOf({ tool, values }: Wanted, { seed, limit }: Calling, at: number): Call {
  const wish = { seed: `${seed} call ${at}`, limit, suggestions: () => suggesting(values) }
  const input = tool.kind === 'custom' ? customInput(tool, values, wish) : functionInput(tool, wish)
  return { kind: tool.kind, name: tool.name, input }
}

/** Arguments are always an object, even if their schema allows other types. */
function functionInput(tool: Tool, wish: Wish): string {
  const made = schemaValue(tool.shape, { ...wish, kind: 'object' })
  if (made.kind === 'value') return JSON.stringify(made.value)
  throw refusal(`The sandbox could not generate arguments for ${tool.name}: ${made.why}.`, tool.param)
}

function customInput(tool: Tool, values: PromptValues, { seed, limit }: Wish): string {
  const format = recordOf(tool.shape)
  if (format.type !== 'grammar') return values.quoted[0] ?? (values.text || 'synthetic input')
  if (format.syntax !== 'regex') {
    const why = `The sandbox cannot use the grammar of ${tool.name}: only regular expressions are supported.`
    throw refusal(why, tool.param)
  }
  const made = schemaValue({ type: 'string', pattern: `^(?:${String(format.definition)})$` }, { seed, limit })
  if (made.kind === 'value') return String(made.value)
  throw refusal(`The sandbox could not generate input for ${tool.name}: ${made.why}.`, tool.param)
}

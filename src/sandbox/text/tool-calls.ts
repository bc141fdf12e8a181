import { recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { CallableTool, ToolPlan } from '#contract/responses/callable-tools.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import { areAkin, kinOf, tellingWords } from '../akin.ts'
import { refusal } from '../refusal.ts'
import type { TimeLimit } from '../schema/basis.ts'
import { spacedName } from '../schema/scalar-values.ts'
import { schemaValue, type Wish } from '../schema/schema-value.ts'
import { isPlaceName, type PromptValues, promptValues, suggesting } from './prompt-suggestions.ts'
import type { Conversation } from './read-conversation.ts'

interface Tool {
  readonly kind: Call['kind']
  readonly name: string
  readonly namespace: string | undefined
  readonly description: string
  /** The schema of its arguments; the `format` of a custom tool. */
  readonly shape: unknown
  /** The path of that schema in the request, for error messages. */
  readonly param: string
}

/** The functions and custom tools among these. A search of tools needs words that the sandbox does not have. */
const ownTools = (tools: readonly CallableTool[]): readonly Tool[] =>
  tools.flatMap(({ kind, name, namespace, details, param }): Tool[] => {
    if (kind === 'tool_search') return []
    const common = { kind, name, namespace, description: stringOf(details.description) }
    if (kind === 'custom') return [{ ...common, shape: details.format, param: `${param}.format` }]
    const shape = details.parameters ?? { type: 'object', properties: {} }
    return [{ ...common, shape, param: `${param}.parameters` }]
  })

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

function distinct(words: readonly string[]): number {
  return words.filter((word, at) => !words.slice(0, at).some((earlier) => areAkin(earlier, word))).length
}

/** One call with its arguments (JSON) or, for a custom tool, its input. */
export interface Call {
  readonly kind: 'function' | 'custom'
  readonly name: string
  readonly namespace: string | undefined
  readonly input: string
}

const mostCalls = 32

/** The inputs from which the calls of a request are generated. */
interface Calling {
  readonly request: NormalRequest
  readonly plan: ToolPlan
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
  const { request, plan, conversation } = calling
  const chosen = chosenTools(plan, conversation)
  const values = promptValues(conversation)
  const [only, ...others] = chosen
  const wanted = only && others.length === 0 ? perPlace(only, values) : chosen.map((tool) => ({ tool, values }))
  const limit = request.parallel_tool_calls === false ? 1 : mostCalls
  return wanted.slice(0, limit).map((one, at) => callOf(one, calling, at))
}

function chosenTools({ mode, named, tools: allowed }: ToolPlan, conversation: Conversation): readonly Tool[] {
  const { gist, outputs, lastTurn } = conversation
  if (mode === 'none') return []
  if (named) return outputs.some(({ name }) => name === named.name) ? [] : ownTools([named])
  if (outputs.length > 0) return []
  const tools = ownTools(allowed)
  // One whose input the sandbox cannot write is called only where nothing else can be.
  const writable = tools.filter(isWritable)
  const usable = mode === 'required' && writable.length === 0 ? tools : writable
  const asked = lastTurn === 'assistant' ? [] : toolsAskedFor(gist, usable)
  return asked.length > 0 || mode !== 'required' ? asked : usable.slice(0, 1)
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
  return { kind: tool.kind, name: tool.name, namespace: tool.namespace, input }
}

/** Arguments are always an object, even if their schema allows other types. */
function functionInput(tool: Tool, wish: Wish): string {
  const made = schemaValue(tool.shape, { ...wish, kind: 'object' })
  if (made.kind === 'value') return JSON.stringify(made.value)
  throw refusal(`The sandbox could not generate arguments for ${tool.name}: ${made.why}.`, tool.param)
}

function isWritable({ kind, shape }: Tool): boolean {
  const { type, syntax } = recordOf(shape)
  return kind === 'function' || type !== 'grammar' || syntax === 'regex'
}

function customInput(tool: Tool, values: PromptValues, { seed, limit }: Wish): string {
  const format = recordOf(tool.shape)
  if (format.type !== 'grammar') return values.quoted[0] ?? (values.text || 'synthetic input')
  if (!isWritable(tool)) {
    const why = `The sandbox cannot use the grammar of ${tool.name}: only regular expressions are supported.`
    throw refusal(why, tool.param)
  }
  const made = schemaValue({ type: 'string', pattern: `^(?:${String(format.definition)})$` }, { seed, limit })
  if (made.kind === 'value') return String(made.value)
  throw refusal(`The sandbox could not generate input for ${tool.name}: ${made.why}.`, tool.param)
}

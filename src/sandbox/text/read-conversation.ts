import { listOf, nonBlankOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { type InputItem, instructionsOf, type NormalRequest } from '#contract/responses/input.ts'

interface ToolOutput {
  /** The tool's name if the call is in the input too; else "a tool". */
  readonly name: string
  readonly text: string
}

/** A request's input, reduced to what the sandbox's answers depend on. */
export interface Conversation {
  readonly instructions: readonly string[]
  readonly prompt: string
  /** The prompt, or both ends of a long one: enough to search for words and values. */
  readonly gist: string
  readonly earlier: readonly string[]
  readonly items: ReadonlyMap<string, number>
  readonly attachments: ReadonlyMap<string, number>
  readonly outputs: readonly ToolOutput[]
  /** `assistant` if a message or call of the assistant follows the last user item. */
  readonly lastTurn: 'user' | 'assistant'
  readonly text: string
}

const gistEnd = 10_000

/** Reads a request's items; never throws, whatever they contain. */
export function conversationOf(request: NormalRequest): Conversation {
  const spoken = request.input.filter((item) => item.role === 'user').map(textIn)
  const prompt = spoken.at(-1) ?? ''
  const since = request.input.slice(request.input.findLastIndex((item) => item.role === 'user') + 1)
  return {
    instructions: instructionsOf(request),
    prompt,
    gist: prompt.length > 2 * gistEnd ? `${prompt.slice(0, gistEnd)}\n${prompt.slice(-gistEnd)}` : prompt,
    earlier: spoken.slice(0, -1),
    items: counted(request.input.map((item) => nonBlankOf(item.role) ?? nonBlankOf(item.type) ?? 'item')),
    attachments: counted(request.input.flatMap(partTypes).filter((type) => !type.endsWith('text'))),
    outputs: outputsIn(since, request.input),
    lastTurn: since.some(isOfAssistant) ? 'assistant' : 'user',
    text: request.input.map((item) => textIn(item) || stringOf(item.arguments) || stringOf(item.input)).join('\n'),
  }
}

const isOutput = (item: InputItem) => stringOf(item.type).endsWith('call_output')

const isOfAssistant = (item: InputItem) => item.role === 'assistant' || stringOf(item.type).endsWith('_call')

/** The outputs among `items`, each with the name of its call, which may be anywhere in `all`. */
function outputsIn(items: readonly InputItem[], all: readonly InputItem[]): readonly ToolOutput[] {
  const names = new Map(all.filter((item) => !isOutput(item)).map((item) => [item.call_id, nonBlankOf(item.name)]))
  return items.filter(isOutput).map((item) => ({ name: names.get(item.call_id) ?? 'a tool', text: textIn(item) }))
}

/** The text of an item, from `content` or `output`, a string or parts. */
function textIn(item: InputItem): string {
  const content = item.content ?? item.output
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return content
    .flatMap((part) => (typeof part === 'string' ? part : (nonBlankOf(recordOf(part).text) ?? [])))
    .join('\n')
}

const partTypes = (item: InputItem) =>
  listOf(item.content ?? item.output).map((part) =>
    typeof part === 'string' ? 'text' : (nonBlankOf(recordOf(part).type) ?? 'part'),
  )

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

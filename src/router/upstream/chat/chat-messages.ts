import {
  defined,
  isRecord,
  type JsonRecord,
  listOf,
  nonBlankOf,
  ownOf,
  recordOf,
  stringOf,
} from '#contract/core/loose-json.ts'
import { type CallableTool, flatNameOf } from '#contract/responses/callable-tools.ts'
import { type InputItem, instructionsOf, type NormalRequest } from '#contract/responses/input.ts'
import { badRequest } from '../../http/router-error.ts'

/** A 400 for what a server that has only chat completions cannot do. */
export const unsupported = (param: string, message: string) =>
  badRequest(`${param}: ${message}`, { param, code: 'unsupported_parameter' })

/** The field of an assistant message in which earlier reasoning is sent back; null leaves it out. */
export const reasoningFields = ['reasoning_content', 'reasoning', null] as const
export type ReasoningField = (typeof reasoningFields)[number]

/** One turn of the assistant: what it thought, said and called, in consecutive items of the input. */
interface AssistantTurn {
  role: 'assistant'
  content: string | null
  tool_calls?: JsonRecord[]
  reasoning?: string
  reasoning_content?: string
}

const partTexts = (parts: unknown, ...keys: readonly string[]) =>
  listOf(parts).flatMap((part) => keys.flatMap((key) => nonBlankOf(ownOf(recordOf(part), key)) ?? []))

/** A text, or the text of a list of parts. Anything but text is a 400: these messages of chat completions take no media. */
function onlyText(content: unknown, path: string): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return content
    .map((part, index) => {
      const { text, refusal } = recordOf(part)
      if (typeof text === 'string') return text
      if (typeof refusal === 'string') return refusal
      throw unsupported(`${path}[${index}]`, 'This model’s server accepts only text here.')
    })
    .join('')
}

function imagePart({ image_url, detail }: JsonRecord, path: string): JsonRecord {
  if (typeof image_url === 'string') return { type: 'image_url', image_url: { url: image_url, ...defined({ detail }) } }
  throw unsupported(path, 'This model’s server does not store files. Send the image as image_url.')
}

function filePart({ file_data, file_id, filename, file_url }: JsonRecord, path: string): JsonRecord {
  if (file_url === undefined) return { type: 'file', file: defined({ filename, file_data, file_id }) }
  throw unsupported(`${path}.file_url`, 'This model’s server does not fetch files. Send the file as file_data.')
}

/** A part of a user message. What both conventions share, and what neither names, goes along as it is. */
function userPart(part: JsonRecord, path: string): JsonRecord {
  const { type, text } = part
  if (type === 'input_text' || type === 'output_text') return { type: 'text', text }
  if (type === 'input_image') return imagePart(part, path)
  if (type === 'input_file') return filePart(part, path)
  if (type !== 'input_audio' || isRecord(part.input_audio)) return part
  const { type: _, ...sound } = part
  return { type: 'input_audio', input_audio: sound }
}

/** A message that is not the assistant’s. A single text is sent as a string: some servers read nothing else. */
function otherMessage({ type: _, id, status, content, ...rest }: InputItem, path: string): JsonRecord {
  const parts = listOf(content).map((part, index) => userPart(recordOf(part), `${path}.content[${index}]`))
  const [first] = parts
  if (parts.length === 0) return { ...rest, content: '' }
  return { ...rest, content: parts.length === 1 && first?.type === 'text' ? first.text : parts }
}

/** A search that a provider ran itself has no id to answer by. */
const isClientSearch = ({ type, call_id }: InputItem, kind: 'call' | 'output') =>
  type === `tool_search_${kind}` && typeof call_id === 'string'

/**
 * A call of any kind as the function that it is for this server. Servers parse the arguments, which are empty for a function without
 * parameters. `extra_content` has the signatures that Gemini wants back with its calls.
 */
function toolCall(item: InputItem, tools: readonly CallableTool[]): JsonRecord {
  const { type, call_id, arguments: given, input, extra_content } = item
  const value = type === 'custom_tool_call' ? { input } : (given ?? {})
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  const text = said.trim() === '' ? '{}' : said
  const name = type === 'tool_search_call' ? 'tool_search' : flatNameOf(item, tools)
  return { id: call_id, type: 'function', function: { name, arguments: text }, ...defined({ extra_content }) }
}

/** Text parts of a tool’s output as one text, and the others as parts of a message: a tool’s message of chat completions takes only text. */
function outputOf(output: unknown, path: string): { readonly text: string; readonly media: readonly JsonRecord[] } {
  const isMedia = (part: unknown) =>
    typeof recordOf(part).type === 'string' && /^input_(image|file|audio)$/.test(stringOf(recordOf(part).type))
  if (!Array.isArray(output)) return { text: onlyText(output, path), media: [] }
  const media = output.flatMap((part, at) => (isMedia(part) ? [userPart(recordOf(part), `${path}[${at}]`)] : []))
  return {
    text: onlyText(
      output.filter((part) => !isMedia(part)),
      path,
    ),
    media,
  }
}

function reasoningText({ summary, content }: InputItem): string {
  const full = partTexts(content, 'text')
  return (full.length > 0 ? full : partTexts(summary, 'text')).join('\n\n')
}

interface Told {
  readonly reasoningField: ReasoningField
  /** Whether the request had `input`, so that errors can name the place in it. */
  readonly isInput: boolean
  /** Of the request, for the names of calls. */
  readonly tools: readonly CallableTool[]
}

/** Collects the messages of a conversation. Items of one turn of the assistant become one message, as chat completions have it. */
class Conversation {
  readonly messages: object[] = []
  readonly #told: Told
  #turn: AssistantTurn | undefined
  /** What tools returned beside text: a message of the user after the outputs, which have to follow their calls. */
  #media: JsonRecord[] = []

  constructor(told: Told) {
    this.#told = told
  }

  add(item: InputItem, index: number): void {
    const { type = 'message', role, reasoning_content, reasoning } = item
    // Messages were reordered and split on their way to items, so that an index would name another one.
    const path = this.#told.isInput ? `input[${index}]` : 'messages'
    if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      const { text, media } = outputOf(item.output, `${path}.output`)
      this.#push({ role: 'tool', tool_call_id: item.call_id, content: text || (media.length > 0 ? 'See below.' : '') })
      this.#media.push(...media)
      return
    }
    if (isClientSearch(item, 'output')) {
      const found = this.#told.tools.filter(({ param }) => param.startsWith(`input[${index}].`))
      const content = JSON.stringify({ tools: found.map(({ flatName }) => flatName) })
      this.#push({ role: 'tool', tool_call_id: item.call_id, content })
      return
    }
    this.flush()
    if (type === 'message' && role === 'assistant') {
      this.#reason(stringOf(reasoning_content ?? reasoning))
      this.#say(onlyText(item.content, `${path}.content`))
    } else if (type === 'message' && typeof role === 'string') {
      this.#push(otherMessage(item, path))
    } else if (type === 'reasoning') {
      this.#reason(reasoningText(item))
    } else if (type === 'function_call' || type === 'custom_tool_call' || isClientSearch(item, 'call')) {
      const turn = this.#assistant()
      turn.tool_calls = [...(turn.tool_calls ?? []), toolCall(item, this.#told.tools)]
    } else if (type !== 'additional_tools') {
      throw unsupported(path, `This model’s server does not support items of type ${JSON.stringify(type)}.`)
    }
  }

  /** Adds what is to follow the outputs. */
  flush(): void {
    const content = this.#media
    this.#media = []
    if (content.length > 0) this.#push({ role: 'user', content })
  }

  #push(message: object): void {
    this.#turn = undefined
    this.messages.push(message)
  }

  #assistant(): AssistantTurn {
    if (this.#turn) return this.#turn
    const turn: AssistantTurn = { role: 'assistant', content: null }
    this.#push(turn)
    this.#turn = turn
    return turn
  }

  #say(text: string): void {
    const turn = this.#assistant()
    turn.content = turn.content ? `${turn.content}\n\n${text}` : text
  }

  #reason(text: string): void {
    const field = this.#told.reasoningField
    if (field === null || text === '') return
    const turn = this.#assistant()
    turn[field] = turn[field] ? `${turn[field]}\n\n${text}` : text
  }
}

/** Whether a turn has anything that a server takes as a message; reasoning alone is refused by several. */
const speaks = (message: object) => !('content' in message && message.content === null) || 'tool_calls' in message

/**
 * The messages of a chat completion: instructions and the text of all system items in one system message at the start, since the
 * templates of many open models take no other; then the conversation. Throws a 400 that names what a chat server cannot take.
 */
export function chatMessages(request: NormalRequest, told: Told): object[] {
  const instructions = instructionsOf(request)
  const conversation = new Conversation(told)
  for (const [index, item] of request.input.entries()) {
    if (item.role !== 'system' && item.role !== 'developer') conversation.add(item, index)
  }
  conversation.flush()
  const system = instructions.length > 0 ? [{ role: 'system', content: instructions.join('\n\n') }] : []
  return [...system, ...conversation.messages.filter(speaks)]
}

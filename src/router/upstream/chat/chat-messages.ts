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
import { type InputItem, instructionsOf, type NormalRequest } from '#contract/responses/input.ts'
import { unsupported } from './chat-tools.ts'

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
      throw unsupported(`${path}[${index}]`, 'This model’s server takes only text here.')
    })
    .join('')
}

function imagePart({ image_url, detail }: JsonRecord, path: string): JsonRecord {
  if (typeof image_url === 'string') return { type: 'image_url', image_url: { url: image_url, ...defined({ detail }) } }
  throw unsupported(path, 'This model’s server keeps no files. Send the image as image_url.')
}

function filePart({ file_data, file_id, filename, file_url }: JsonRecord, path: string): JsonRecord {
  if (file_url === undefined) return { type: 'file', file: defined({ filename, file_data, file_id }) }
  throw unsupported(`${path}.file_url`, 'This model’s server fetches no files. Send the file as file_data.')
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

/** `extra_content` has the signatures that Gemini wants back with its calls. */
function toolCall({ call_id, name, arguments: given, extra_content }: InputItem): JsonRecord {
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {})
  return { id: call_id, type: 'function', function: { name, arguments: text }, ...defined({ extra_content }) }
}

function reasoningText({ summary, content }: InputItem): string {
  const full = partTexts(content, 'text')
  return (full.length > 0 ? full : partTexts(summary, 'text')).join('\n\n')
}

/** Collects the messages of a conversation. Items of one turn of the assistant become one message, as chat completions have it. */
class Conversation {
  readonly messages: object[] = []
  readonly #reasoningField: ReasoningField
  #turn: AssistantTurn | undefined

  constructor(reasoningField: ReasoningField) {
    this.#reasoningField = reasoningField
  }

  add(item: InputItem, path: string): void {
    const { type = 'message', role, reasoning_content, reasoning } = item
    if (type === 'message' && role === 'assistant') {
      this.#reason(stringOf(reasoning_content ?? reasoning))
      this.#say(onlyText(item.content, `${path}.content`))
    } else if (type === 'message' && typeof role === 'string') {
      this.#push(otherMessage(item, path))
    } else if (type === 'reasoning') {
      this.#reason(reasoningText(item))
    } else if (type === 'function_call') {
      const turn = this.#assistant()
      turn.tool_calls = [...(turn.tool_calls ?? []), toolCall(item)]
    } else if (type === 'function_call_output') {
      const content = onlyText(item.output, `${path}.output`)
      this.#push({ role: 'tool', tool_call_id: item.call_id, content })
    } else if (type === 'item_reference') {
      throw unsupported(path, 'This model’s server keeps no items. Send the item itself.')
    } else {
      throw unsupported(path, `This model’s server takes no item of type ${JSON.stringify(type)}.`)
    }
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
    const field = this.#reasoningField
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
export function chatMessages(request: NormalRequest, reasoningField: ReasoningField, isInput: boolean): object[] {
  const instructions = instructionsOf(request)
  const conversation = new Conversation(reasoningField)
  for (const [index, item] of request.input.entries()) {
    if (item.role === 'system' || item.role === 'developer') continue
    // Messages were reordered and split on their way to items, so that an index would name another one.
    conversation.add(item, isInput ? `input[${index}]` : 'messages')
  }
  const system = instructions.length > 0 ? [{ role: 'system', content: instructions.join('\n\n') }] : []
  return [...system, ...conversation.messages.filter(speaks)]
}

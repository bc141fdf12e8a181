import {
  countOf,
  defined,
  isRecord,
  type JsonRecord,
  listOf,
  ownOf,
  recordOf,
  stringOf,
  textOf,
} from '#contract/core/loose-json.ts'
import { type ChatCall, type ChatCallPiece, ChatCalls } from '#contract/responses/chat-calls.ts'
import type { ResponseObject } from '#contract/responses/response-object.ts'
import { ThinkTags } from '#contract/responses/think-tags.ts'
import type { Keep } from '../earlier-items.ts'
import type { Upstream } from '../upstream.ts'
import { type ChatFailure, cutOf, errorIn, failureOf, unreadable, usageOf } from './chat-end.ts'
import { type OpenCall, type ResponseEvent, type ResponseOrigin, ResponseWriter } from './response-writer.ts'

/** The longest answer in characters: text, reasoning and arguments together. */
const mostCharacters = 64 * 1024 * 1024

export interface ChatAnswer extends ResponseOrigin {
  readonly request: JsonRecord
  readonly upstream: Upstream
  /** Keeps the response, before its end is sent. */
  readonly keep?: Keep | undefined
}

/** A tool call on its way into the response: `early` are the arguments that came before its name was complete. */
interface WrittenCall {
  readonly call: ChatCall
  early: string
  open: OpenCall | undefined
}

/** The first choice, by its index or its place: a Responses request asks for one. */
function choiceOf({ choices }: JsonRecord): JsonRecord {
  const found = listOf(choices).find((choice) => (countOf(recordOf(choice).index) ?? 0) === 0)
  return recordOf(found)
}

/**
 * Converts one chat completion, in chunks or whole, to a response. Feed it with `read`, then call `end`; both return the events that
 * result. They throw a `ChatFailure` where the provider reports one, and another `RouterError` where its reply cannot be read.
 */
export class ChatConversion {
  readonly #answer: ChatAnswer
  readonly #writer: ResponseWriter
  readonly #calls = new ChatCalls()
  readonly #written = new Map<ChatCall, WrittenCall>()
  readonly #tags = new ThinkTags()
  /** Of text that is held back. */
  #logprobs: readonly unknown[] = []
  #isBegun = false
  #cut: ReturnType<typeof cutOf>
  #usage: ResponseObject['usage'] = null
  #facts: JsonRecord = {}
  #characters = 0

  constructor(answer: ChatAnswer) {
    this.#answer = answer
    this.#writer = new ResponseWriter(answer.request, answer)
  }

  /** Whether any event was made: a failure before that can still be an error status. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Whether a finish reason came: what follows are counts and sources, and the answer is whole without them. */
  get isFinished(): boolean {
    return this.#cut !== undefined
  }

  read(chunk: JsonRecord): ResponseEvent[] {
    const { upstream } = this.#answer
    const choice = choiceOf(chunk)
    const error = errorIn(chunk, choice)
    if (error !== undefined) throw failureOf(error, upstream)
    if (!this.#isBegun && chunk.choices !== undefined) {
      this.#isBegun = true
      this.#writer.begin()
    }
    this.#say(choice)
    if (!this.isFinished) {
      this.#cut = cutOf(choice)
      if (this.isFinished) this.#finish()
    }
    // Groq’s older models put the counts elsewhere.
    const usage = chunk.usage ?? recordOf(chunk.x_groq).usage
    if (isRecord(usage)) this.#usage = usageOf(usage) ?? this.#usage
    const { citations, search_results } = chunk
    if (citations !== undefined || search_results !== undefined) this.#facts = defined({ citations, search_results })
    return this.#writer.take()
  }

  /** Throws where there was no finish reason: an answer that was cut must not look whole. */
  end(): { readonly events: ResponseEvent[]; readonly response: ResponseObject } {
    if (this.#cut === undefined)
      throw unreadable(this.#answer.upstream, 'ended its reply before the answer was finished.')
    const response = this.#writer.end(this.#cut, this.#usage, this.#facts)
    return { events: this.#writer.take(), response }
  }

  /** The events of a failure in the middle of a stream. */
  fail({ code, message, facts }: ChatFailure): ResponseEvent[] {
    this.#writer.fail({ code: code ?? 'provider_error', message, param: facts.param ?? null })
    return this.#writer.take()
  }

  #say(choice: JsonRecord): void {
    const { delta, message, logprobs } = choice
    // Some servers repeat the whole message at the end of a stream.
    if (this.isFinished || (isRecord(message) && (this.#characters > 0 || this.#calls.any))) return
    const said = recordOf(message ?? delta)
    for (const piece of piecesOf(said)) {
      if (piece.kind === 'part') this.#writer.addPart(piece.part)
      else if (piece.text !== '') {
        this.#count(piece.text.length)
        if (piece.kind === 'output_text') this.#writeText(piece.text, listOf(recordOf(logprobs).content))
        else this.#writer.write(piece.kind, piece.text)
      }
    }
    if (said.annotations !== undefined) for (const one of annotationsIn(said)) this.#writer.annotate(one)
    const calls = callsIn(said)
    for (const [at, call] of calls.entries()) {
      const nth = calls.length > 1 ? at : undefined
      this.#call(this.#calls.read(call, { isWhole: isRecord(message), nth }))
    }
  }

  /** Text of the message, in which some servers leave the thoughts. */
  #writeText(text: string, logprobs: readonly unknown[]): void {
    const pieces = this.#tags.push(text, () => this.#writer.openText)
    if (pieces) {
      this.#logprobs = [...this.#logprobs, ...logprobs]
      this.#split(pieces)
    } else this.#writer.write('output_text', text, logprobs)
  }

  #split(pieces: ReturnType<ThinkTags['flush']>): void {
    for (const { kind, text } of pieces) {
      if (kind === 'answer') this.#writer.write('output_text', text, this.#logprobs)
      else if (kind === 'thought') this.#writer.write('reasoning_text', text)
      else this.#writer.takeAsReasoning(text)
      this.#logprobs = []
    }
  }

  /** Opens a call once its name cannot grow any more: with its arguments, or when another one begins. */
  #call({ call, text }: ChatCallPiece): void {
    this.#count(text.length)
    const written = this.#written.get(call) ?? { call, early: '', open: undefined }
    if (!this.#written.has(call)) {
      this.#openCalls()
      this.#written.set(call, written)
    }
    if (text !== '' && call.name !== undefined) this.#open(written)
    if (written.open === undefined) written.early += text
    else if (text !== '') this.#writer.writeCall(written.open, text)
  }

  #open(written: WrittenCall): void {
    const { call, early } = written
    if (written.open !== undefined || call.name === undefined) return
    this.#split(this.#tags.flush(() => this.#writer.openText))
    written.open = this.#writer.openCall(call.id, call.name, call.extra)
    if (early !== '') this.#writer.writeCall(written.open, early)
  }

  #openCalls(): void {
    for (const written of this.#written.values()) this.#open(written)
  }

  #finish(): void {
    this.#split(this.#tags.flush(() => this.#writer.openText))
    for (const piece of this.#calls.end(this.#cut !== null)) this.#call(piece)
    this.#openCalls()
    if (this.#calls.hasNameless) throw failureOf('a tool call came without a name.', this.#answer.upstream)
  }

  #count(characters: number): void {
    this.#characters += characters
    if (this.#characters > mostCharacters)
      throw unreadable(this.#answer.upstream, `sent more than ${mostCharacters} characters.`)
  }
}

/** The entries of `tool_calls`, or the one call of the older convention. */
function callsIn({ tool_calls, function_call }: JsonRecord): readonly JsonRecord[] {
  if (tool_calls === undefined && function_call === undefined) return none
  const entries = listOf(tool_calls).filter(isRecord)
  return entries.length === 0 && isRecord(function_call) ? [{ function: function_call }] : entries
}

const none: readonly JsonRecord[] = []

/** A piece of a message: text of one of three kinds, or a part of another kind as it came. */
export type Piece =
  | { readonly kind: 'output_text' | 'refusal' | 'reasoning_text'; readonly text: string }
  | { readonly kind: 'part'; readonly part: JsonRecord }

/** The text of `reasoning_details` and of Mistral's `thinking`: a text, or a list of parts with one. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  return listOf(value)
    .map((part) => {
      const { text, summary, thinking } = recordOf(part)
      return wordsIn(text ?? summary ?? thinking)
    })
    .join('')
}

function pieceOf(part: JsonRecord): Piece {
  const { type, text, refusal } = part
  if (type === 'thinking' || type === 'reasoning')
    return { kind: 'reasoning_text', text: wordsIn(part.thinking ?? part.reasoning ?? text) }
  if (typeof refusal === 'string') return { kind: 'refusal', text: refusal }
  return typeof text === 'string' ? { kind: 'output_text', text } : { kind: 'part', part }
}

/** Gemini's compatible endpoint sends thoughts as content, marked beside it. */
const isThought = (extra: unknown) => recordOf(recordOf(extra).google).thought === true

function contentPieces({ content, extra_content }: JsonRecord): Piece[] {
  if (typeof content === 'string') {
    return [
      {
        kind: extra_content !== undefined && isThought(extra_content) ? 'reasoning_text' : 'output_text',
        text: content,
      },
    ]
  }
  return (Array.isArray(content) ? content : [content]).flatMap((part) => {
    if (typeof part === 'string') return [{ kind: 'output_text' as const, text: part }]
    return isRecord(part) ? [pieceOf(part)] : []
  })
}

/**
 * What a message or a delta says, in the order in which a Responses server would put it. Routers that send reasoning under several
 * names send the same words under each, so the first counts. Pieces may be empty.
 */
export function piecesOf(said: JsonRecord): Piece[] {
  const { reasoning, reasoning_content, reasoning_details, refusal, images } = said
  const thoughts = textOf(reasoning) ?? textOf(reasoning_content) ?? wordsIn(reasoning_details)
  const pieces = contentPieces(said)
  if (thoughts !== '') pieces.unshift({ kind: 'reasoning_text', text: thoughts })
  if (typeof refusal === 'string') pieces.push({ kind: 'refusal', text: refusal })
  if (images !== undefined)
    pieces.push(
      ...listOf(images)
        .filter(isRecord)
        .map((part) => ({ kind: 'part' as const, part })),
    )
  return pieces
}

/** Chat completions nest what an annotation says under its kind. */
function annotationsIn({ annotations }: JsonRecord): JsonRecord[] {
  return listOf(annotations)
    .filter(isRecord)
    .map(({ type, ...rest }) => {
      const nested = ownOf(rest, stringOf(type))
      return { type, ...(isRecord(nested) ? nested : rest) }
    })
}

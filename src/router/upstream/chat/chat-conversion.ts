import { countOf, defined, isRecord, type JsonRecord, listOf, recordOf } from '#contract/core/loose-json.ts'
import type { ResponseObject } from '#contract/responses/response-object.ts'
import type { Keep } from '../earlier-items.ts'
import type { Upstream } from '../upstream.ts'
import { ChatCalls } from './chat-calls.ts'
import { type ChatFailure, cutOf, errorIn, failureOf, unreadable, usageOf } from './chat-end.ts'
import { annotationsIn, piecesOf } from './chat-words.ts'
import { type ResponseEvent, type ResponseOrigin, ResponseWriter } from './response-writer.ts'

/** The longest answer in characters: text, reasoning and arguments together. */
const mostCharacters = 64 * 1024 * 1024

/** What an answer is made of, beside its chunks. */
export interface ChatAnswer extends ResponseOrigin {
  /** The client's request, whose parameters the response repeats. */
  readonly request: JsonRecord
  readonly upstream: Upstream
  /** Keeps the response, before its end is sent. */
  readonly keep?: Keep | undefined
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
  readonly #calls: ChatCalls
  #isBegun = false
  #cut: ReturnType<typeof cutOf>
  #usage: ResponseObject['usage'] = null
  #facts: JsonRecord = {}
  #characters = 0

  constructor(answer: ChatAnswer) {
    this.#answer = answer
    this.#writer = new ResponseWriter(answer.request, answer)
    this.#calls = new ChatCalls(this.#writer)
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
      if (this.isFinished && this.#calls.hasNameless) throw failureOf('a tool call came without a name.', upstream)
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
        this.#writer.write(
          piece.kind,
          piece.text,
          piece.kind === 'output_text' ? listOf(recordOf(logprobs).content) : [],
        )
      }
    }
    if (said.annotations !== undefined) for (const one of annotationsIn(said)) this.#writer.annotate(one)
    if (said.tool_calls !== undefined) {
      for (const call of listOf(said.tool_calls).filter(isRecord)) this.#count(this.#calls.read(call))
    }
  }

  #count(characters: number): void {
    this.#characters += characters
    if (this.#characters > mostCharacters)
      throw unreadable(this.#answer.upstream, `sent more than ${mostCharacters} characters.`)
  }
}

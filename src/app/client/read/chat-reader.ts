import { countOf, isRecord, type JsonRecord, known, labelOf, listOf, recordOf, textOf } from './json-value.ts'
import type { Outputs } from './outputs.ts'
import { type End, endOf, failure, type Reading } from './reply-end.ts'
import { argumentsOf } from './responses-items.ts'
import type { RunEvent } from './run-event.ts'
import { readUsage } from './usage.ts'

/** A reading whose end may still be followed by the counts. */
interface ChatReading extends Reading {
  readonly countsMayFollow: boolean
}

/** Reads chat completions, streamed and whole, into the same words as Responses. Pure, one reply each. */
export class ChatReader {
  readonly #outputs: Outputs
  /** Outputs have no number here: they are numbered as they first speak. */
  readonly #places = new Map<string, number>()
  readonly #calls = new Map<number, string>()
  /** The places of the calls of each choice. */
  readonly #callsOf = new Map<number, Set<number>>()
  /** The choices that have begun and not ended. */
  readonly #open = new Set<number>()
  readonly #ends = new Map<number, End>()
  #told = false

  constructor(outputs: Outputs) {
    this.#outputs = outputs
  }

  read(data: JsonRecord): ChatReading {
    const usage = readUsage(data.usage)
    const counts: RunEvent[] = usage ? [{ kind: 'usage', usage }] : []
    const choices = listOf(data.choices).filter(isRecord)
    const before = this.#ended()
    if (before) return { events: [...counts, ...choices.flatMap(late)], end: before, countsMayFollow: !usage }
    const events = [...this.#tell(data), ...choices.flatMap((choice, at) => this.#choice(choice, at)), ...counts]
    const end = this.#ended()
    if (isRecord(data.error) || textOf(data.error) || end?.status === 'failed') {
      const failed = failure(data)
      return { ...failed, events: [...events, ...failed.events], countsMayFollow: false }
    }
    if (!end) return { events, countsMayFollow: false }
    return { events, end, countsMayFollow: !usage && choices.every((choice) => !isRecord(choice.message)) }
  }

  /** Once every choice has ended: the end of the first one that did not end well, else of the first. */
  #ended(): End | undefined {
    if (this.#open.size > 0) return undefined
    const ends = [...this.#ends.values()]
    return ends.find(({ status }) => status !== 'completed') ?? ends[0]
  }

  #tell(data: JsonRecord): RunEvent[] {
    const id = labelOf(textOf(data.id))
    const model = labelOf(textOf(data.model))
    if (this.#told || (id === undefined && model === undefined)) return []
    this.#told = true
    return [{ kind: 'response', ...known({ id, model }) }]
  }

  #choice(choice: JsonRecord, at: number): RunEvent[] {
    const number = countOf(choice.index) ?? at
    const whole = isRecord(choice.message)
    const said = recordOf(choice.message ?? choice.delta)
    const events = [
      ...this.#say(`${number} reasoning`, { kind: 'reasoning' }, reasoningIn(said)),
      ...this.#say(`${number} text`, { kind: 'text', part: 0 }, contentIn(said.content)),
      ...this.#say(`${number} text`, { kind: 'refusal' }, textOf(said.refusal) ?? ''),
      ...listOf(said.tool_calls)
        .filter(isRecord)
        .flatMap((call, nth) => this.#call(number, call, nth)),
      ...(isRecord(said.function_call) ? this.#call(number, { function: said.function_call }, 0) : []),
    ]
    const end = endOfChoice(textOf(choice.finish_reason) ?? (whole ? 'stop' : undefined))
    if (!end) {
      if (!this.#ends.has(number)) this.#open.add(number)
      return events
    }
    this.#open.delete(number)
    this.#ends.set(number, this.#ends.get(number) ?? end)
    return [...events, ...this.#settleCalls(number)]
  }

  #say(key: string, strand: Parameters<Outputs['add']>[1], text: string): RunEvent[] {
    return text === '' ? [] : this.#outputs.add(this.#place(key), strand, text)
  }

  #call(choice: number, call: JsonRecord, nth: number): RunEvent[] {
    const { name, arguments: given } = recordOf(call.function)
    const id = textOf(call.id)
    const slot = `${choice} call ${countOf(call.index) ?? nth}`
    const current = this.#places.get(slot)
    // Some routers give every call of a turn the same index, told apart by a new id with a new name.
    if (current !== undefined && id && textOf(name) && this.#calls.get(current) !== id) this.#places.delete(slot)
    const index = this.#place(slot)
    const before = this.#outputs.callAt(index)
    this.#callsOf.set(choice, (this.#callsOf.get(choice) ?? new Set()).add(index))
    if (id) this.#calls.set(index, id)
    const introduced = { callId: id ?? before?.callId ?? '', name: textOf(name) ?? before?.name ?? '', custom: false }
    return [
      ...this.#outputs.introduce(index, introduced),
      ...this.#outputs.add(index, { kind: 'tool-arguments' }, argumentsOf(given)),
    ]
  }

  #settleCalls(choice: number): RunEvent[] {
    const strand = { kind: 'tool-arguments' } as const
    return [...(this.#callsOf.get(choice) ?? [])].flatMap((index) =>
      this.#outputs.settle(index, strand, this.#outputs.textAt(index, strand)),
    )
  }

  #place(key: string): number {
    const place = this.#places.get(key) ?? this.#outputs.next
    this.#places.set(key, place)
    return place
  }
}

/** A choice that goes on after its end changes nothing any more. */
function late(choice: JsonRecord): RunEvent[] {
  const said = recordOf(choice.delta)
  const speaks = contentIn(said.content) !== '' || reasoningIn(said) !== '' || listOf(said.tool_calls).length > 0
  return speaks ? [{ kind: 'notice', notice: 'after-end', detail: 'chat.completion.chunk' }] : []
}

function endOfChoice(reason: string | undefined): End | undefined {
  switch (reason) {
    case undefined:
      return undefined
    case 'length':
    case 'max_tokens':
      return endOf('incomplete', 'max_output_tokens')
    case 'content_filter':
      return endOf('incomplete', reason)
    case 'error':
      return endOf('failed', reason)
    default:
      return endOf('completed')
  }
}

function contentIn(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => textOf(recordOf(part).text) ?? '')
    .join('')
}

function reasoningIn(said: JsonRecord): string {
  const plain = textOf(said.reasoning) ?? textOf(said.reasoning_content)
  const details = listOf(said.reasoning_details).map(
    (one) => textOf(recordOf(one).text) ?? textOf(recordOf(one).summary) ?? '',
  )
  return plain ?? details.join('')
}

import type { RunEvent, Source } from '../client/read/run-event.ts'
import type { MediaOutput, NoticeCount, Output, RunResult } from './result.ts'

/** Applies events to a result: pure, and the only place that interprets run events. Events after the end are ignored. */
export function reduce(result: RunResult, events: readonly RunEvent[]): RunResult {
  let outputs: OutputsDraft | undefined
  let sources: Source[] | undefined
  let next = result
  for (const event of events) {
    if (next.end !== undefined) break
    if ('output' in event) {
      outputs ??= new OutputsDraft(result.outputs)
      changeOutputs(outputs, event)
    } else if (event.kind === 'source') {
      sources ??= [...(result.sources ?? [])]
      sources[event.number] = event.source
    } else next = withFact(next, event)
  }
  if (outputs === undefined && sources === undefined) return next
  return { ...next, ...(outputs && { outputs: outputs.done() }), ...(sources && { sources }) }
}

type OutputEvent = Extract<RunEvent, { readonly output: number }>

function changeOutputs(outputs: OutputsDraft, event: OutputEvent): void {
  const { kind, output } = event
  switch (kind) {
    case 'text-delta':
      outputs.putPart(output, event.part, (text) => text + event.text)
      break
    case 'text':
      outputs.putPart(output, event.part, () => event.text)
      break
    case 'refusal-delta':
      outputs.put('refusal', output, (old) => ({ ...old, text: old.text + event.text }))
      break
    case 'reasoning-delta':
      outputs.put('reasoning', output, (old) => ({ ...old, text: old.text + event.text }))
      break
    case 'refusal':
      outputs.put(kind, output, (old) => ({ ...old, text: event.text }))
      break
    case 'reasoning':
      outputs.put(kind, output, (old) => ({ ...old, text: event.text, ...(event.encrypted && { encrypted: true }) }))
      break
    case 'tool-call': {
      const { callId, name, custom } = event
      outputs.put(kind, output, (old) => ({ ...old, callId, name, custom }))
      break
    }
    case 'tool-arguments-delta':
      outputs.put('tool-call', output, (old) => ({ ...old, arguments: old.arguments + event.text, done: false }))
      break
    case 'tool-arguments':
      outputs.put('tool-call', output, (old) => ({ ...old, arguments: event.text, done: true }))
      break
    case 'media': {
      const { output: index, ...told } = event
      outputs.put(kind, output, (old) => ({ ...told, index, ...stepsTo(old) }), event.part)
      break
    }
    case 'item': {
      const { output: index, ...told } = event
      outputs.put(kind, output, () => ({ ...told, index }), event.part)
    }
  }
}

/** The hashes of the previews so far. */
function stepsTo({ sha256, partial, steps = [] }: MediaOutput): Pick<MediaOutput, 'steps'> {
  const all = partial && sha256 !== undefined ? [...steps, sha256] : steps
  return all.length > 0 ? { steps: all } : {}
}

function withFact(result: RunResult, event: Exclude<RunEvent, OutputEvent | { readonly kind: 'source' }>): RunResult {
  switch (event.kind) {
    case 'response': {
      const { kind: _, ...told } = event
      return { ...result, response: { ...result.response, ...told } }
    }
    case 'usage':
      return { ...result, usage: { ...result.usage, ...event.usage } }
    case 'notice':
      return { ...result, notices: noticed(result.notices, event) }
    case 'error':
      return result.error === undefined ? { ...result, error: event.error } : result
    case 'end': {
      const { kind: _, ...end } = event
      return { ...result, end }
    }
  }
}

function noticed(
  notices: readonly NoticeCount[],
  event: Extract<RunEvent, { readonly kind: 'notice' }>,
): readonly NoticeCount[] {
  const at = notices.findIndex((one) => one.kind === event.notice)
  const old = notices[at]
  if (old !== undefined) return notices.with(at, { ...old, count: old.count + 1 })
  const fresh = { kind: event.notice, count: 1, ...(event.detail !== undefined && { detail: event.detail }) }
  return [...notices, fresh]
}

type Kind = Output['kind']
type Of<K extends Kind> = Extract<Output, { readonly kind: K }>
type Part = Of<'message'>['parts'][number]

const blank: { readonly [K in Kind]: (index: number) => Of<K> } = {
  message: (index) => ({ kind: 'message', index, parts: [] }),
  refusal: (index) => ({ kind: 'refusal', index, text: '' }),
  reasoning: (index) => ({ kind: 'reasoning', index, text: '' }),
  'tool-call': (index) => ({
    kind: 'tool-call',
    index,
    callId: '',
    name: '',
    custom: false,
    arguments: '',
    done: false,
  }),
  media: (index) => ({ kind: 'media', index }),
  item: (index) => ({ kind: 'item', index, item: undefined }),
}

/**
 * Mutable copy of a reply's outputs during one call of `reduce`. Lists are copied once, however many events there are; outputs that no
 * event touches keep their identity.
 */
class OutputsDraft {
  readonly #outputs: Output[]
  /** The parts of the messages that were touched, by the place of the message. */
  readonly #parts = new Map<number, Part[]>()
  /** A message may have lost its last part. */
  #hasEmptied = false

  constructor(before: readonly Output[]) {
    this.#outputs = [...before]
  }

  /** Changes the output of this kind and index; creates it first where it is missing, since some routers send deltas of items they never opened. */
  put<K extends Kind>(kind: K, index: number, change: (old: Of<K>) => Output, part?: number): void {
    const isIt = (one: Output | undefined): one is Of<K> =>
      one?.kind === kind && one.index === index && ('part' in one ? one.part : undefined) === part
    const first = firstBehind(this.#outputs, (one) => one.index < index)
    let at = first
    while (this.#outputs[at]?.index === index && !isIt(this.#outputs[at])) at += 1
    const old = this.#outputs[at]
    // Text may turn out to be reasoning when more of it has come: thoughts stand before what else an item holds.
    if (isIt(old)) this.#outputs[at] = change(old)
    else this.#outputs.splice(kind === 'reasoning' ? first : at, 0, change(blank[kind](index)))
  }

  /** Changes the text of a part of a message, which is empty where the part is not there; a part that becomes empty is removed. */
  putPart(index: number, part: number, change: (text: string) => string): void {
    this.put('message', index, (message) => {
      const parts = this.#parts.get(index) ?? [...message.parts]
      this.#parts.set(index, parts)
      const at = firstBehind(parts, (one) => one.part < part)
      const old = parts[at]?.part === part ? parts[at] : undefined
      const text = change(old?.text ?? '')
      parts.splice(at, old ? 1 : 0, ...(text === '' ? [] : [{ part, text }]))
      this.#hasEmptied ||= parts.length === 0
      return { ...message, parts }
    })
  }

  /** The draft must not be changed after this. */
  done(): readonly Output[] {
    if (!this.#hasEmptied) return this.#outputs
    return this.#outputs.filter((one) => one.kind !== 'message' || one.parts.length > 0)
  }
}

/** Binary search: the index of the first item for which `isBefore` is false. */
function firstBehind<T>(list: readonly T[], isBefore: (one: T) => boolean): number {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >>> 1
    const one = list[middle]
    if (one !== undefined && isBefore(one)) from = middle + 1
    else to = middle
  }
  return from
}

import type { Output } from './result.ts'

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
 * The outputs of a reply while some events change them. Lists are copied once, however many events there are, so that a reply of
 * thousands of outputs costs no more than they do; what no event touches keeps its identity.
 */
export class OutputsDraft {
  readonly #outputs: Output[]
  /** The parts of the messages that were touched, by the place of the message. */
  readonly #parts = new Map<number, Part[]>()

  constructor(before: readonly Output[]) {
    this.#outputs = [...before]
  }

  /** Changes the output of this kind and place, and makes it first where it is not there: weak routers send deltas of items they never opened. */
  put<K extends Kind>(kind: K, index: number, change: (old: Of<K>) => Output, part?: number): void {
    const isIt = (one: Output | undefined): one is Of<K> =>
      one?.kind === kind && one.index === index && ('part' in one ? one.part : undefined) === part
    let at = firstBehind(this.#outputs, (one) => one.index < index)
    while (this.#outputs[at]?.index === index && !isIt(this.#outputs[at])) at += 1
    const old = this.#outputs[at]
    if (isIt(old)) this.#outputs[at] = change(old)
    else this.#outputs.splice(at, 0, change(blank[kind](index)))
  }

  /** Changes the text of a part of a message; it is empty where the part is not there. */
  putPart(index: number, part: number, change: (text: string) => string): void {
    this.put('message', index, (message) => {
      const parts = this.#parts.get(index) ?? [...message.parts]
      this.#parts.set(index, parts)
      const at = firstBehind(parts, (one) => one.part < part)
      const old = parts[at]?.part === part ? parts[at] : undefined
      parts.splice(at, old ? 1 : 0, { part, text: change(old?.text ?? '') })
      return { ...message, parts }
    })
  }

  /** The draft must not be changed after this. */
  done(): readonly Output[] {
    return this.#outputs
  }
}

/** The place behind all that stand before, in a list that is in order. */
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

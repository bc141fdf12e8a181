import type { Output } from './result.ts'

type Kind = Output['kind']
type Of<K extends Kind> = Extract<Output, { readonly kind: K }>
type Message = Of<'message'>

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
  item: (index) => ({ kind: 'item', index, item: undefined }),
}

/**
 * Changes the output of this kind and index, and makes it first where it is not there: weak routers send deltas before they have
 * opened the item. Looks from the end, where the running output stands.
 */
export function putOutput<K extends Kind>(
  outputs: readonly Output[],
  kind: K,
  index: number,
  change: (old: Of<K>) => Output,
): readonly Output[] {
  const isIt = (one: Output): one is Of<K> => one.kind === kind && one.index === index
  const at = outputs.findLastIndex(isIt)
  const old = outputs[at]
  if (old !== undefined && isIt(old)) return outputs.with(at, change(old))
  const before = outputs.findLastIndex((one) => one.index <= index)
  return outputs.toSpliced(before + 1, 0, change(blank[kind](index)))
}

/** Adds to a part of a message. */
export function appendPart(message: Message, piece: { readonly part: number; readonly text: string }): Message {
  return changePart(message, piece.part, (text) => text + piece.text)
}

/** Replaces a part of a message by the router's own whole text. */
export function setPart(message: Message, piece: { readonly part: number; readonly text: string }): Message {
  return changePart(message, piece.part, () => piece.text)
}

function changePart(message: Message, part: number, change: (text: string) => string): Message {
  const { parts } = message
  const at = parts.findLastIndex((one) => one.part === part)
  const old = parts[at]
  if (old !== undefined) return { ...message, parts: parts.with(at, { part, text: change(old.text) }) }
  const before = parts.findLastIndex((one) => one.part < part)
  return { ...message, parts: parts.toSpliced(before + 1, 0, { part, text: change('') }) }
}

import { mostBytes, type ReplyCaps } from '#contract/core/reply-caps.ts'
import { RouterError } from '../http/errors.ts'
import { pulled, takenOver } from '../http/replies.ts'
import { type BodyKind, bodyKind } from './body-kind.ts'

/** The running event's bytes: `add` counts those of a chunk, and returns how many belong to an event that has not ended. */
function eventSize(): (chunk: Uint8Array) => number {
  let event = 0
  let line = 0
  return (chunk) => {
    // Streams that end lines with a bare CR have no line feeds.
    const lineEnd = chunk.includes(10) ? 10 : 13
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      line += end - from - (chunk[end - 1] === 13 ? 1 : 0)
      event = line > 0 ? event + line : 0
      line = 0
      from = end + 1
    }
    line += chunk.length - from
    return event + line
  }
}

/** Gives the cap that a body has exceeded, if any, after each of its chunks. */
function exceeding(type: string, caps: ReplyCaps): (chunk: Uint8Array) => number | undefined {
  let kind: BodyKind | undefined
  let size = 0
  const sizeOfEvent = eventSize()
  return (chunk) => {
    kind ??= bodyKind(type, chunk)
    size += chunk.length
    if (kind === 'events' && sizeOfEvent(chunk) > caps.event) return caps.event
    const most = kind === 'bytes' ? mostBytes : caps.answer
    return size > most ? most : undefined
  }
}

const tooLarge = (name: string, most: number) =>
  new RouterError(
    502,
    'provider_reply_too_large',
    `The reply of ${name} is larger than ${most / 2 ** 20} MB. It may have been billed.`,
    { retry: 'ask', stage: 'accepted' },
  )

/**
 * The body of a reply, which ends where it exceeds the cap of its kind: with an error after the chunk that exceeds it, so that whoever has
 * the same caps reads why. `type` is its media type.
 */
export function capped(
  body: ReadableStream<Uint8Array>,
  { name, type, caps }: { readonly name: string; readonly type: string; readonly caps: ReplyCaps },
): ReadableStream<Uint8Array> {
  const source = takenOver(body)
  const exceeded = exceeding(type, caps)
  let most: number | undefined
  async function next(): Promise<Uint8Array | undefined> {
    if (most !== undefined) {
      const error = tooLarge(name, most)
      await source.cancel(error)
      throw error
    }
    const chunk = await source.next()
    if (chunk && chunk.length > 0) most = exceeded(chunk)
    return chunk
  }
  return pulled(next, source.cancel)
}

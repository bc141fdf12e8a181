import { createParser } from 'eventsource-parser'
import { isRecord, type JsonRecord } from '#contract/core/loose-json.ts'
import { parseData } from '#contract/core/parse-data.ts'
import type { Upstream } from '../upstream.ts'
import { unreadable } from './chat-end.ts'

/** The largest event, and the largest answer in one piece, in characters. */
const mostInEvent = 8 * 1024 * 1024
const mostInBody = 64 * 1024 * 1024

const tooLarge = (upstream: Upstream) => unreadable(upstream, `sent an event of more than ${mostInEvent} characters.`)

function recordIn(text: string, upstream: Upstream): JsonRecord {
  const parsed = parseData(text)
  if (parsed.status === 'read' && isRecord(parsed.value)) return parsed.value
  throw unreadable(upstream, 'sent something that is no JSON object.')
}

function* recordsIn(events: readonly string[], upstream: Upstream): Generator<JsonRecord, void> {
  for (const data of events) {
    if (data.length > mostInEvent) throw tooLarge(upstream)
    if (data.trim() !== '') yield recordIn(data, upstream)
  }
}

/** A JSON body, from its first text on. */
async function wholeBody(first: string, rest: AsyncIterator<string>, upstream: Upstream): Promise<JsonRecord> {
  let text = first
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    text += next.value
    if (text.length > mostInBody) throw unreadable(upstream, `sent more than ${mostInBody} characters.`)
  }
  return recordIn(text, upstream)
}

async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  // The last event of some servers has no blank line behind it.
  yield `${decoder.decode()}\n\n`
}

/**
 * The chunks of a chat completion, all that one read of the body completes at a time: of an event stream, or the whole completion where
 * the body is JSON, whichever was asked for. They are parsed as they are taken. Ends at `[DONE]` or with the body. Throws a `RouterError`
 * for what is no JSON and for what is too large; an error of the body is passed on. Ending the generator cancels the body.
 */
export async function* chatChunks(
  bytes: AsyncIterable<Uint8Array>,
  upstream: Upstream,
): AsyncGenerator<Iterable<JsonRecord>, void> {
  let found: string[] = []
  let isTooLarge = false
  const parser = createParser({
    maxBufferSize: mostInEvent,
    onEvent: ({ data }) => found.push(data),
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded'
    },
  })
  const texts = textsOf(bytes)
  let head = ''
  let isStream = false
  for await (const text of texts) {
    if (!isStream) head = (head + text).trimStart()
    if (!isStream && head === '') continue
    if (!isStream && /^[{[]/.test(head)) {
      yield [await wholeBody(head, texts, upstream)]
      return
    }
    found = []
    parser.feed(isStream ? text : head)
    isStream = true
    const end = found.findIndex((data) => data.trim() === '[DONE]')
    if (found.length > 0) yield recordsIn(end < 0 ? found : found.slice(0, end), upstream)
    if (end >= 0) return
    if (isTooLarge) throw tooLarge(upstream)
  }
}

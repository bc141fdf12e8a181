import { createParser } from 'eventsource-parser'
import { isRecord, type JsonRecord, parseData } from '#contract/core/loose-json.ts'
import { JsonScan } from '#contract/responses/chat-calls.ts'
import type { Upstream } from '../upstream.ts'
import { unreadable } from './chat-end.ts'

/** The largest event, and the largest answer in one piece, in characters. */
const mostInEvent = 8 * 1024 * 1024
const mostInBody = 64 * 1024 * 1024

const tooLarge = (upstream: Upstream) => unreadable(upstream, `sent an event of more than ${mostInEvent} characters.`)

/** The objects of a JSON text: one, or those of a list. */
function recordsOf(text: string): readonly JsonRecord[] | undefined {
  const parsed = parseData(text)
  if (parsed.status !== 'read') return undefined
  const values = Array.isArray(parsed.value) ? parsed.value : [parsed.value]
  return values.every(isRecord) ? values : undefined
}

/** The objects of the data of one event, in which a server that writes no blank lines puts one on each line. */
function recordsIn(data: string, upstream: Upstream): readonly JsonRecord[] {
  const lines = () => data.split('\n').map((line) => recordsOf(line) ?? [])
  const records = recordsOf(data) ?? (data.includes('\n') ? lines().flat() : [])
  if (records.length === 0) throw unreadable(upstream, 'sent data that is not a JSON object.')
  return records
}

function* recordsInAll(events: readonly string[], upstream: Upstream): Generator<JsonRecord, void> {
  for (const data of events) {
    if (data.length > mostInEvent) throw tooLarge(upstream)
    if (data.trim() !== '') yield* recordsIn(data, upstream)
  }
}

/** What may stand before a JSON document that follows another one, such as the separator of JSON text sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separator is one.
const betweenDocuments = /^[\s,\u001e]*(?:data:)?\s*/

/** The documents of a body of JSON, from its first text on: a whole completion, or chunks one after the other, as JSON lines are. */
async function* jsonDocuments(
  first: string,
  rest: AsyncIterator<string>,
  upstream: Upstream,
): AsyncGenerator<Iterable<JsonRecord>, void> {
  let scan = new JsonScan()
  let running = ''
  for (let news: string | undefined = first; news !== undefined; news = await nextOf(rest)) {
    const found: string[] = []
    for (let end = scan.push(news); end >= 0; end = scan.push(news)) {
      found.push((running + news.slice(0, end)).replace(betweenDocuments, ''))
      scan = new JsonScan()
      running = ''
      news = news.slice(end)
    }
    running += news
    if (running.length > mostInBody) throw unreadable(upstream, `sent more than ${mostInBody} characters.`)
    const done = found.indexOf('[DONE]')
    if (found.length > 0) yield found.slice(0, done < 0 ? undefined : done).flatMap((text) => recordsIn(text, upstream))
    if (done >= 0) return
  }
  if (running.trim() !== '') throw unreadable(upstream, 'sent data that is not a JSON object.')
}

const nextOf = async (texts: AsyncIterator<string>): Promise<string | undefined> => (await texts.next()).value

async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  // The last event of some servers has no blank line behind it.
  yield `${decoder.decode()}\n\n`
}

/**
 * The chunks of a chat completion, all that one read of the body completes at a time: of an event stream, of JSON lines, or the whole
 * completion where the body is one JSON document, whichever was asked for. They are parsed as they are taken. Ends at `[DONE]` or with the body. Throws a `RouterError`
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
      yield* jsonDocuments(head, texts, upstream)
      return
    }
    found = []
    parser.feed(isStream ? text : head)
    isStream = true
    const end = found.findIndex((data) => data.trim() === '[DONE]')
    if (found.length > 0) yield recordsInAll(end < 0 ? found : found.slice(0, end), upstream)
    if (end >= 0) return
    if (isTooLarge) throw tooLarge(upstream)
  }
}

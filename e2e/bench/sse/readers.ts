import { createParser } from 'eventsource-parser'
import { Stream } from 'openai/streaming'
import { createClient } from '../../../src/app/client/client.ts'
import { ReplyBody } from '../../../src/app/client/read/reply-body.ts'
import { parseData } from '../../../src/contract/core/loose-json.ts'
import { bodyOf, type Reply } from './reply-stream.ts'

type Chunks = readonly Uint8Array<ArrayBuffer>[]

/** Reads a whole reply and says how many events it held. */
export type ReadReply = (chunks: Chunks, reply: Reply) => number | Promise<number>

const eventStream = 'text/event-stream'
const megabyte = 2 ** 20
const caps = { event: 64 * megabyte, answer: 256 * megabyte }

/** What nobody can do without: decoding the bytes and parsing the payloads. The framing is given. */
const floor: ReadReply = (chunks, { payloads }) => {
  const decoder = new TextDecoder()
  let length = 0
  for (const chunk of chunks) length += decoder.decode(chunk, { stream: true }).length
  if (length === 0) throw new Error('nothing was decoded')
  return parseAll(payloads)
}

/** The floor, from a body that gives its chunks through `read`. */
const streamFloor: ReadReply = async (chunks, { payloads }) => {
  const decoder = new TextDecoder()
  let length = 0
  await readAll(chunks, (bytes) => {
    length += decoder.decode(bytes, { stream: true }).length
  })
  if (length === 0) throw new Error('nothing was decoded')
  return parseAll(payloads)
}

/** Our bytes to parsed events, fed without a body, as the floor is. */
const oursFed: ReadReply = (chunks) => {
  const reader = eventReader()
  for (const chunk of chunks) reader.take(chunk)
  return reader.count()
}

/** Our bytes to parsed events. */
const oursEvents: ReadReply = async (chunks) => {
  const reader = eventReader()
  await readAll(chunks, reader.take)
  return reader.count()
}

function eventReader() {
  const body = new ReplyBody(eventStream, caps)
  let count = 0
  const read = (events: readonly { readonly data: string }[]) => {
    for (const { data } of events) if (parseData(data).status === 'read') count += 1
  }
  return {
    take: (bytes: Uint8Array) => read(body.push(bytes, 0)),
    count() {
      read(body.end('closed', 0).events)
      return count
    },
  }
}

/** All that the app does to a reply before it shows it: masks the key, keeps the raw events, tells the run's own events. */
const oursWhole: ReadReply = async (chunks, reply) => {
  const answer = async () => new Response(bodyOf(chunks), { headers: { 'content-type': eventStream } })
  const connection = { baseUrl: 'http://127.0.0.1:8787/v1', key: 'key-of-the-bench', own: true }
  const { stream } = createClient(connection, { fetch: answer, caps })
  let [count, textLength] = [0, 0]
  for await (const chunk of stream('responses', { model: 'm', input: 'i', stream: true })) {
    if (chunk.kind === 'head') continue
    count += chunk.raw.length
    for (const event of chunk.events) if (event.kind === 'text-delta') textLength += event.text.length
  }
  if (textLength !== reply.textLength) throw new Error(`${textLength} characters instead of ${reply.textLength}`)
  return count
}

const eventSourceParserFed: ReadReply = (chunks) => {
  const parser = eventSource()
  for (const chunk of chunks) parser.take(chunk)
  return parser.count()
}

const eventSourceParser: ReadReply = async (chunks) => {
  const parser = eventSource()
  await readAll(chunks, parser.take)
  return parser.count()
}

function eventSource() {
  const decoder = new TextDecoder()
  let count = 0
  const parser = createParser({
    onEvent: ({ data }) => {
      JSON.parse(data)
      count += 1
    },
  })
  return { take: (bytes: Uint8Array) => parser.feed(decoder.decode(bytes, { stream: true })), count: () => count }
}

const openai: ReadReply = async (chunks) => {
  const response = new Response(bodyOf(chunks), { headers: { 'content-type': eventStream } })
  let count = 0
  for await (const _ of Stream.fromSSEResponse(response, new AbortController())) count += 1
  return count
}

async function readAll(chunks: Chunks, take: (bytes: Uint8Array) => void): Promise<void> {
  const reader = bodyOf(chunks).getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) take(step.value)
}

function parseAll(payloads: readonly string[]): number {
  let count = 0
  for (const payload of payloads) if (JSON.parse(payload)) count += 1
  return count
}

export const readers = {
  floor,
  'stream floor': streamFloor,
  'ours: fed': oursFed,
  'ours: events': oursEvents,
  'ours: whole client': oursWhole,
  'eventsource-parser: fed': eventSourceParserFed,
  'eventsource-parser': eventSourceParser,
  openai,
} as const satisfies Record<string, ReadReply>

export type ReaderName = keyof typeof readers

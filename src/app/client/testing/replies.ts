import type { EndpointId } from '#contract/routes.ts'
import { type ClientOptions, createClient } from '../client.ts'
import type { Chunk, Connection, ReplyFile, Stream } from '../exchange.ts'
import type { RawEvent, RunEvent } from '../read/run-event.ts'
import type { RetryTiming } from '../send/retry-table.ts'

export const foreign: Connection = { baseUrl: 'https://router.example/v1', key: 'sk-test', own: false }

/** The origin of the page in which the tests read. */
export const home = 'http://127.0.0.1:8787'

/** Continues at once what was cut. */
export const noPause: RetryTiming = { random: () => 0, wait: async () => {} }

/** A reply whose body comes in exactly these chunks; `broken` ends it with a network error instead of a clean end. */
export function replyOf(
  chunks: readonly Uint8Array[],
  { broken = false, ...init }: ResponseInit & { readonly broken?: boolean } = {},
): Response {
  const waiting = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = waiting.shift()
      if (next) controller.enqueue(next)
      else if (broken) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' }, ...init })
}

/** All that a client made of a reply. */
export interface Told {
  readonly chunks: readonly Chunk[]
  readonly raw: readonly RawEvent[]
  readonly events: readonly RunEvent[]
  readonly files: readonly ReplyFile[]
  readonly end: RunEvent | undefined
}

/** Sends one request to a router that answers with `reply`, and reads to the end. */
export async function tellOf(
  reply: Response | (() => Promise<Response>),
  options: NonNullable<Parameters<Stream>[2]> &
    Partial<ClientOptions> & {
      readonly request?: unknown
      readonly connection?: Connection
      readonly endpoint?: EndpointId
    } = {},
): Promise<Told> {
  const {
    request = { stream: true },
    connection = foreign,
    endpoint = 'responses',
    fetch,
    caps,
    reach,
    netWorker,
    ...stream
  } = options
  const answer = async () => (typeof reply === 'function' ? reply() : reply)
  const client = createClient(connection, {
    fetch: fetch ?? answer,
    now: () => 0,
    timing: noPause,
    ...(caps && { caps }),
    ...(reach && { reach }),
    ...(netWorker && { netWorker }),
  })
  const chunks: Chunk[] = []
  for await (const chunk of client.stream(endpoint, request, stream)) chunks.push(chunk)
  const parts = chunks.flatMap((chunk) => (chunk.kind === 'events' ? [chunk] : []))
  const events = parts.flatMap((part) => part.events)
  const files = parts.flatMap((part) => part.files ?? [])
  return { chunks, raw: parts.flatMap((part) => part.raw), events, files, end: events.at(-1) }
}

/** The text of an answer as a reader of these events would show it. */
export function textIn(events: readonly RunEvent[]): string {
  const parts = new Map<string, string>()
  for (const event of events) {
    if (event.kind !== 'text-delta' && event.kind !== 'text') continue
    const key = `${event.output} ${event.part}`
    parts.set(key, event.kind === 'text' ? event.text : (parts.get(key) ?? '') + event.text)
  }
  return [...parts.values()].join('\n')
}

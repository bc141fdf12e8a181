import { ResponseObject } from '#contract/responses/response-object.ts'
import type { ChatAnswer } from '../upstream/chat/chat-conversion.ts'
import type { ResponseEvent } from '../upstream/chat/response-writer.ts'
import { responseEvents } from '../upstream/chat/responses-reply.ts'

/** What the answers of these tests are made under; `THE-KEY-OF-OURS` is the upstream's key. */
export const chatAnswer: ChatAnswer = {
  request: { model: 'llama', input: 'Hi' },
  upstream: {
    name: 'local',
    baseUrl: 'http://127.0.0.1:1',
    headers: {},
    keys: ['THE-KEY-OF-OURS'],
  },
  id: 'ab',
  now: () => 5000,
}

/** Events of a stream with these payloads, and no `[DONE]`. */
export const dataOf = (chunks: readonly unknown[]): string =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')

/** A whole stream of these chunks. */
export const sse = (...chunks: unknown[]): string => `${dataOf(chunks)}data: [DONE]\n\n`

/** A chunk that says something, and may be the last. */
export const delta = (said: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: said, finish_reason }],
})

/** A chunk with a piece of a tool call. */
export const piece = (index: number | undefined, id: unknown, name: unknown, args: unknown) =>
  delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] })

/** A body of these texts, each in one read. */
export async function* only(...texts: readonly string[]) {
  const encoder = new TextEncoder()
  for (const text of texts) yield encoder.encode(text)
}

/** The events for a body. */
export async function eventsOf(bytes: AsyncIterable<Uint8Array>): Promise<ResponseEvent[]> {
  const events: ResponseEvent[] = []
  for await (const event of responseEvents(bytes, chatAnswer)) events.push(event)
  return events
}

/** The response that ends the events for a body, with all its keys. */
export async function responseOf(text: string): Promise<ResponseObject> {
  return ResponseObject.parse((await eventsOf(only(text))).at(-1)?.response)
}

import { completed, delta, event, type Fault, json, stream } from '../fault-server.ts'
import type { Item } from './items.ts'

/** The last words of whatever holds hostile texts: where they can be read, all of it has come. */
export const lastWords = 'and that was all'

export const joined = (items: readonly Item[]): string =>
  `${items.map(({ text }) => text).join('\n\n')}\n\n${lastWords}`

/** What a header can hold of a text. */
const headerOf = (text: string): string => text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 4000)

/** A list of models that says each text wherever a list can say something. */
export function modelList(items: readonly Item[]): string {
  const data = items.map(({ text }, at) => ({
    id: `${at} ${text}`,
    ...{ object: text, name: text, description: text, owned_by: text, status: text },
    ...{ capabilities: ['responses', text], supported_parameters: [text], limits: { [text]: 1 } },
    architecture: { input_modalities: [text], output_modalities: [text] },
    pricing: { unit: text, api: text, [text]: text },
  }))
  return JSON.stringify({ object: 'list', data })
}

/** How an answer may say a text; each is an output of its own. */
const sayings: readonly ((text: string, at: number) => readonly object[])[] = [
  (text, at) => [
    added(at, { type: 'message', id: text, role: text, content: [] }),
    ...halves(text).map((delta) => ({ type: 'response.output_text.delta', output_index: at, content_index: 0, delta })),
  ],
  (text, at) => [
    added(at, { type: 'message', content: [] }),
    ...halves(text).map((delta) => ({ type: 'response.refusal.delta', output_index: at, content_index: 0, delta })),
  ],
  (text, at) => [
    added(at, { type: 'reasoning', summary: [] }),
    ...halves(text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', output_index: at, delta })),
  ],
  (text, at) => [
    added(at, { type: 'function_call', call_id: `${at} ${text}`, name: text, arguments: '' }),
    { type: 'response.function_call_arguments.delta', output_index: at, delta: text },
  ],
  (text, at) => [
    done(at, {
      type: 'function_call',
      call_id: `${at} ${text}`,
      name: text,
      arguments: JSON.stringify({ [text]: text }),
    }),
  ],
  (text, at) => [done(at, { type: 'custom_tool_call', call_id: `${at} ${text}`, name: text, input: text })],
  (text, at) => [done(at, { type: text, text, [text]: text })],
]

const added = (at: number, item: object) => ({ type: 'response.output_item.added', output_index: at, item })
const done = (at: number, item: object) => ({ type: 'response.output_item.done', output_index: at, item })

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

/** An answer that says each text in every way there is, and is served by nobody better. */
function answers(items: readonly Item[]): Fault {
  const all = joined(items)
  const outputs = items.flatMap(({ text }) => sayings.map((say) => [say, text] as const))
  const events = [
    { type: 'response.created', response: { id: all, model: all } },
    ...outputs.flatMap(([say, text], at) => say(text, at)),
    ...(sayings[0]?.(lastWords, outputs.length) ?? []),
  ]
  return (reply) => {
    for (const name of ['x-router-model', 'x-router-provider', 'x-router-attempts', 'x-request-id']) {
      reply.setHeader(name, headerOf(all))
    }
    return stream(...events.map(event), completed({ id: all, model: all, service_tier: all }))(reply)
  }
}

/** What the router does, by the model that is asked for. */
export function hostileFaults(items: readonly Item[]): ReadonlyMap<string, Fault> {
  const all = joined(items)
  const error = { message: all, type: all, param: all, code: all, request_id: all }
  return new Map<string, Fault>([
    ['answers', answers(items)],
    ['refuses', (reply) => json(reply, { error }, 400, { 'x-request-id': headerOf(all) })],
    ['fails-late', stream(delta('a'), event({ ...error, type: 'error' }))],
    ['is-incomplete', stream(event(incomplete(all)))],
    ['sends-a-page', (reply) => void reply.writeHead(500, { 'content-type': 'text/html' }).end(all)],
    ['sends-junk', (reply) => void reply.writeHead(418, { 'content-type': 'text/plain' }).end(all)],
    ['never-ends', (reply) => void reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')],
  ])
}

const incomplete = (reason: string) => ({
  type: 'response.incomplete',
  response: { status: 'incomplete', incomplete_details: { reason } },
})

/** Models of the router that fail, and the word in which a run with each of them ends. */
export const failing = [
  ['refuses', 'refused'],
  ['fails-late', 'failed'],
  ['is-incomplete', 'incomplete'],
  ['sends-a-page', 'unknown'],
  ['sends-junk', 'unknown'],
] as const

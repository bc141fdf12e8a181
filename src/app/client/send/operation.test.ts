import { expect, test } from 'vitest'
import { frame } from '../testing/event-streams.ts'
import { textIn } from '../testing/replies.ts'
import { message, messageText } from '../testing/sample-streams.ts'
import { readOperation, stopRemoteOperation } from './operation.ts'

const connection = { baseUrl: 'http://127.0.0.1:8787/v1', key: 'sk-canary-1234567890', own: true }
const never = { error: { message: 'No request came under this id.', code: 'op_not_found' } }

function router(answer: () => Response) {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push({ url: String(input), init })
    return answer()
  }
  return { sent, send }
}

const kept = (more: object) => ({
  id: 'a b',
  status: 'done',
  reply: {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'x-router-model': 'm' },
    ended: 'whole',
    encoding: 'utf8',
    body: new TextDecoder().decode(frame(message)),
    ...more,
  },
})

/** Everything that a kept reply tells. */
async function told(description: object) {
  const operation = await readOperation(connection, 'a b', router(() => Response.json(description)).send)
  if (operation.status !== 'done') throw new Error('It is not done.')
  const chunks = []
  for await (const chunk of operation.stream('responses', { stream: true })) chunks.push(chunk)
  return { chunks, events: chunks.flatMap((chunk) => (chunk.kind === 'events' ? chunk.events : [])) }
}

test('our own router is asked at its origin, with the key and nothing else', async () => {
  const { sent, send } = router(() => Response.json({ id: 'a b', status: 'running' }))
  expect(await readOperation(connection, 'a b', send)).toMatchObject({ status: 'running' })
  expect(sent[0]?.url).toBe('http://127.0.0.1:8787/ops/a%20b')
  expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit' })
  expect(new Headers(sent[0]?.init?.headers).get('authorization')).toBe(`Bearer ${connection.key}`)
})

test.each<[string, object]>([
  ['as text', {}],
  ['in base64', { encoding: 'base64', body: Buffer.from(frame(message)).toString('base64') }],
])('a kept reply %s is read as if it came just now', async (_, more) => {
  const { chunks, events } = await told(kept(more))
  expect(chunks[0]).toMatchObject({ kind: 'head', head: { status: 200, model: 'm' } })
  expect(textIn(events)).toBe(messageText)
  expect(events.at(-1)).toEqual({ kind: 'end', status: 'completed' })
})

test('a kept reply that broke off is not taken for a whole one, and what there is of it is read', async () => {
  const body = new TextDecoder().decode(frame(message.slice(0, 4)))
  const { events } = await told(kept({ ended: 'cut', body }))
  expect(textIn(events)).toBe('Grüße ')
  expect(events.at(-1)).toMatchObject({ kind: 'end', status: 'interrupted' })
})

test('a kept refusal is read as one, without the key', async () => {
  const body = JSON.stringify({ error: { message: `No credits for ${connection.key}` } })
  const { events } = await told(kept({ status: 402, headers: { 'content-type': 'application/json' }, body }))
  expect(events).toMatchObject([{ error: { message: 'No credits for [key]' } }, { kind: 'end', status: 'refused' }])
})

test.each<[string, () => Response, object]>([
  ['that never came', () => Response.json(never, { status: 404 }), { status: 'never-came' }],
  ['whose end is unknown', () => Response.json({ status: 'unknown' }), { status: 'unknown' }],
  ['whose reply is no longer kept', () => Response.json({ status: 'done' }), { status: 'unknown' }],
])('a request %s is told', async (_, answer, operation) => {
  expect(await readOperation(connection, 'a', router(answer).send)).toEqual(operation)
})

test.each<[string, () => Response]>([
  ['a 404 of something else', () => Response.json({ error: { code: 'not_found' } }, { status: 404 })],
  ['a page', () => new Response('<!doctype html>', { status: 404 })],
  ['a refusal', () => Response.json({ error: { code: 'invalid_api_key' } }, { status: 401 })],
  ['another shape', () => Response.json({ status: 'finished' })],
])('%s is no answer', async (_, answer) => {
  await expect(readOperation(connection, 'a', router(answer).send)).rejects.toThrow()
})

test('a stop holds only where the router says so', async () => {
  const { sent, send } = router(() => new Response(null, { status: 204 }))
  await stopRemoteOperation(connection, 'a', send)
  expect(sent[0]).toMatchObject({ url: 'http://127.0.0.1:8787/ops/a', init: { method: 'DELETE' } })
  const refusing = router(() => Response.json({}, { status: 503 })).send
  await expect(stopRemoteOperation(connection, 'a', refusing)).rejects.toThrow('503')
})

test('what a kept reply names by an address is asked for, and not taken for the reply', async () => {
  const body = JSON.stringify({ created: 1, data: [{ url: '/files/1' }] })
  const sent: string[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push(`${init?.method} ${input}`)
    const isFile = String(input).endsWith('/files/1')
    return isFile
      ? new Response(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))
      : Response.json(kept({ headers: { 'content-type': 'application/json' }, body }))
  }
  const operation = await readOperation(connection, 'a b', send)
  if (operation.status !== 'done') throw new Error('It is not done.')
  const types: string[] = []
  for await (const chunk of operation.stream('images.generations', {}))
    if (chunk.kind === 'events') types.push(...(chunk.files ?? []).map(({ type }) => type))
  expect(types).toEqual(['image/jpeg'])
  expect(sent).toEqual(['GET http://127.0.0.1:8787/ops/a%20b', 'GET http://127.0.0.1:8787/files/1'])
})

import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import type { Connection } from '../exchange.ts'
import { frame } from '../testing/event-streams.ts'
import { foreign, replyOf, tellOf, textIn } from '../testing/replies.ts'

const key = 'sk-canary-1234567890'
const connection: Connection = { ...foreign, key }
const said = [key, btoa(key), `Bearer ${key}`, btoa(`Bearer ${key}`)].join(' ')
const headers = { 'x-request-id': `req ${key}`, 'x-router-model': key, 'content-type': 'text/event-stream' }
const leak = new RegExp(`canary|1234567890|${btoa(key).slice(4, 16)}`)

const delta = (text: string) =>
  JSON.stringify({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: text })
const chunk = (text: string, finish_reason: string | null = null) =>
  JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: text }, finish_reason }] })
const args = (text: string) =>
  JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }] })

test.each<[string, () => Response]>([
  ['a refusal', () => Response.json({ error: { message: `No: ${said}`, param: key, code: key } }, { status: 401 })],
  ['a refusal in plain words', () => new Response(`No: ${said}`, { status: 401 })],
  ['a page', () => new Response(`<!doctype html><title>${said}</title>`)],
  ['a stream', () => replyOf([frame([delta(`You said ${said}.`)], { done: true })], { headers })],
  ['the name of an event', () => replyOf([new TextEncoder().encode(`event: ${key}\ndata: {}\n\n`)])],
  ['an event of an unknown type', () => replyOf([frame([JSON.stringify({ type: key, said })])])],
  ['an error inside a stream', () => replyOf([frame([JSON.stringify({ type: 'error', message: said })])])],
  ['a whole answer', () => Response.json({ object: 'response', output_text: said }, { headers })],
])('a key that comes back in %s is hidden in all that is told', async (_, reply) => {
  const told = await tellOf(reply(), { connection })
  expect(JSON.stringify(told)).toContain('[key]')
  expect(JSON.stringify(told)).not.toMatch(leak)
})

test.each([
  ['responses', [delta('Your key is sk-can'), delta('ary-12345'), delta('67890, '), delta('keep it.')]],
  ['chat completions', [chunk('Your key is sk-can'), chunk('ary-1234567890, keep'), chunk(' it.', 'stop')]],
])('a key that comes back in pieces is hidden in the text as soon as it is whole (%s)', async (_, events) => {
  const { events: told } = await tellOf(replyOf(events.map((one) => frame([one]))), { connection })
  expect(textIn(told)).toBe('Your key is [key], keep it.')
})

test('a key that comes back in pieces of a tool call is hidden, and the call stays open until it is settled', async () => {
  const { events } = await tellOf(replyOf([frame([args('{"key":"sk-canary-'), args('1234567890'), args('"}')])]), {
    connection,
  })
  expect(events.filter(({ kind }) => kind.startsWith('tool-arguments'))).toEqual([
    { kind: 'tool-arguments-delta', output: 0, text: '{"key":"sk-canary-' },
    { kind: 'tool-arguments', output: 0, text: '{"key":"[key]' },
    { kind: 'tool-arguments-delta', output: 0, text: '"}' },
  ])
})

test('a failure of the network does not tell the key', async () => {
  const told = await tellOf(() => Promise.reject(new TypeError(`Failed to send ${key}`)), { connection })
  expect(told.events[0]).toMatchObject({ error: { message: 'Failed to send [key]' } })
})

test('a key that comes back in the answer to a call is hidden', async () => {
  const fetch = async () => Response.json({ data: [{ id: said }] }, { headers })
  const answer = await createClient(connection, { fetch }).call('models')
  expect(JSON.stringify(answer)).not.toMatch(leak)
  const refusing = async () => Response.json({ error: { message: said } }, { status: 401 })
  const refused = createClient(connection, { fetch: refusing }).call('models')
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringMatching(leak) })
})

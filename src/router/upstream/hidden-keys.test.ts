import { expect, test } from 'vitest'
import { upstreamAt, upstreamKey } from '../testing/fake-upstream.ts'
import { hideKeys, withoutKeys } from './hidden-keys.ts'

const upstream = upstreamAt('http://127.0.0.1:1/v1')
const stars = '*'.repeat(upstreamKey.length)

/** The chunks that come out for these. */
async function chunksOf(...chunks: readonly string[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk, 'latin1'))
      controller.close()
    },
  })
  const out: string[] = []
  for await (const chunk of withoutKeys(body, upstream)) out.push(Buffer.from(chunk).toString('latin1'))
  return out
}

test('a key is found wherever a body is cut, and every other byte stays', async () => {
  const text = `\u00ff ${upstreamKey.slice(0, 9)} ${upstreamKey}${upstreamKey} {"a":"Bearer ${upstreamKey}"} ${upstreamKey.slice(0, -1)}`
  const expected = text.replaceAll(upstreamKey, stars)
  expect(expected).toContain(upstreamKey.slice(0, -1))
  for (let at = 0; at <= text.length; at += 1)
    expect((await chunksOf(text.slice(0, at), text.slice(at))).join('')).toBe(expected)
  expect((await chunksOf(...text)).join('')).toBe(expected)
})

test('chunks stay as they are, unless their end may be the beginning of a key', async () => {
  expect(await chunksOf('data: s\n\n', 'data: x', '', ' sk-can')).toEqual(['data: s\n\n', 'data: x', '', ' ', 'sk-can'])
})

test('a placeholder in place of a key is no secret', () => {
  expect(hideKeys('ollama and lm-studio', { ...upstream, keys: ['ollama', 'lm-studio', ''] })).toBe(
    'ollama and lm-studio',
  )
})

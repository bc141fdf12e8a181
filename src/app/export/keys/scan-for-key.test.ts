import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { refuseKeyIn, refuseKeys } from './scan-for-key.ts'

const key = 'p4tch"bay\\key/with+odd&chars=ü€'
const simple = 'canary0123456789abcdef'

const spell: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after one byte': (text) => Buffer.from(`x${text}yz`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`xy${text}z`).toString('base64'),
  'base64 as basic authorization': (text) => Buffer.from(`user:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(`?${text}>`).toString('base64url'),
  'URL-encoded': (text) => encodeURIComponent(text),
  'URL-encoded throughout': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  'URL-encoded throughout, big': (text) => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&'),
  'JSON-escaped': (text) => JSON.stringify({ a: text }),
  'JSON-escaped throughout': (text) =>
    text
      .split('')
      .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  hex: (text) => Buffer.from(text).toString('hex'),
  'big hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  HTML: (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
}

test.each(Object.keys(spell))('a key is found %s, and the message does not hold it', async (way) => {
  for (const secret of [key, simple]) {
    const content = `before ${spell[way]?.(secret)} after`
    const error = await refuseKeys('the prompt', Buffer.from(content), ['unused key', secret]).catch(String)
    expect(error).toMatch(/the prompt/)
    for (const write of Object.values(spell)) expect(error).not.toContain(write(secret))
  }
})

test.each([
  `sk-${'proj-abcDEF0123456789abcdef'}`,
  `sk-${'ant-api03-AbCdEf0123456789'}`,
  'Authorization: Bearer abcdef0123456789abcdef',
  '{"authorization":"Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc"}',
  'gsk_abcdefghijklmnop0123456789',
])('what looks like a key is found without knowing it: %s', async (content) => {
  await expect(refuseKeys('x', Buffer.from(content), [])).rejects.toThrow('x contains what looks like a key')
})

test.each([
  'Bearer $OPENAI_API_KEY',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a snippet says.
  'Bearer ${process.env.OPENAI_API_KEY}',
  'Bearer ••••c0de',
  'a task-oriented-approach-to-planning-in-2024',
  'the bearer of this letter, Bearer authentication-and-authorization',
  'sk-…c0de',
])('what only resembles a key is left alone: %s', async (content) => {
  await expect(refuseKeys('x', Buffer.from(content), [simple])).resolves.toBeUndefined()
})

test('a word that keyless routers take as a key is no secret', async () => {
  await expect(refuseKeys('x', Buffer.from('I like ollama'), ['ollama', ''])).resolves.toBeUndefined()
})

test(`a key is found across any borders of chunks (seed ${seed})`, async () => {
  const property = fc.asyncProperty(
    fc.uint8Array({ maxLength: 600 }),
    fc.constantFrom(...Object.values(spell), () => 'Bearer abcdef0123456789abcdef'),
    fc.array(fc.nat(2000), { maxLength: 8 }),
    async (noise, write, cuts) => {
      const bytes = Buffer.concat([noise, Buffer.from(` ${write(simple)} `), noise])
      const places = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b), bytes.length]
      async function* pieces() {
        for (const [at, end] of places.slice(1).entries()) yield bytes.subarray(places[at], end)
      }
      await expect(refuseKeys('x', pieces(), [simple])).rejects.toThrow('x contains')
    },
  )
  await fc.assert(property, { seed, numRuns: 300 })
})

test('a word that a border of chunks cuts in two does not begin there', async () => {
  async function* pieces() {
    yield Buffer.from('a'.repeat(5000))
    yield Buffer.from(`${'b'.repeat(254)}task-0123456789abcdef0123456789`)
    yield Buffer.from('c'.repeat(223))
    for (let at = 0; at < 300; at += 1) yield Buffer.from(' ')
  }
  await expect(refuseKeys('x', pieces(), [])).resolves.toBeUndefined()
})

test('a large file is read in pieces, and a key behind its first megabyte is found', async () => {
  const blob = new Blob([new Uint8Array(2 ** 20 - 5), simple, new Uint8Array(100)])
  await expect(refuseKeys('a file', blob, [simple])).rejects.toThrow('a file contains')
})

test('a text at hand is refused in the same way', () => {
  expect(() => refuseKeyIn('the snippet', `-H 'X: ${simple}'`, [simple])).toThrow(/the snippet/)
  expect(() => refuseKeyIn('the snippet', 'nothing', [simple])).not.toThrow()
})

import { expect, test } from 'vitest'
import { secretForms } from '#media/key-mask.ts'
import { upstreamAt, upstreamKey } from '../testing/fake-upstream.ts'
import { hideKeys, withoutKeys } from './hidden-keys.ts'

/** Each way to write it is another. */
const odd = 'canary/7f3a9b52+e1d84c06"of-ours'
const upstream = { ...upstreamAt('http://127.0.0.1:1/v1'), keys: [upstreamKey, odd] }
const stars = '*'.repeat(upstreamKey.length)

/** The chunks that come out for these. */
async function chunksOf(type: string, ...chunks: readonly string[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk, 'latin1'))
      controller.close()
    },
  })
  const out: string[] = []
  for await (const chunk of withoutKeys(body, upstream, type)) out.push(Buffer.from(chunk).toString('latin1'))
  return out
}

const textOf = async (type: string, ...chunks: readonly string[]) => (await chunksOf(type, ...chunks)).join('')

test.each(['application/json', 'audio/mpeg', 'text/event-stream', ''])(
  'a key is found wherever a body is cut, and every other byte stays: %s',
  async (type) => {
    const text = `\u00ff ${upstreamKey.slice(0, 9)} ${upstreamKey}${upstreamKey} {"a":"Bearer ${upstreamKey}"} ${upstreamKey.slice(0, -1)}.`
    const expected = text.replaceAll(upstreamKey, stars)
    expect(expected).toContain(upstreamKey.slice(0, -1))
    for (let at = 0; at <= text.length; at += 1)
      expect(await textOf(type, text.slice(0, at), text.slice(at))).toBe(expected)
    expect(await textOf(type, ...text)).toBe(expected)
  },
)

const hex = (one: string, digits: number) => one.charCodeAt(0).toString(16).padStart(digits, '0')
const each = (text: string, write: (one: string, at: number) => string) => Array.from(text, write).join('')
/** A text as programs write it. */
const writings: Record<string, (text: string) => string> = {
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'with \\/': (text) => text.replaceAll('/', '\\/').replaceAll('"', '\\"'),
  'with \\u002b': (text) => each(text, (one) => (/\w/.test(one) ? one : `\\u${hex(one, 4)}`)),
  'with \\u002B': (text) => each(text, (one) => `\\u${hex(one, 4).toUpperCase()}`),
  'with some \\u': (text) =>
    each(text, (one, at) => (at % 3 ? (writings['in JSON']?.(one) ?? '') : `\\u${hex(one, 4)}`)),
  'with \\u in JSON in JSON': (text) => JSON.stringify(writings['with \\u002b']?.(text)).slice(1, -1),
  'with \\x2b': (text) => each(text, (one) => (/\w/.test(one) ? one : `\\x${hex(one, 2)}`)),
  'in a URL': encodeURIComponent,
  'in a URL, in small letters': (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  'in a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'with %xx everywhere': (text) => each(text, (one) => `%${hex(one, 2)}`),
  'in HTML': (text) => each(text, (one) => (/\w/.test(one) ? one : `&#${one.charCodeAt(0)};`)),
  'in HTML, in hexadecimal': (text) => each(text, (one) => `&#x${hex(one, 2)};`),
  'in base64': (text) => btoa(`Bearer ${text}`),
  'in base64 for URLs': (text) => btoa(`x${text}`).replaceAll('+', '-').replaceAll('/', '_'),
  'in base64 in JSON': (text) => btoa(text).replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
  'in base64 in a URL': (text) => encodeURIComponent(btoa(`Bearer ${text}`)),
}

test.each(Object.entries(writings))('a key is found as it is written %s, wherever it is cut', async (_, write) => {
  for (const key of [odd, upstreamKey]) {
    const written = `<${write(key)}> and \\u0041 %41 \\n`
    const hidden = hideKeys(written, upstream)
    expect(hidden).toMatch(/^<[^*]{0,12}\*{12,}[^*]{0,4}> and \\u0041 %41 \\n$/)
    expect(hidden).toHaveLength(written.length)
    for (let at = 0; at <= written.length; at += 1)
      expect(await textOf('audio/wav', written.slice(0, at), written.slice(at))).toBe(hidden)
  }
})

test('what remains of JSON is JSON', () => {
  for (const write of Object.values(writings)) {
    const text = JSON.stringify({ a: `\\${odd}\\n`, b: 1 }).replace(JSON.stringify(odd).slice(1, -1), write(odd))
    if (write(odd).includes('"') && !write(odd).includes('\\"')) continue
    expect(() => JSON.parse(hideKeys(text, upstream)), text).not.toThrow()
  }
})

/** What the strings of these events say together. */
const saidIn = (text: string, name: string) =>
  Array.from(text.matchAll(new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*")`, 'g')), ([, one = '""']) =>
    JSON.parse(one),
  ).join('')

const inPieces = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []

const streams: Record<string, { readonly name: string; readonly event: (piece: string, at: number) => string }> = {
  responses: {
    name: 'delta',
    event: (delta, at) =>
      `event: response.output_text.delta\ndata: ${JSON.stringify({ type: 'response.output_text.delta', sequence_number: at, delta })}\n\n`,
  },
  'chat completions': {
    name: 'content',
    event: (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }], usage: null })}\n\n`,
  },
  'arguments, between other events': {
    name: 'arguments',
    event: (piece, at) =>
      `: ping\n\ndata: ${JSON.stringify({ type: 'other', text: 'words' })}\r\n\r\ndata: ${JSON.stringify({ item_id: `f${at}`, arguments: piece })}\r\n\r\n`,
  },
  'JSON lines': { name: 'text', event: (text) => `${JSON.stringify({ text, done: false })}\n` },
}

test.each(Object.entries(streams))(
  'a key that is spread over the events of a stream is hidden: %s',
  async (kind, { name, event }) => {
    const type = kind === 'JSON lines' ? 'application/x-ndjson' : 'text/event-stream'
    for (const key of secretForms([odd]))
      for (const size of [1, 2, 3, 7, 20]) {
        const pieces = inPieces(`Your key sk-ant is ${key}, and that is all.`, size)
        const stream = pieces.map(event).join('')
        const cut = inPieces(stream.replaceAll('\n', '\u0001').replaceAll('\r', '\u0002'), 11).map((one) =>
          one.replaceAll('\u0001', '\n').replaceAll('\u0002', '\r'),
        )
        for (const out of [
          await textOf(type, stream),
          await textOf(type, ...pieces.map(event)),
          await textOf(type, ...cut),
        ]) {
          expect(out).toHaveLength(stream.length)
          const said = saidIn(out, name)
          expect(said).toMatch(/^Your key sk-ant is .{0,4}\*+, and that is all\.$/)
          expect(said).not.toContain(key.slice(0, 5))
        }
      }
  },
)

test('a key that is spread over one of two choices, or over lines without JSON, is hidden too', async () => {
  const choice = (index: number, content: string) =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content } }] })}\n\n`
  const pieces = inPieces(upstreamKey, 3)
  const events = pieces.flatMap((piece) => [choice(0, piece), choice(1, 'sk-')])
  const first = (await textOf('text/event-stream', ...events)).replace(/^.*"index":1.*$/gm, '')
  const plain = await textOf('', ...pieces.map((piece) => `data: ${piece}\n\n`))
  for (const out of [saidIn(first, 'content'), plain.replace(/data: |\n/g, '')])
    expect(out).toBe(`${upstreamKey.slice(0, 3)}${stars.slice(3)}`)
})

test('the rest of a key that a stream breaks off is hidden, and all else that waited comes', async () => {
  const { event } = streams.responses ?? expect.fail()
  const begun = [event('It is sk-can', 1), event(upstreamKey.slice(6, -1), 2)]
  expect(saidIn(await textOf('text/event-stream', ...begun), 'delta')).toMatch(/^It is \*+$/)
  const short = [event('It is sk-cana', 1), event('', 2), 'data: {"delta":"x']
  expect(await textOf('text/event-stream', ...short)).toBe(short.join(''))
  const chunks = [`{"a":"${upstreamKey.slice(0, -1)}`]
  expect(await textOf('application/json', ...chunks)).toMatch(/^\{"a":"\*+$/)
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (chunks.length === 0) controller.error(new Error('broke'))
      else controller.enqueue(Buffer.from(`${chunks.pop()?.slice(0, 10)}`))
    },
  })
  const reader = withoutKeys(broken, upstream, 'application/json').getReader()
  expect(String((await reader.read()).value)).toBe('{"a":"')
  expect(String((await reader.read()).value)).toBe('sk-c')
  await expect(reader.read()).rejects.toThrow('broke')
})

test('chunks stay as they are, unless their end may be the beginning of a key', async () => {
  const chunks = ['s\n\n', 'x', '', ' sk-can']
  expect(await chunksOf('text/plain', ...chunks)).toEqual(['s\n\n', 'x', '', ' ', 'sk-can'])
})

test('events go on at once, unless they may hold a part of a key', async () => {
  const { event } = streams.responses ?? expect.fail()
  const events = ['words', ' its', ' sk-', 'cana', 'da'].map(event)
  expect(await chunksOf('text/event-stream', ...events)).toEqual([
    ...events.slice(0, 2),
    events[2],
    // So much of a key is no chance: it waits for what follows.
    events.slice(3).join(''),
  ])
})

test('a placeholder in place of a key is no secret', () => {
  expect(hideKeys('ollama and lm-studio', { ...upstream, keys: ['ollama', 'lm-studio', ''] })).toBe(
    'ollama and lm-studio',
  )
})

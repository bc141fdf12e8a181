import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeltaParser } from './delta-parser.ts'
import { parseData } from './parse-data.ts'

const seed = Number(process.env.SEED ?? 20261121)
const event = (delta: unknown, more: object = {}) =>
  JSON.stringify({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta, ...more })

/** The text, read by a parser that has seen an ordinary event before. */
function after(sample: string, text: string) {
  const parser = new DeltaParser()
  parser.parse(sample)
  const { print: _, ...parsed } = parser.parse(text)
  return parsed
}

const sample = event('one', { sequence_number: 8, logprobs: [], obfuscation: 'x1' })

test.each([
  ['another delta and number', event(' two', { sequence_number: 9, logprobs: [], obfuscation: '' })],
  ['an empty delta', event('', { sequence_number: 0, logprobs: [], obfuscation: 'x' })],
  ['a delta with escapes', event('a "b"\\\n', { sequence_number: 9, logprobs: [], obfuscation: 'x' })],
  ['a delta beyond ASCII', event('日本 👩‍👩‍👧\u2028', { sequence_number: 9, logprobs: [], obfuscation: 'x' })],
  ['no number', event('b', { logprobs: [], obfuscation: 'x' })],
  ['another place', event('b', { sequence_number: 9, logprobs: [], obfuscation: 'x', output_index: 1 })],
  ['a delta that is no text', event(7, { sequence_number: 9, logprobs: [], obfuscation: 'x' })],
  ['a number with a leading zero', sample.replace(':8,', ':08,')],
  ['a number that is none', sample.replace(':8,', ':,')],
  ['a negative number', sample.replace(':8,', ':-8,')],
  ['a broken number', sample.replace(':8,', ':8.5,')],
  ['a number with an exponent', sample.replace(':8,', ':8e2,')],
  ['a number beyond what a double holds', sample.replace(':8,', ':90071992547409931,')],
  ['a raw control character', sample.replace('one', 'o\u0001e')],
  ['a raw line end', sample.replace('one', 'o\ne')],
  ['an unknown escape', sample.replace('one', 'o\\xe')],
  ['a member behind the known ones', sample.replace(/}$/, ',"delta":"other"}')],
  ['a space', sample.replace(':8,', ': 8,')],
  ['something behind it', `${sample} `],
  ['something more behind it', `${sample}}`],
  ['a cut', sample.slice(0, -1)],
  ['a cut inside the delta', sample.slice(0, sample.indexOf('one') + 1)],
  ['nothing', ''],
])('an event with %s behind an ordinary one is read as a parser reads it', (_, text) => {
  expect(after(sample, text)).toEqual(parseData(text))
})

const plain = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '日', '{', ':', ',', '1', '"', '\\', '\n', '\ud83d') })
const similar = fc
  .record(
    {
      type: fc.constantFrom('response.output_text.delta', 'x'),
      sequence_number: fc.oneof(fc.nat(), fc.constantFrom(-1, 1.5, 1e21, -0)),
      delta: fc.oneof(plain, fc.jsonValue({ maxDepth: 1 })),
      obfuscation: fc.oneof(plain, fc.nat()),
      ['__proto__']: fc.jsonValue({ maxDepth: 1 }),
      logprobs: fc.constantFrom([], null, [{ delta: 'a', sequence_number: 1 }]),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value))
const damaged = fc
  .tuple(similar, fc.nat(), fc.constantFrom('', '"', '\\', ',', '}', ' ', '0', '\u0000'))
  .map(([text, place, piece]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + piece + text.slice(at + 1)
  })

test('whatever came before, an event is read as a parser reads it, and equal texts alone have equal prints', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(similar, damaged), { maxLength: 20 }), (texts) => {
      const parser = new DeltaParser()
      const prints = new Map<string, number | undefined>()
      for (const text of [...texts, ...texts]) {
        const { print, ...parsed } = parser.parse(text)
        expect(parsed).toEqual(parseData(text))
        if (prints.has(text)) expect(prints.get(text)).toBe(print)
        prints.set(text, print)
      }
      const known = [...prints.values()].filter((print) => print !== undefined)
      expect(new Set(known).size).toBe(known.length)
    }),
    { seed, numRuns: process.env.SOAK ? 20_000 : 500 },
  )
})

test('events of one form are told apart by what differs, wherever it stands', () => {
  const parser = new DeltaParser()
  const texts = ['a', 'b', 'ab', ''].flatMap((delta) =>
    ['', 'a', 'b'].flatMap((obfuscation) => [1, 2, 11].map((n) => event(delta, { sequence_number: n, obfuscation }))),
  )
  const prints = texts.map((text) => parser.parse(text).print)
  expect(prints).not.toContain(undefined)
  expect(new Set(prints).size).toBe(texts.length)
})

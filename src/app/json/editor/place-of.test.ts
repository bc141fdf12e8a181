import { jsonLanguage } from '@codemirror/lang-json'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const sample = { seed, numRuns: process.env.SOAK ? 20_000 : 300 }

function marked(text: string, ...path: PropertyKey[]): string {
  const { from, to } = placeOf(jsonLanguage.parser.parse(text), text, path)
  return `${from}:${text.slice(from, to)}`
}

const text = `{
  "model": "gen",
  "tools": [{ "type": "function" }, 3],
  "a.b": { "": null },
  "\\u0061": true
}`

test.each<[PropertyKey[], string]>([
  [['model'], '"gen"'],
  [['tools', 1], '3'],
  [['tools', 0, 'type'], '"function"'],
  [['a.b', ''], 'null'],
  [['a'], 'true'],
])('a plain value is marked itself: %j', (path, mark) => {
  expect(marked(text, ...path)).toBe(`${text.indexOf(mark)}:${mark}`)
})

test('an object or list is marked at its name, or at its bracket where it has none', () => {
  expect(marked(text, 'tools')).toBe(`${text.indexOf('"tools"')}:"tools"`)
  expect(marked(text, 'tools', 0)).toBe(`${text.indexOf('{ "type"')}:{`)
  expect(marked(text)).toBe('0:{')
})

test('what is missing is marked where it should be', () => {
  expect(marked(text, 'tools', 0, 'name')).toBe(marked(text, 'tools', 0))
  expect(marked(text, 'tools', 0, 'function', 'name')).toBe(marked(text, 'tools', 0))
  expect(marked(text, 'tools', 9)).toBe(marked(text, 'tools'))
  expect(marked(text, 'nothing')).toBe('0:{')
  expect(marked(text, 'model', 'deeper')).toBe(marked(text, 'model'))
})

test('of a name that stands twice the last one counts, as for whoever reads the text', () => {
  expect(marked('{"a": 1, "a": 2}', 'a')).toBe('14:2')
})

test('a text without a value has a place all the same', () => {
  expect(marked('', 'a')).toBe('0:')
  expect(marked(' ')).toBe('0: ')
})

const leafPaths = (value: unknown): PropertyKey[][] => {
  if (typeof value !== 'object' || value === null) return [[]]
  const parts: [PropertyKey, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value)
  return parts.flatMap(([key, part]) => leafPaths(part).map((rest) => [key, ...rest]))
}

test(`the place of every plain value of any JSON holds that value (SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const written = JSON.stringify(value, null, indent)
      const tree = jsonLanguage.parser.parse(written)
      const read: unknown = JSON.parse(written)
      for (const path of leafPaths(read)) {
        const { from, to } = placeOf(tree, written, path)
        const found = path.reduce<unknown>((part, key) => Object(part)[key], read)
        expect(JSON.parse(written.slice(from, to))).toEqual(found)
      }
    }),
    sample,
  )
})

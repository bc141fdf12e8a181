import { json, jsonLanguage } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { diagnose, type JsonFault, placeOf } from './diagnose.ts'

const marks = (doc: string, faults: readonly JsonFault[] = []) =>
  diagnose(EditorState.create({ doc, extensions: json() }), faults).map(
    ({ from, to, message }) => `${doc.slice(from, to)} ${message}`,
  )

test('a text that is no JSON is marked where it stops being JSON, in the words that stand below it', () => {
  expect(marks('[1,\n2,]')).toEqual(['] Extra comma at line 2, column 3'])
})

test('a text that ends too early is marked at its end', () => {
  expect(marks('[1')).toEqual([' Missing ] at line 1, column 3'])
})

test('while a text cannot be read, nothing is said of what stood there before', () => {
  expect(marks('{"a": }', [{ at: ['a'], words: 'Must be a text.' }])).toEqual([
    '} Expected a value at line 1, column 7',
  ])
})

test('what is wrong with a value is marked at the value', () => {
  const faults = [
    { at: ['temperature'], words: 'Must be a number.' },
    { at: ['tools', 1], words: 'Must be an object.' },
  ]
  expect(marks('{"temperature": "hot", "tools": [{}, 3]}', faults)).toEqual([
    '"hot" Must be a number.',
    '3 Must be an object.',
  ])
})

test('an empty box is not told off', () => {
  expect(marks(' \n', [{ at: [], words: 'Required.' }])).toEqual([])
})

test('a very long text is marked only where it cannot be read', () => {
  const long = `[${'1,'.repeat(300_000)}1]`
  expect(marks(long, [{ at: [0], words: 'Must be a text.' }])).toEqual([])
  expect(marks(`${long}]`)).toEqual(['] Unexpected text after the end at line 1, column 600004'])
})

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

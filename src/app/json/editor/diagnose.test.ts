import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { diagnose, type Fault } from './diagnose.ts'

const marks = (doc: string, faults: readonly Fault[] = []) =>
  diagnose(EditorState.create({ doc, extensions: json() }), faults).map(
    ({ from, to, message }) => `${doc.slice(from, to)} ${message}`,
  )

test('a text that is no JSON is marked where it stops being JSON, in the words that stand below it', () => {
  expect(marks('[1,\n2,]')).toEqual(['] Line 2, column 3: a comma too many'])
})

test('a text that ends too early is marked at its end', () => {
  expect(marks('[1')).toEqual([' Line 1, column 3: the text ends before its ]'])
})

test('while a text cannot be read, nothing is said of what stood there before', () => {
  expect(marks('{"a": }', [{ at: ['a'], words: 'Must be a text.' }])).toEqual([
    '} Line 1, column 7: a value is missing',
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
  expect(marks(' \n', [{ at: [], words: 'Needed.' }])).toEqual([])
})

test('a very long text is marked only where it cannot be read', () => {
  const long = `[${'1,'.repeat(300_000)}1]`
  expect(marks(long, [{ at: [0], words: 'Must be a text.' }])).toEqual([])
  expect(marks(`${long}]`)).toEqual(['] Line 1, column 600004: nothing may follow the end'])
})

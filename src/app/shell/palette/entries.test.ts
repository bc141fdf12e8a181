import { expect, test } from 'vitest'
import { findEntries, type PaletteEntry } from './entries.ts'

const entry = (group: PaletteEntry['group'], title: string, detail?: string): PaletteEntry => ({
  ...{ id: `${group} ${title}`, group, title, choose: () => {} },
  ...(detail !== undefined && { detail }),
})
const runs = Array.from({ length: 60 }, (_, at) => entry('Runs', `question ${at}`, 'sandbox-text'))
const entries = [
  ...['Chat', 'Images', 'Settings'].map((title) => entry('Panels', title)),
  entry('Actions', 'Theme: dark'),
  ...['gen-5.4-pro', 'gen-image-2', 'sandbox-text'].map((title) => entry('Models', title)),
  ...runs,
]
const titles = (typed: string) => findEntries(entries, typed).map(({ title }) => title)

test('before anything is typed, panels, actions and the newest runs are offered, and no model', () => {
  expect(titles(' ')).toEqual([
    'Chat',
    'Images',
    'Settings',
    'Theme: dark',
    ...runs.slice(0, 6).map((one) => one.title),
  ])
})

test('a few letters of a word find it, the best first', () => {
  expect(titles('sttng')).toEqual(['Settings'])
  expect(titles('5.4')[0]).toBe('gen-5.4-pro')
  expect(titles('dark')).toEqual(['Theme: dark'])
})

test('an exact id comes first, whatever else it is a part of', () => {
  const longer = [entry('Runs', 'Why gpt-4o and gpt-4o?'), entry('Models', 'gpt-4o-mini'), entry('Models', 'gpt-4o')]
  expect(findEntries(longer, ' GPT-4o ').map(({ title }) => title)[0]).toBe('gpt-4o')
})

test('words may come in any order, and may be of the detail or the group', () => {
  expect(titles('17 question')).toEqual(['question 17'])
  expect(titles('image models')).toEqual(['gen-image-2'])
})

test('what fits nothing finds nothing, and what fits all is cut', () => {
  expect(titles('xyzzy')).toEqual([])
  expect(titles('question')).toHaveLength(50)
})

test('signs that mean something in a pattern are only signs', () => {
  for (const typed of ['(', '[a-', '\\', '*', '-', '"', '.']) expect(() => titles(typed)).not.toThrow()
})

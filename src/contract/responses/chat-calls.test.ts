import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChatCall, ChatCalls, JsonScan } from './chat-calls.ts'

const seed = Number(process.env.SEED ?? 20261127)

interface Entry {
  readonly index?: unknown
  readonly id?: unknown
  readonly type?: string
  readonly name?: string | null
  readonly args?: unknown
}

const entryOf = ({ name, args, ...rest }: Entry) => ({ ...rest, function: { name, arguments: args } })

/** What the entries come to, each in a delta of its own. */
function joined(entries: readonly Entry[], isCut = false) {
  const calls = new ChatCalls()
  const texts = new Map<ChatCall, string>()
  const take = ({ call, text }: { call: ChatCall; text: string }) => texts.set(call, (texts.get(call) ?? '') + text)
  for (const entry of entries) take(calls.read(entryOf(entry)))
  for (const piece of calls.end(isCut)) take(piece)
  return [...texts].map(([{ id, name }, text]) => [id, name, text])
}

const paris = '{"city":"Paris"}'
test.each<[what: string, entries: Entry[], calls: [id: unknown, name: unknown, args: string][]]>([
  [
    'one call',
    [
      { index: 0, id: 'a', name: 'f', args: '' },
      { index: 0, args: '{"x' },
      { index: 0, args: '":1}' },
    ],
    [['a', 'f', '{"x":1}']],
  ],
  [
    'calls with one index and no id',
    [
      { index: 0, name: 'f', args: paris },
      { index: 0, name: 'g', args: '{"tz":"JST"}' },
    ],
    [
      [undefined, 'f', paris],
      [undefined, 'g', '{"tz":"JST"}'],
    ],
  ],
  [
    'two calls of one function, with one index and no id',
    [
      { index: 0, name: 'f', args: paris },
      { index: 0, name: 'f', args: '{"city":"Rome"}' },
    ],
    [
      [undefined, 'f', paris],
      [undefined, 'f', '{"city":"Rome"}'],
    ],
  ],
  [
    'calls without index and id',
    [
      { type: 'function', name: 'f', args: paris },
      { type: 'function', name: 'g', args: '{}' },
    ],
    [
      [undefined, 'f', paris],
      [undefined, 'g', '{}'],
    ],
  ],
  [
    'calls without index, id and parameters',
    [
      { type: 'function', name: 'f', args: '' },
      { type: 'function', name: 'g', args: '' },
    ],
    [
      [undefined, 'f', '{}'],
      [undefined, 'g', '{}'],
    ],
  ],
  [
    'arguments under other indexes',
    [
      { index: 0, id: 'a', name: 'f', args: '' },
      { index: 1, args: '{"q":' },
      { index: 2, args: '"cats"}' },
    ],
    [['a', 'f', '{"q":"cats"}']],
  ],
  [
    'another index behind arguments that were under it',
    [
      { index: 0, id: 'a', name: 'f', args: '' },
      { index: 1, args: '{}' },
      { index: 1, id: 'b', name: 'g', args: '{"x":1}' },
    ],
    [
      ['a', 'f', '{}'],
      ['b', 'g', '{"x":1}'],
    ],
  ],
  [
    'an index for some pieces only',
    [
      ...[{ id: 'a', name: 'f', args: '' }, { args: paris }, { index: 1, id: 'b', name: 'g', args: '' }],
      ...[{ index: 1, args: '{"tz":' }, { args: '"JST"}' }],
    ],
    [
      ['a', 'f', paris],
      ['b', 'g', '{"tz":"JST"}'],
    ],
  ],
  [
    'a name and another id with each piece',
    [
      ...[
        { index: 0, id: 'a1', name: 'f', args: '' },
        { index: 0, id: 'a2', name: 'f', args: '{"p":' },
      ],
      { index: 0, id: 'a3', name: 'f', args: '1}' },
    ],
    [['a1', 'f', '{"p":1}']],
  ],
  [
    'an id that changes',
    [
      { index: 0, id: 'a', name: 'f', args: '{' },
      { index: 0, id: 'b', name: '', args: '}' },
    ],
    [['a', 'f', '{}']],
  ],
  [
    'the name with each piece',
    [
      { index: 0, id: 'a', name: 'f', args: '{"x"' },
      { index: 0, id: 'a', name: 'f', args: ':1}' },
    ],
    [['a', 'f', '{"x":1}']],
  ],
  [
    'a name in pieces',
    [
      { index: 0, id: 'a', name: 'edit_ex', args: '' },
      { index: 0, name: 'isting', args: '' },
      { index: 0, args: '{"x":1}' },
    ],
    [['a', 'edit_existing', '{"x":1}']],
  ],
  [
    'a name in pieces without index and id, and then as a whole',
    [{ name: 'edit_ex' }, { name: 'isting' }, { name: 'edit_existing', args: '{"x":1}' }],
    [[undefined, 'edit_existing', '{"x":1}']],
  ],
  [
    'a late name',
    [
      { index: 0, id: 'a', name: null, args: '{"x' },
      { index: 0, name: 'f', args: '":1}' },
    ],
    [['a', 'f', '{"x":1}']],
  ],
  [
    'a late id',
    [
      { index: 0, name: 'f', args: '{' },
      { index: 0, id: 'a', args: '}' },
    ],
    [['a', 'f', '{}']],
  ],
  [
    'ids that the index contradicts',
    [
      ...[
        { index: 0, id: 'a', name: 'f', args: '' },
        { index: 1, id: 'b', name: 'g', args: '' },
      ],
      ...[
        { index: 0, id: 'b', args: '{"b":1}' },
        { index: 1, id: 'a', args: '{"a":1}' },
      ],
    ],
    [
      ['a', 'f', '{"a":1}'],
      ['b', 'g', '{"b":1}'],
    ],
  ],
  [
    'an index with the first piece only',
    [
      ...[
        { index: 0, id: 'a', name: 'f', args: '' },
        { id: 'a', args: '{"a":' },
        { index: 1, id: 'b', name: 'g', args: '' },
      ],
      ...[
        { id: 'b', args: '{"b":' },
        { id: 'a', args: '1}' },
        { id: 'b', args: '2}' },
      ],
    ],
    [
      ['a', 'f', '{"a":1}'],
      ['b', 'g', '{"b":2}'],
    ],
  ],
  [
    'one id for two calls',
    [
      ...[
        { index: 0, id: 'x', name: 'f', args: '' },
        { index: 1, id: 'x', name: 'g', args: '' },
      ],
      ...[
        { index: 0, id: 'x', args: '{"a":1}' },
        { index: 1, id: 'x', args: '{"b":1}' },
      ],
    ],
    [
      ['x', 'f', '{"a":1}'],
      [undefined, 'g', '{"b":1}'],
    ],
  ],
  [
    'ids that are numbers, and empty ones',
    [
      { index: 0, id: 12345, name: 'f', args: '' },
      { index: 0, id: '', name: '', args: '{"x":' },
      { index: '0', id: null, args: '1}' },
    ],
    [['12345', 'f', '{"x":1}']],
  ],
  [
    'a call that is repeated as a whole',
    [
      { index: 0, id: 'a', name: 'f', args: paris },
      { index: 0, id: 'a', name: 'f', args: paris },
    ],
    [['a', 'f', paris]],
  ],
  [
    'an empty object before the arguments',
    [
      { index: 0, id: 'a', name: 'f', args: '{}' },
      { index: 0, args: '{"x":' },
      { index: 0, args: '1}' },
    ],
    [['a', 'f', '{"x":1}']],
  ],
  [
    'a whole call and then another one under its index',
    [
      { index: 0, id: 'a', name: 'f', args: '{}' },
      { index: 0, id: 'b', name: 'g', args: '{' },
      { index: 0, id: 'b', args: '}' },
    ],
    [
      ['a', 'f', '{}'],
      ['b', 'g', '{}'],
    ],
  ],
  ['arguments that are an object', [{ index: 0, id: 'a', name: 'f', args: { x: 1 } }], [['a', 'f', '{"x":1}']]],
  ['no arguments', [{ index: 0, id: 'a', name: 'f', args: null }], [['a', 'f', '{}']]],
])('%s', (_, entries, calls) => {
  expect(joined(entries)).toEqual(calls)
})

test('the last call of a completion that was cut gets no arguments that it never had', () => {
  const entries = [
    { index: 0, id: 'a', name: 'f' },
    { index: 1, id: 'b', name: 'g' },
  ]
  expect(joined(entries, true)).toEqual([
    ['a', 'f', '{}'],
    ['b', 'g', ''],
  ])
})

test('each call of a message, and each of several in one delta, is a call of its own', () => {
  const list = [entryOf({ name: 'f', args: '' }), entryOf({ name: 'f', args: '' })]
  for (const more of [() => ({ isWhole: true }), (nth: number) => ({ nth })]) {
    const calls = new ChatCalls()
    expect(new Set(list.map((entry, nth) => calls.read(entry, more(nth)).call)).size).toBe(2)
    expect(calls.end()).toHaveLength(2)
  }
})

test('a custom tool has free text, and none where none came', () => {
  const calls = new ChatCalls()
  const { call } = calls.read({ index: 0, id: 'a', type: 'custom', custom: { name: 'sql', input: 'SELECT ' } })
  expect(calls.read({ index: 0, custom: { input: '{}' } })).toEqual({ call, text: '{}' })
  calls.read({ index: 1, id: 'b', custom: { name: 'run', input: '' } })
  expect([call.isCustom, calls.end()]).toEqual([true, []])
})

const names = fc.constantFrom('get_weather', 'get_time', 'f')
const args = fc.object({ maxDepth: 1 }).map((value) => JSON.stringify(value))
const parts = (text: string, places: readonly number[]) => {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return cuts.slice(1).map((end, at) => text.slice(cuts[at], end))
}
const models = fc.array(fc.record({ name: names, args, places: fc.array(fc.nat(), { maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 5,
})

/** The pieces of several calls in the order that `order` draws; `identify` gives what names a call in its first and in its later pieces. */
function interleaved(
  model: readonly { name: string; args: string; places: readonly number[] }[],
  order: readonly number[],
  identify: (at: number, isFirst: boolean) => Entry,
): Entry[] {
  const queues = model.map(({ name, args: text, places }, at) => [
    { ...identify(at, true), name, args: '' },
    ...parts(text, places).map((piece) => ({ ...identify(at, false), args: piece })),
  ])
  const entries: Entry[] = queues.flatMap((queue) => queue.shift() ?? [])
  for (const draw of order) {
    const left = queues.filter((queue) => queue.length > 0)
    entries.push(...(left[draw % Math.max(1, left.length)]?.splice(0, 1) ?? []))
  }
  return [...entries, ...queues.flat()]
}

test.each<[what: string, identify: (at: number, isFirst: boolean) => Entry]>([
  ['ids', (at) => ({ id: `c${at}` })],
  ['ids under one index', (at) => ({ id: `c${at}`, index: 0 })],
  ['ids under wrong indexes', (at, isFirst) => ({ id: `c${at}`, index: isFirst ? at : 4 - at })],
  ['indexes', (at, isFirst) => ({ index: at, ...(isFirst && { id: `c${at}` }) })],
])('any interleaving by %s gives the calls', (_, identify) => {
  fc.assert(
    fc.property(models, fc.array(fc.nat()), (model, order) => {
      // Without distinct names, calls under one index that have no arguments yet look like one whose id changes.
      const named = model.map((one, at) => ({ ...one, name: `${one.name}_${at}` }))
      const expected = named.map(({ name, args: text }, at) => [`c${at}`, name, text])
      expect(joined(interleaved(named, order, identify))).toEqual(expected)
    }),
    { seed, numRuns: process.env.SOAK ? 5000 : 300 },
  )
})

const values = fc.oneof(fc.object(), fc.array(fc.jsonValue()))

test('an object or list is whole with its last character, however it is cut', () => {
  fc.assert(
    fc.property(values, fc.array(fc.nat()), fc.string(), (value, places, behind) => {
      const text = JSON.stringify(value)
      const scan = new JsonScan()
      const cuts = [0, ...places.map((place) => place % text.length).sort((a, b) => a - b)]
      for (const [at, start] of cuts.entries()) {
        expect(scan.isWhole).toBe(false)
        const piece = text.slice(start, cuts[at + 1])
        const isLast = at === cuts.length - 1
        expect(scan.push(isLast ? piece + behind : piece)).toBe(isLast ? piece.length : -1)
      }
      expect(scan.isWhole).toBe(true)
    }),
    { seed },
  )
})

test('a text that is no object or list is never whole', () => {
  const scan = new JsonScan()
  expect(['', '12', '"{', '}', '"]', ' SELECT 1'].map((text) => scan.push(text))).toEqual([-1, -1, -1, -1, -1, -1])
  expect([scan.isWhole, scan.isOpen]).toEqual([false, false])
})

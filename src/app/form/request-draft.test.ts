import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { extrasOf, isSent, type RequestDraft, setAt, unsetAt, valueAt, withoutChange } from './request-draft.ts'

const sample = { seed, numRuns: process.env.SOAK ? 20_000 : 300 }
const key = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__')
const path = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'))
const leaf = fc.oneof(fc.constantFrom(0, false, '', null, 'x', 1.5), fc.array(fc.integer(), { maxLength: 2 }))
/** Drafts as a form makes them: no parent is empty. */
const draft = fc
  .array(fc.tuple(path, leaf), { maxLength: 5 })
  .map((sets) => sets.reduce((made, [at, value]) => setAt(made, at, value), {}))

test(`setting a field makes it sent with that value (SEED=${seed})`, () => {
  fc.assert(
    fc.property(draft, path, leaf, (before, at, value) => {
      const after = setAt(before, at, value)
      expect(isSent(after, at)).toBe(true)
      expect(valueAt(after, at)).toEqual(value)
    }),
    sample,
  )
})

test(`setting and unsetting gives the draft back (SEED=${seed})`, () => {
  fc.assert(
    fc.property(draft, path, leaf, (before, at, value) => {
      const parents = at.split('.').map((_, index, keys) => keys.slice(0, index).join('.'))
      fc.pre(!isSent(before, at) && parents.every((parent) => isParent(valueAt(before, parent))))
      expect(unsetAt(setAt(before, at, value), at)).toEqual(before)
    }),
    sample,
  )
})

test(`no change touches the draft it starts from (SEED=${seed})`, () => {
  fc.assert(
    fc.property(draft, path, leaf, (before, at, value) => {
      const kept = JSON.stringify(before)
      setAt(before, at, value)
      unsetAt(before, at)
      expect(JSON.stringify(before)).toBe(kept)
    }),
    sample,
  )
})

test(`a draft survives the way through JSON: undefined never appears in it (SEED=${seed})`, () => {
  fc.assert(
    fc.property(draft, path, (before, at) => {
      const after = setAt(unsetAt(before, at), 'b.c', undefined)
      expect(JSON.parse(JSON.stringify(after))).toEqual(after)
    }),
    sample,
  )
})

test('zero, false, null and an empty list are sent; setting undefined unsets', () => {
  const draft = setAt(setAt(setAt({}, 'a', 0), 'b.c', false), 'b.d', null)
  expect(draft).toEqual({ a: 0, b: { c: false, d: null } })
  expect(setAt(draft, 'b.c', undefined)).toEqual({ a: 0, b: { d: null } })
})

test('unsetting the last field of an object takes the object out', () => {
  expect(unsetAt({ a: 1, b: { c: { d: 2 } } }, 'b.c.d')).toEqual({ a: 1 })
})

test('extras are what no known path covers, with the path to them', () => {
  const draft = { a: 1, foo: 2, reasoning: { effort: 'low', bar: { baz: 1 } }, text: 'not an object' }
  expect(extrasOf(draft, ['a', 'reasoning.effort', 'text.format'])).toEqual(['foo', 'reasoning.bar', 'text'])
})

test('names that every object inherits are no fields of a draft', () => {
  expect(isSent({}, 'constructor')).toBe(false)
  expect(isSent({}, '__proto__.polluted')).toBe(false)
  setAt({}, '__proto__.polluted', true)
  expect('polluted' in {}).toBe(false)
})

function isParent(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

test.each<[string, { after: RequestDraft; now?: RequestDraft }, RequestDraft]>([
  [
    'is as it was before',
    { after: { model: 'fault-cut', temperature: 0.5, tools: [{ name: 'f' }] } },
    { model: 'm', temperature: 0.5 },
  ],
  [
    'keeps what was changed since',
    { after: { model: 'fault-cut' }, now: { model: 'another', top_p: 0.5 } },
    { model: 'another', temperature: 0.5, top_p: 0.5 },
  ],
  [
    'keeps what was changed beside it in the same object',
    { after: { text: { format: { type: 'json' } } }, now: { text: { format: { type: 'json' }, verbosity: 'low' } } },
    { model: 'm', temperature: 0.5, text: { verbosity: 'low' } },
  ],
  ['gets back what it removed', { after: { model: 'x' } }, { model: 'm', temperature: 0.5 }],
  [
    'has no word of an object’s own',
    { after: {}, now: JSON.parse('{"__proto__": 1}') },
    JSON.parse('{"model": "m", "temperature": 0.5, "__proto__": 1}'),
  ],
])('a draft without a change %s', (_, { after, now = after }, expected) => {
  expect(withoutChange(now, { before: { model: 'm', temperature: 0.5 }, after })).toEqual(expected)
})

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { changesBetween } from './difference-table.tsx'

it('names what was added, removed and changed by its path', () => {
  const before = {
    model: 'a',
    stream: true,
    input: [{ role: 'user', text: 'x' }],
    tools: [1],
    'a-b': { c: 1, 'e-f': 3 },
  }
  const after = { model: 'b', input: [{ role: 'user', text: 'y' }, 'more'], tools: {}, 'a-b': { c: 1, d: 2 } }
  expect(changesBetween(before, after)).toEqual([
    { kind: 'changed', path: 'model', before: 'a', after: 'b' },
    { kind: 'removed', path: 'stream', before: true },
    { kind: 'changed', path: 'input[0].text', before: 'x', after: 'y' },
    { kind: 'added', path: 'input[1]', after: 'more' },
    { kind: 'changed', path: 'tools', before: [1], after: {} },
    { kind: 'removed', path: 'a-b["e-f"]', before: 3 },
    { kind: 'added', path: 'a-b.d', after: 2 },
  ])
})

it('sees no difference in the order of keys, and one in a value that is not the same kind', () => {
  expect(changesBetween({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([])
  expect(changesBetween(null, {})).toEqual([{ kind: 'changed', path: '', before: null, after: {} }])
  expect(changesBetween({ a: undefined }, {})).toEqual([{ kind: 'removed', path: 'a', before: undefined }])
})

it('compares what is nested without end as a whole, and does not fail', () => {
  const deep = (end: unknown) => JSON.parse(`${'[['.repeat(5_000)}${JSON.stringify(end)}${']]'.repeat(5_000)}`)
  expect(changesBetween(deep(1), deep(1)).length).toBeLessThan(2)
  expect(changesBetween(deep(1), deep(2)).length).toBe(1)
})

it(`finds nothing between a value and its copy, and something wherever a key differs (SEED=${seed})`, () => {
  void fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, key) => {
      expect(changesBetween(value, structuredClone(value))).toEqual([])
      expect(changesBetween({ [key]: [value] }, { [key]: [value, 0] }).length).toBe(1)
    }),
    { seed, numRuns: 200 },
  )
})

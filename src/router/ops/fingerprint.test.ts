import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRecord } from '#contract/core/loose-json.ts'
import { seed } from '../../testing/seed.ts'
import { fingerprint } from './paid-operation.ts'

/** The same value with every object's keys the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  )
}

test(`the order of keys and the spelling of numbers make no difference (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), async (body) => {
      const other = reversed(body)
      expect(isRecord(other) && (await fingerprint('responses', other))).toBe(await fingerprint('responses', body))
    }),
    { seed },
  )
  expect(await fingerprint('responses', JSON.parse('{"n":1.0,"s":"\\u0061"}'))).toBe(
    await fingerprint('responses', { s: 'a', n: 1 }),
  )
})

test('anything else does', async () => {
  const bodies = [
    {},
    { a: 1 },
    { a: '1' },
    { a: [1, 2] },
    { a: [2, 1] },
    { a: { b: 1 } },
    { a: null },
    { b: 1 },
    JSON.parse('{"__proto__":1}'),
  ]
  const asked = bodies.map((body) => fingerprint('responses', body))
  const prints = await Promise.all([...asked, fingerprint('audio.speech', {})])
  expect(new Set(prints).size).toBe(prints.length)
})

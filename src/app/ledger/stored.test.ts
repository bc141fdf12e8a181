import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { seed } from '../../testing/seed.ts'
import { assetFacts, innerShapes, runFacts } from './run-row.ts'
import { listSchema, reading, stored } from './stored.ts'
import { sampleRow } from './testing/sample-row.ts'

const schema = stored({
  ...runFacts,
  seq: z.int(),
  files: z.exactOptional(listSchema(stored(assetFacts))),
  part: z.exactOptional(z.union([stored({ kind: z.literal('text') }), stored(innerShapes.batch)])),
})
const read = reading(schema)

const full = {
  ...sampleRow({ id: 'a' }),
  ...{
    seq: 7,
    tool: 'chat',
    reason: 'stop',
    thread: 't',
    verdict: 'pass',
    note: 'n',
    tags: ['x', 'y'],
    alts: { aa: 'A' },
  },
  ...{ usage: { input: 3, estimated: true }, error: { code: 1 }, batch: { id: 'b', at: 0, of: 2, name: 'v' } },
  ...{ times: { headers: 1, end: 2.5 }, jobState: { word: 'w', content: 'ready' }, polling: { polls: 1 }, extra: [{}] },
  files: [{ id: 'f', role: 'input', type: 'image/png', size: 4, sha256: 'ff' }],
  part: { kind: 'text' },
}

/** Sets, or takes out, what `path` leads to. */
function changed(value: unknown, [step = 0, ...path]: readonly number[], fresh: unknown): unknown {
  if (typeof value !== 'object' || value === null) return fresh
  const entries = Object.entries(value)
  const [key, inner] = entries[step % Math.max(1, entries.length)] ?? ['new', {}]
  const next = path.length > 0 ? changed(inner, path, fresh) : fresh
  if (Array.isArray(value)) return value.map((one, at) => (`${at}` === key ? next : one))
  const others = Object.fromEntries(entries.filter(([name]) => name !== key))
  return next === gone ? others : { ...others, [key]: next }
}

const gone = Symbol('gone')
const odd = fc.oneof(
  fc.constantFrom<unknown>(gone, undefined, null, '', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, true),
  fc.constantFrom<unknown>([], {}, [1], ['a'], { a: 1 }, 'pass', 'completed', new Date(0), new Map()),
  fc.jsonValue(),
)

test('a whole record is read as it is, unknown fields with it', () => {
  expect(read(full)).toBe(full)
  expect(read(sampleRow({ id: 'a' }))).toBeUndefined()
  expect(read(undefined)).toBeUndefined()
})

test(`what is read is what zod accepts, and nothing else (SEED=${seed})`, () => {
  const paths = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 })
  void fc.assert(
    fc.property(fc.array(fc.tuple(paths, odd), { minLength: 1, maxLength: 2 }), (changes) => {
      const value = changes.reduce<unknown>((now, [path, fresh]) => changed(now, path, fresh), full)
      expect(read(value)).toBe(z.safeParse(schema, value).success ? value : undefined)
    }),
    { seed, numRuns: 3_000 },
  )
})

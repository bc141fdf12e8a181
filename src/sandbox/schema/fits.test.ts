import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Basis, Fuel, TooLarge } from './basis.ts'
import { fits } from './fits.ts'

const seed = Number(process.env.SEED ?? 20_261_121)
const runs = process.env.SOAK ? 50_000 : 2000

const judged = (value: unknown, schema: unknown) => fits(value, schema, new Basis(schema, new Fuel()))
const validated = (value: unknown, schema: unknown) =>
  new Validator(structuredClone(schema) as never, '2020-12').validate(value).valid

const values = [
  null,
  true,
  0,
  1,
  2.5,
  -3,
  1e300,
  '',
  'a',
  'ab',
  'abc',
  '2026-11-21',
  'a@b.example',
  [],
  [1],
  [1, 1],
  ['a', 2],
  {},
  { a: 1 },
  { a: 'x', b: 2 },
  { a: { b: [1] } },
  { x_a: 1, c: null },
]

const schemas: readonly object[] = [
  { type: ['integer', 'null'] },
  { type: 'any' },
  { enum: [1, 'a', { a: 1 }, [1]] },
  { const: { b: 2, a: 'x' } },
  { minimum: 0, exclusiveMaximum: 2.5 },
  { multipleOf: 0.5 },
  { minLength: 2, maxLength: 2 },
  { pattern: '^a' },
  { format: 'date' },
  { format: 'email' },
  { format: 'constructor' },
  { items: { type: 'number' }, minItems: 1, uniqueItems: true },
  { prefixItems: [{ type: 'string' }], items: false },
  { contains: { const: 1 }, maxContains: 1 },
  { contains: { type: 'string' }, minContains: 0 },
  { required: ['a'], properties: { a: { type: 'number' } }, additionalProperties: false },
  { patternProperties: { '^x_': { type: 'number' } }, additionalProperties: { type: 'null' } },
  { propertyNames: { pattern: '^[ab]$' }, minProperties: 1, maxProperties: 1 },
  { dependentRequired: { a: ['b'] } },
  { dependentSchemas: { a: { required: ['b'] } } },
  { dependencies: { a: ['b'], c: { required: ['x_a'] } } },
  { oneOf: [{ type: 'number' }, { type: 'integer' }] },
  { anyOf: [{ required: ['a'] }, { type: 'string', not: { const: 'a' } }] },
  { if: { type: 'string' }, else: { type: 'object' } },
  { $defs: { n: { $anchor: 'n', anyOf: [{ type: 'null' }, { items: { $ref: '#n' } }] } }, $ref: '#/$defs/n' },
  { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
  {
    anyOf: [{ properties: { a: { type: 'string' } }, required: ['b'] }, true],
    unevaluatedProperties: { type: 'number' },
  },
  { prefixItems: [true], unevaluatedItems: false },
  { not: { not: { type: 'object' } } },
]

test.each(schemas.map((schema) => [JSON.stringify(schema), schema]))(
  '%s takes what the validator takes',
  (_name, schema) => {
    for (const value of values) expect([value, judged(value, schema)]).toEqual([value, validated(value, schema)])
  },
)

test('what older drafts wrote is read too', () => {
  expect(judged(5, { minimum: 5, exclusiveMinimum: true })).toBe(false)
  expect(judged(5, { maximum: 5, exclusiveMaximum: true })).toBe(false)
  expect(judged([1, 'x'], { items: [{ type: 'number' }], additionalItems: false })).toBe(false)
  expect(judged([1], { items: [{ type: 'number' }], additionalItems: false })).toBe(true)
})

const keyword = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'null', 'boolean') }),
  fc.record({ const: fc.constantFrom(...values) }),
  fc.record({ enum: fc.subarray(values, { minLength: 1 }) }),
  fc.record({ required: fc.subarray(['a', 'b', 'c']) }),
  fc.record({ minimum: fc.integer({ min: -4, max: 4 }) }),
  fc.record({ maxLength: fc.nat(3) }),
  fc.record({ pattern: fc.constantFrom('a', '^.b', '\\d$') }),
  fc.record({ maxItems: fc.nat(2) }),
  fc.record({ minProperties: fc.nat(2) }),
)
const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.boolean(),
    keyword,
    fc.tuple(keyword, keyword).map(([a, b]) => ({ ...a, ...b })),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
    fc
      .tuple(tie('schema'), tie('schema'), tie('schema'))
      .map((parts) => Object.fromEntries(['if', 'then', 'else'].map((name, at) => [name, parts[at]]))),
    fc.record({ items: tie('schema'), contains: tie('schema') }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
      additionalProperties: tie('schema'),
    }),
    fc.record({
      propertyNames: tie('schema'),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'c$'), tie('schema')),
    }),
  ),
}))

test(`any schema takes what the validator takes (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anySchema, fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 2 })), (schema, value) => {
      expect(judged(value, schema)).toBe(validated(value, schema))
    }),
    { seed, numRuns: runs },
  )
}, 300_000)

test.each<[string, unknown, unknown]>([
  ['refers to itself', { $ref: '#' }, 1],
  ['doubles its choices at every turn', doubling('anyOf', 40), 1],
  ['doubles its demands at every turn', doubling('allOf', 40), 'text'],
  ['hides a form of address that engines lose themselves in', { format: 'url' }, `http://${'a'.repeat(60)}!`],
])('a schema that %s comes to an end', (_name, schema, value) => {
  try {
    expect(judged(value, schema)).toBeTypeOf('boolean')
  } catch (error) {
    expect(error).toBeInstanceOf(TooLarge)
  }
})

function doubling(combination: string, turns: number): object {
  const turn = (at: number) => ({ [combination]: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] })
  const all = Array.from({ length: turns }, (_, at) => [`d${at}`, turn(at)] as const)
  return { $defs: Object.fromEntries([...all, [`d${turns}`, { type: 'string' }]]), $ref: '#/$defs/d0' }
}

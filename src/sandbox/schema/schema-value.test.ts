import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { TimeLimit } from './basis.ts'
import { schemaValue } from './schema-value.ts'

const wished = (schema: unknown, from = 'seed', limit = new TimeLimit()) => schemaValue(schema, { seed: from, limit })
const runs = process.env.SOAK ? 5000 : 120

function fitting(schema: unknown, from = 'seed'): unknown {
  const made = wished(schema, from)
  if (made.kind === 'unsatisfiable') throw new Error(`${made.why}: ${JSON.stringify(schema)}`)
  if (typeof schema !== 'boolean') {
    const checked = new Validator(structuredClone(schema) as never, '2020-12').validate(made.value)
    expect(checked.errors, JSON.stringify({ schema, value: made.value })).toEqual([])
  }
  return made.value
}

const tree = {
  $defs: {
    node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
        parent: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
      },
      required: ['name', 'children', 'parent'],
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
}

const satisfiable: Record<string, unknown> = {
  'the schema true': true,
  'an empty schema': {},
  'a tree that contains itself': tree,
  'a root that refers to itself': {
    type: 'object',
    properties: { value: { type: 'integer' }, next: { oneOf: [{ type: 'null' }, { $ref: '#' }] } },
    required: ['value', 'next'],
  },
  'a nullable type list': { type: ['string', 'null'], minLength: 3 },
  'bounds that leave one whole number': { type: 'integer', exclusiveMinimum: 6, exclusiveMaximum: 8 },
  'exclusive bounds close together': { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.11 },
  'a multiple of a fraction': { type: 'number', multipleOf: 0.01, minimum: 0.29, maximum: 0.3 },
  'a whole multiple of a fraction': { type: 'integer', multipleOf: 2.5, minimum: 1, maximum: 11 },
  'large numbers': { type: 'integer', minimum: 9_000_000_000, multipleOf: 7 },
  'negative numbers': { type: 'number', maximum: -5.5 },
  'exact length': { type: 'string', minLength: 12, maxLength: 12 },
  'an empty text': { type: 'string', maxLength: 0 },
  'a slug': { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', minLength: 5, maxLength: 20 },
  'a part number': { type: 'string', pattern: '^[A-Z]{2,3}-\\d{4}(\\.[0-9a-f]+)?$' },
  'a password': { type: 'string', pattern: '^(?=.*\\d)(?=.*[a-z]).{8,}$' },
  'a letter of any script': { type: 'string', pattern: '^\\p{Lu}\\p{Ll}+$' },
  'back references': { type: 'string', pattern: '^(["\'])\\w{3}\\1-(?<n>a|b)\\k<n>$' },
  'alternatives and named groups': { type: 'string', pattern: '^(?<unit>km|mi|\\u006d)\\s?[^a-z]{2}$' },
  'every format': {
    type: 'object',
    required: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o'],
    properties: {
      a: { type: 'string', format: 'date-time' },
      b: { type: 'string', format: 'date' },
      c: { type: 'string', format: 'time' },
      d: { type: 'string', format: 'duration' },
      e: { type: 'string', format: 'email' },
      f: { type: 'string', format: 'hostname' },
      g: { type: 'string', format: 'ipv4' },
      h: { type: 'string', format: 'ipv6' },
      i: { type: 'string', format: 'uri' },
      j: { type: 'string', format: 'uuid' },
      k: { type: 'string', format: 'regex' },
      l: { type: 'string', format: 'json-pointer' },
      m: { type: 'string', format: 'uri-reference' },
      n: { type: 'string', format: 'relative-json-pointer' },
      o: { type: 'string', format: 'uri-template' },
    },
  },
  'different items of few': { type: 'array', items: { enum: [1, 2, 3, 4] }, minItems: 4, uniqueItems: true },
  'a tuple with nothing behind it': {
    type: 'array',
    prefixItems: [{ type: 'number' }, { const: 'x' }, { type: 'boolean' }],
    items: false,
    minItems: 3,
  },
  'a list that contains': {
    type: 'array',
    items: { type: 'integer' },
    contains: { minimum: 900 },
    minContains: 2,
    maxItems: 3,
  },
  'allOf that adds properties': {
    allOf: [
      { type: 'object', properties: { a: { type: 'integer', minimum: 3 } }, required: ['a'] },
      { properties: { a: { maximum: 4 }, b: { type: 'string' } }, required: ['b'] },
    ],
  },
  'a discriminated union': {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'a' }, x: { type: 'number' } }, required: ['kind', 'x'] },
      { type: 'object', properties: { kind: { const: 'b' }, y: { type: 'string' } }, required: ['kind', 'y'] },
    ],
  },
  'exactly one of two overlapping': {
    oneOf: [
      { type: 'number', multipleOf: 2 },
      { type: 'number', multipleOf: 3 },
    ],
  },
  'anything but a text': { not: { type: 'string' } },
  'a number that is not whole': { type: 'number', not: { type: 'integer' } },
  'a number or a whole number, not both': { oneOf: [{ type: 'number' }, { type: 'integer' }] },
  'two things that it may not be': { allOf: [{ not: { type: 'string' } }, { not: { type: 'number' } }] },
  'a pattern that engines lose themselves in': { type: 'string', pattern: '^(a+)+$', minLength: 30 },
  'patterns on keys that engines lose themselves in': {
    type: 'object',
    required: ['a'.repeat(60)],
    propertyNames: { pattern: '^(a+)+$' },
    patternProperties: { '^(a|a)+$': { type: 'boolean' } },
  },
  'a branch that allows nothing': { anyOf: [false, { type: 'string', enum: [] }, { type: 'boolean' }] },
  'a condition': {
    type: 'object',
    properties: { country: { enum: ['NO', 'PT'] }, zip: { type: 'string' } },
    required: ['country', 'zip'],
    ...Object.fromEntries([
      ['if', { properties: { country: { const: 'NO' } } }],
      ['then', { properties: { zip: { pattern: '^\\d{4}$' } } }],
      ['else', { properties: { zip: { pattern: '^\\d{4}-\\d{3}$' } } }],
    ]),
  },
  'not a word': { type: 'string', enum: ['a', 'b', 'c'], not: { enum: ['a', 'b'] } },
  'required but not described': { type: 'object', required: ['anything', '__proto__', 'constructor'] },
  'a map': { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 3 },
  'keys by a pattern': {
    type: 'object',
    patternProperties: { '^x_[a-z]{3}$': { type: 'boolean' } },
    additionalProperties: false,
    minProperties: 2,
  },
  'keys from a list': { type: 'object', propertyNames: { enum: ['p', 'q', 'r'] }, minProperties: 3 },
  'dependent keys': {
    type: 'object',
    properties: { card: { type: 'string' } },
    required: ['card'],
    dependentRequired: { card: ['address'] },
    dependentSchemas: { card: { properties: { owner: { type: 'string' } }, required: ['owner'] } },
  },
  'few properties allowed': {
    type: 'object',
    properties: { a: {}, b: {}, c: {}, d: {} },
    required: ['d'],
    maxProperties: 2,
  },
  'no properties at all': { type: 'object', additionalProperties: false },
  'constants of every type': { enum: [null, false, 0, '', [], {}, { a: [1] }] },
  anchors: {
    $defs: { here: { $anchor: 'place', type: 'integer' } },
    type: 'array',
    items: { $ref: '#place' },
    minItems: 1,
  },
  'an escaped pointer': { $defs: { 'a/b~c': { const: 7 } }, $ref: '#/$defs/a~1b~0c' },
  'depth of twenty': Array.from({ length: 20 }).reduce<unknown>(
    (inner, _, at) => ({ type: 'object', properties: { [`level_${at}`]: inner }, required: [`level_${at}`] }),
    { type: 'string' },
  ),
}

describe('a value that fits', () => {
  test.each(Object.entries(satisfiable))('%s', (_name, schema) => {
    for (let turn = 0; turn < 25; turn += 1) {
      expect(fitting(schema, `seed ${turn}`)).toBeDefined()
    }
  })
})

test.each<[string, unknown]>([
  ['the schema false', false],
  ['crossed bounds', { type: 'integer', minimum: 5, maximum: 4 }],
  ['a constant of another type', { type: 'string', const: 5 }],
  ['crossed lengths', { type: 'string', minLength: 5, maxLength: 4 }],
  ['a required property that is forbidden', { type: 'object', properties: { a: false }, required: ['a'] }],
  ['an endless required chain', { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }],
  [
    'an endless required tree',
    { type: 'object', properties: { l: { $ref: '#' }, r: { $ref: '#' } }, required: ['l', 'r'] },
  ],
  ['a reference to itself', { $ref: '#' }],
  ['choices of itself', { anyOf: [{ $ref: '#' }, { $ref: '#' }], oneOf: [{ $ref: '#' }, { $ref: '#' }] }],
  ['a choice that begins with itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }],
  ['a reference that leads nowhere', { $ref: '#/$defs/absent' }],
  ['a reference to another document', { $ref: 'https://schemas.example/a.json' }],
  [
    'more different items than there are',
    { type: 'array', items: { type: 'boolean' }, minItems: 3, uniqueItems: true },
  ],
  ['an enormous text', { type: 'string', minLength: 1_000_000_000 }],
  ['an enormous list', { type: 'array', minItems: 1_000_000_000 }],
  ['an enormous pattern', { type: 'string', pattern: '^((a{900}){900}){900}$' }],
  ['a text that engines lose themselves in', { type: 'string', const: `${'a'.repeat(50)}!`, pattern: '^(a+)+$' }],
  ['allowed texts of that kind', { type: 'string', enum: [`${'a'.repeat(50)}!`], pattern: '^(a+)+$' }],
  ['a key of that kind', { type: 'object', required: [`${'a'.repeat(50)}!`], propertyNames: { pattern: '^(a+)+$' } }],
  ['more properties than there are names for', { minProperties: 1e9, propertyNames: { enum: ['p'] } }],
  ['an enormous text many times', { type: 'array', minItems: 2000, items: { type: 'string', minLength: 100_000 } }],
  ['an enormous constant many times', { type: 'array', minItems: 2000, items: { const: 'x'.repeat(100_000) } }],
  ['more than can be read', { enum: Array.from({ length: 1_000_000 }, (_, at) => at) }],
  ['an endless pattern of brackets', { type: 'string', pattern: '('.repeat(50_000) }],
  ['its own opposite', { not: {} }],
  ['a schema that is a number', 5],
  ['a schema that is null', null],
  ['a list of types with nothing in it', { enum: [] }],
  ['keywords of the wrong type', { type: 5, required: 'x', properties: [], anyOf: {}, minimum: 'a', enum: 'a' }],
])('%s has no value, and that is said without a throw', (_name, schema) => {
  const made = wished(schema, 'seed')
  if (made.kind === 'value') expect(schema).toMatchObject({ type: 5 })
  else expect(made.why).not.toBe('')
})

test('an escape that the unicode mode would refuse is read as the character', () => {
  expect(wished({ type: 'string', pattern: '^a\\-b\\_[c\\-]$' }, 'x')).toEqual({
    kind: 'value',
    value: expect.stringMatching(/^a-b_[c-]$/),
  })
})

test('the schemas of one request share their time', () => {
  const limit = new TimeLimit(40)
  const endless = { const: `${'a'.repeat(50)}!`, pattern: '^(a+)+$' }
  expect(wished(endless, 'seed', limit)).toMatchObject({ why: expect.stringContaining('too complex') })
  expect(wished({ type: 'null' }, 'seed', limit)).toMatchObject({ why: expect.stringContaining('too complex') })
})

test('older drafts and dynamic references are read in the terms of the newest', () => {
  expect(wished({ type: 'integer', minimum: 5, exclusiveMinimum: true, maximum: 6 })).toEqual({
    kind: 'value',
    value: 6,
  })
  expect(wished({ items: [{ const: 1 }], additionalItems: false, minItems: 2 }).kind).toBe('unsatisfiable')
  const dynamic = { $defs: { n: { $dynamicAnchor: 'n', const: 7 } }, $dynamicRef: '#n' }
  expect(wished(dynamic)).toEqual({ kind: 'value', value: 7 })
})

test.each(['(', '[]', 'a{2,1}', '(?i:a)', 'x{', 'a'.repeat(5000)])(
  'the pattern %s is refused with its name',
  (pattern) => {
    expect(wished({ type: 'string', pattern })).toMatchObject({ why: expect.stringContaining(pattern.slice(0, 200)) })
  },
)

test('the same seed gives the same value, another seed another one', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a', 'b'] }
  expect(wished(schema, 'one')).toEqual(wished(schema, 'one'))
  const many = Array.from({ length: 20 }, (_, at) => JSON.stringify(wished(schema, `seed ${at}`)))
  expect(new Set(many).size).toBeGreaterThan(10)
})

test('the schema is left as it was', () => {
  const before = JSON.stringify(tree)
  wished(tree, 'seed')
  expect(JSON.stringify(tree)).toBe(before)
  expect(Object.getOwnPropertyNames(tree)).toEqual(['$defs', '$ref'])
})

const leaf = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(8), maxLength: fc.integer({ min: 8, max: 40 }) }),
  fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.integer({ min: -50, max: 50 }) }),
  fc.record({
    type: fc.constant('integer'),
    minimum: fc.integer({ min: -9, max: 9 }),
    multipleOf: fc.constantFrom(1, 2, 3, 0.5),
  }),
  fc.record({ type: fc.constantFrom('boolean', 'null') }),
  fc.record({ enum: fc.uniqueArray(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { minLength: 1 }) }),
  fc.record({ const: fc.jsonValue() }),
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom('date', 'email', 'uuid', 'uri', 'date-time', 'ipv4'),
  }),
  fc.record({
    type: fc.constant('string'),
    pattern: fc.constantFrom('^[a-f0-9]{6}$', '^\\w+@\\w+$', '[A-Z]\\d?', '^(a|b)+c*$'),
  }),
)
const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .record({
        properties: fc.dictionary(fc.string({ maxLength: 6 }), tie('schema'), { maxKeys: 4 }),
        additionalProperties: fc.constantFrom(undefined, false, true, { type: 'integer' }),
        all: fc.boolean(),
      })
      .map(({ properties, additionalProperties, all }) => ({
        type: 'object',
        properties,
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
        required: all ? Object.keys(properties) : Object.keys(properties).slice(0, 1),
      })),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: fc.nat(2),
      maxItems: fc.integer({ min: 2, max: 5 }),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 1 }), title: fc.string() }),
    tie('schema').map((inner) => ({ $defs: { inner }, type: 'array', prefixItems: [inner], minItems: 1 })),
  ),
}))

test(`whatever a schema is put together from, looking for its value comes to an end (SEED=${seed})`, () => {
  const hostile: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom({ $ref: '#' }, { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }, false, { not: {} }),
      fc.record({ pattern: fc.constantFrom('^(a+)+$', '^(a|a)*b', '(?=(a*)*c)', '(x{500}){500}') }),
      fc.record({ minItems: fc.constantFrom(1, 30, 2000), items: tie('schema') }),
      fc.record({ minProperties: fc.constantFrom(1, 30, 2000), propertyNames: tie('schema') }),
      fc.record({ type: fc.constant('string'), minLength: fc.constantFrom(1, 1000, 100_000) }),
      fc.record({ properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')) }).map((one) => ({
        ...one,
        required: ['a', 'b', 'c', 'd'],
      })),
      ...['anyOf', 'oneOf', 'allOf'].map((name) =>
        fc.array(tie('schema'), { minLength: 1, maxLength: 40 }).map((list) => ({ [name]: list })),
      ),
    ),
  })).schema
  fc.assert(
    fc.property(hostile, hostile, hostile, (a, b, root) => {
      const schema = { $defs: { a, b }, allOf: [root] }
      expect(['value', 'unsatisfiable']).toContain(wished(schema, 'seed', new TimeLimit(40)).kind)
    }),
    { seed, numRuns: process.env.SOAK ? 2000 : 25 },
  )
}, 300_000)

test(`generated schemas that can be satisfied are (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anySchema, fc.string(), (schema, from) => {
      fitting(schema, from)
    }),
    { seed, numRuns: runs },
  )
}, 300_000)

test(`nothing that can stand in a schema's place makes it throw (SEED=${seed})`, () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'anyOf',
    '$ref',
    'enum',
    'required',
    'minimum',
    'pattern',
    'if',
  )
  const odd = fc.dictionary(keyword, fc.oneof(fc.jsonValue(), fc.constantFrom('object', 'array', '#', '[', 'string')))
  fc.assert(
    fc.property(fc.oneof(odd, fc.jsonValue()), (schema) => {
      expect(['value', 'unsatisfiable']).toContain(wished(schema, 'seed').kind)
    }),
    { seed, numRuns: runs },
  )
}, 300_000)

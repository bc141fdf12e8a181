import { expect, test } from 'vitest'
import { checkGrowing, checkSchema, closedJson } from './check-schema.ts'
import { formatAsked } from './format-asked.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
    'odd key/': { type: 'null' },
  },
  required: ['name'],
  additionalProperties: false,
  $defs: { item: { type: 'object', properties: { price: { type: 'number', minimum: 0 } }, required: ['price'] } },
}
const problemsOf = (value: unknown) => {
  const check = checkSchema(JSON.stringify(value), schema)
  return check.kind === 'differs' ? check.problems.map(({ path, message }) => `${path}: ${message}`) : check.kind
}

test('what fits its schema is told so', () => {
  expect(problemsOf({ name: 'x', items: [{ price: 1 }], kind: 'a' })).toBe('fits')
})

test('each problem is told once, where it is', () => {
  expect(problemsOf({ items: [{ price: 1 }, { price: '2' }, {}], kind: 'c', more: 1, 'odd key/': 1 })).toEqual([
    'name: Missing.',
    'items[1].price: Value type "string" is invalid. Expected "number".',
    'items[2].price: Missing.',
    'kind: Value does not match any subschemas.',
    '["odd key/"]: Value type "number" is invalid. Expected "null".',
    'more: The schema does not allow this.',
  ])
})

test('of a growing text only what is wrong whatever follows is told', () => {
  const order = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { enum: [1, 2] }, tags: { type: 'array', minItems: 2 } },
    required: ['city'],
    additionalProperties: false,
  }
  const soFar = (text: string) => {
    const check = checkGrowing(text, order)
    return check.kind === 'differs' ? check.problems.map(({ path, message }) => `${path}: ${message}`) : check.kind
  }
  for (const text of ['', '{', '{"da', '{"days": 1', '{"days":1,"tags":["a', '{"days": 3', '{"city": "Li'])
    expect(soFar(text)).toBe('fits')
  expect(soFar('{"days": 3, "ci')).toEqual(['days: Value does not match any of [1,2].'])
  expect(soFar('{"to": "x", "city": 7}')).toEqual([
    'city: Value type "number" is invalid. Expected "string".',
    'to: The schema does not allow this.',
  ])
})

test.each([
  ['{"a": [1, 2', '{"a": [1]}'],
  ['{"a": "}, \\" [", "b', '{"a": "}, \\" ["}'],
  ['[{"x": {}}, {"y": tr', '[{"x": {}}, {}]'],
  ['"text', undefined],
])('the whole part of %s is %s', (text, whole) => {
  expect(closedJson(text)).toBe(whole)
})

test('of very many problems the first are told, and how many there are', () => {
  const check = checkSchema(JSON.stringify(Array.from({ length: 500 }, () => 'x')), { items: { type: 'number' } })
  expect(check).toMatchObject({ kind: 'differs', count: 500 })
  expect(check.kind === 'differs' && check.problems).toHaveLength(50)
})

test.each([7, null, 'x', [], { $ref: '#/nowhere' }, { $ref: '#' }, { pattern: '(' }])(
  '%j is no usable schema',
  (odd) => {
    expect(checkSchema('"x"', odd).kind).toBe('unusable')
  },
)

test('a text that is no JSON and a schema without limits are no crash', () => {
  expect(checkSchema('{', {}).kind).toBe('unusable')
  expect(checkSchema('{}', true).kind).toBe('fits')
})

test.each<[object, object | undefined]>([
  [
    { text: { format: { type: 'json_schema', name: 'n', schema: { type: 'object' } } } },
    { name: 'n', schema: { type: 'object' } },
  ],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } } },
    { name: 'n', schema: { type: 'object' } },
  ],
  [{ text: { format: { type: 'json_object' } } }, {}],
  [{ response_format: { type: 'json_object' } }, {}],
  [{ text: { format: { type: 'text' } } }, undefined],
  [{ text: 'x', response_format: null }, undefined],
  [{}, undefined],
])('the form asked for by %j', (request, asked) => {
  expect(formatAsked(request)).toEqual(asked)
})

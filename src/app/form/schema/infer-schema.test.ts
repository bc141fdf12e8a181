import { expect, test } from 'vitest'
import { inferSchema } from './infer-schema.ts'
import { schemaProblems } from './schema-problems.ts'

const closed = (properties: object, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
})

test('each value has its type, and each name is required', () => {
  expect(inferSchema({ city: 'Porto', days: 3, price: 1.5, paid: true, note: null, at: { x: 1 } })).toEqual(
    closed({
      ...{ city: { type: 'string' }, days: { type: 'integer' }, price: { type: 'number' }, paid: { type: 'boolean' } },
      ...{ note: { type: 'null' }, at: closed({ x: { type: 'integer' } }) },
    }),
  )
})

test('the items of a list become one schema', () => {
  const itemsOf = (...list: unknown[]) => inferSchema(list).items
  expect(itemsOf()).toEqual({})
  expect(itemsOf(1, 2)).toEqual({ type: 'integer' })
  expect(itemsOf(1, 2.5)).toEqual({ type: 'number' })
  expect(itemsOf(1, null, 'a', 2)).toEqual({ type: ['integer', 'null', 'string'] })
  expect(itemsOf([], [1], [null])).toEqual({ type: 'array', items: { type: ['integer', 'null'] } })
  expect(itemsOf({ a: 1, b: 'x' }, { a: 2.5, c: [] })).toEqual(
    closed({ a: { type: 'number' }, b: { type: 'string' }, c: { type: 'array', items: {} } }, ['a']),
  )
  expect(itemsOf({ a: 1 }, null)).toEqual({ anyOf: [closed({ a: { type: 'integer' } }), { type: 'null' }] })
  expect(itemsOf({ a: 1 }, null, { a: null })).toEqual({
    anyOf: [closed({ a: { type: ['integer', 'null'] } }), { type: 'null' }],
  })
})

test('what was inferred from an object is taken by strict, whatever its names', () => {
  const example = JSON.parse('{ "__proto__": { "constructor": [1] }, "a": [{ "b": null }] }')
  const schema = inferSchema(example)
  expect(Object.keys(Object(schema.properties))).toEqual(['__proto__', 'a'])
  expect(schemaProblems(schema, { name: 'schema', strict: true }).problems).toEqual([])
})

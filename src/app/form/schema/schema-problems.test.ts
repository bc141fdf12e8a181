import { expect, test } from 'vitest'
import { isObjectSchema } from './request-faults.ts'
import { asObjectSchema, schemaProblems } from './schema-problems.ts'

const told = (schema: unknown, strict = false) =>
  schemaProblems(schema, { name: 'parameters', strict }).problems.map(({ at, words }) => `${at.join('.')}: ${words}`)

const unread = (schema: unknown) => schemaProblems(schema, { name: 'parameters', strict: false }).unread

const closed = (properties: object, more: object = {}) => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  ...more,
})
const text = { type: 'string' }

test('a sound schema has no problems, nor has one that strict takes', () => {
  expect(told({ type: 'object', properties: { city: text }, required: ['city'] })).toEqual([])
  expect(told(closed({ city: text, at: closed({ x: { type: ['number', 'null'] } }) }), true)).toEqual([])
})

test.each([[[]], ['text'], [7], [null], [true], [undefined]])('%j is no object, and the fix makes one', (schema) => {
  expect(told(schema)).toEqual([': parameters must be an object'])
  expect(told(asObjectSchema(schema), true)).toEqual([])
})

test('a schema of something else is kept by the fix as the schema of a property', () => {
  expect(told({ type: 'array', items: text })).toEqual(['type: parameters must be an object'])
  expect(asObjectSchema({ type: 'array', items: text })).toEqual(closed({ value: { type: 'array', items: text } }))
  expect(told({ properties: { a: text } })).toEqual([': parameters must be an object'])
  expect(asObjectSchema({ properties: { a: text } })).toEqual({ type: 'object', properties: { a: text } })
  expect([{}, { type: ['object', 'null'] }, { type: 'strng' }].map(isObjectSchema)).toEqual([true, true, false])
})

test('words that are no types, names that are no properties and references to nothing have their place', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'strng' }, days: { type: 'array', items: { $ref: '#/$defs/day' } }, odd: 7 },
    required: ['city', 'toString', 3],
  }
  expect(told(schema)).toEqual([
    'required.1: "toString" is required, but not in properties',
    'required.2: 3 is required, but not in properties',
    'properties.city.type: "strng" is not a type: use string, number, integer, boolean, object, array, null',
    'properties.days.items.$ref: #/$defs/day is not defined here',
    'properties.odd: Not a schema: use an object, true or false',
  ])
  expect(told({ type: 'object', properties: [], required: 'city', enum: 'a' })).toEqual([
    'properties: properties must be an object',
    'enum: enum must be a list',
    'required: required must be a list of names',
  ])
})

test('strict says which keyword it refuses, and where', () => {
  const schema = {
    type: 'object',
    properties: {
      at: { type: 'object', properties: { x: text, y: text }, required: ['x'], not: {} },
      tags: { allOf: [] },
    },
    anyOf: [],
    additionalProperties: true,
  }
  expect(told(schema, true)).toEqual([
    'anyOf: strict refuses "anyOf" at the top',
    'additionalProperties: strict needs "additionalProperties": false',
    ': strict needs every property in "required": "at", "tags"',
    'properties.at.not: strict refuses "not"',
    'properties.at: strict needs "additionalProperties": false',
    'properties.at.required: strict needs every property in "required": "y"',
    'properties.tags.allOf: strict refuses "allOf"',
  ])
  expect(told(schema)).toEqual([])
})

test('strict has limits of depth and of properties', () => {
  const nested = (levels: number): object => (levels === 0 ? text : closed({ in: nested(levels - 1) }))
  expect(told(nested(10), true)).toEqual([])
  expect(told(nested(11), true)).toEqual([
    `${'properties.in.'.repeat(10).slice(0, -1)}: strict takes at most 10 levels of objects`,
  ])
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`p${at}`, text]))
  expect(told(closed(many), true)).toEqual([': strict takes at most 5000 properties: these are 5001'])
})

test('names of every object are properties like others', () => {
  const hostile = JSON.parse(`{ "type": "object", "properties": { "__proto__": { "type": "x" }, "constructor": {} },
    "required": ["__proto__", "constructor", "hasOwnProperty"] }`)
  expect(told(hostile)).toEqual([
    'required.2: "hasOwnProperty" is required, but not in properties',
    expect.stringContaining('properties.__proto__.type: "x" is not a type'),
  ])
  expect(told({ type: 'object', properties: { a: { $ref: '#/constructor' } } })).toHaveLength(1)
})

test('cycles of references end, and so does a cyclic object', () => {
  const schema = {
    type: 'object',
    properties: { next: { $ref: '#' }, a: { $ref: '#/$defs/b' } },
    $defs: { b: { $ref: '#/$defs/b' } },
  }
  expect(told(schema)).toEqual([])
  const cyclic: { type: string; properties: Record<string, unknown> } = { type: 'object', properties: {} }
  cyclic.properties.self = cyclic
  expect(unread(cyclic)).toBe('Only the first 200 levels were checked.')
})

test('of a hostile schema the beginning is checked, and that is said', () => {
  expect(unread(JSON.parse(`${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`))).toMatch(/^Only the first 200 levels/)
  const names = Array.from({ length: 150_000 }, (_, at) => `${at}`)
  const properties = Object.fromEntries(names.map((name) => [name, {}]))
  expect(unread({ type: 'object', properties })).toBe('Only the first 20000 subschemas were checked.')
  const wrong = { type: 'object', required: names }
  expect(unread(wrong)).toBe('Only the first 100 problems are listed.')
  expect(told(wrong)).toHaveLength(100)
})

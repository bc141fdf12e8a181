import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FieldMeta, field, fields } from '#contract/core/field.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ResponsesRequest } from '#contract/responses/responses.ts'
import { describe as describeSchema } from './describe.ts'

const one = (schema: z.core.$ZodType) => describeSchema(z.looseObject({ it: schema }))[0]

test('fields come in the order of the schema, nested ones flattened into paths, undrawn ones left out', () => {
  const schema = z.looseObject({
    model: field(z.string(), { title: 'Model', control: 'model' }),
    input: z.optional(z.unknown()),
    mask: field(z.optional(z.unknown()), { title: 'Mask' }),
    reasoning: z.optional(
      z.looseObject({ effort: field(z.optional(z.string()), { title: 'Effort', control: 'select' }), other: z.any() }),
    ),
    last: field(z.optional(z.boolean()), { title: 'Last', control: 'switch' }),
  })
  expect(describeSchema(schema).map(({ path }) => path)).toEqual(['model', 'reasoning.effort', 'last'])
})

test('an object with a control of its own is one field', () => {
  const inner = z.looseObject({ type: field(z.string(), { title: 'Type', control: 'text' }) })
  const schema = z.looseObject({ format: field(z.optional(inner), { title: 'Format', control: 'json' }) })
  expect(describeSchema(schema).map(({ path }) => path)).toEqual(['format'])
})

test('a field is needed only where every object around it is needed', () => {
  const leaf = field(z.string(), { title: 'Leaf', control: 'text' })
  const schema = z.looseObject({ a: z.looseObject({ leaf }), b: z.optional(z.looseObject({ leaf })) })
  expect(describeSchema(schema).map(({ path, required }) => [path, required])).toEqual([
    ['a.leaf', true],
    ['b.leaf', false],
  ])
})

test('bounds are those of the schema, through optional and nullable wrappers', () => {
  const bounded = z.int().check(z.gte(1), z.lte(10))
  const meta = { title: 'N', control: 'number' } as const
  expect(one(field(z.optional(z.nullable(bounded)), meta))).toMatchObject({
    min: 1,
    max: 10,
    types: ['integer', 'null'],
  })
  expect(one(z.optional(field(bounded, meta)))).toMatchObject({ min: 1, max: 10, types: ['integer'] })
})

test('the bounds of a double are no bounds', () => {
  const plain = one(field(z.optional(z.int()), { title: 'N', control: 'number' }))
  expect(plain).not.toHaveProperty('min')
  expect(plain).not.toHaveProperty('max')
})

test('the values of an enum are the only ones; suggestions are merely known', () => {
  const meta = { title: 'It', control: 'select' } as const
  expect(one(field(z.enum(['a', 'b']), meta))).toMatchObject({ suggestions: ['a', 'b'], closed: true })
  expect(one(field(z.nullable(z.enum(['a', 'b'])), meta))).toMatchObject({ suggestions: ['a', 'b'], closed: true })
  expect(one(field(z.string(), { ...meta, suggestions: ['x'] }))).toMatchObject({ suggestions: ['x'], closed: false })
  expect(one(field(z.union([z.enum(['a']), z.looseObject({})]), meta))).toMatchObject({
    suggestions: ['a'],
    closed: false,
    types: ['string', 'object'],
  })
})

test('what the schema says of a field reaches the form', () => {
  const said = {
    title: 'Speed',
    help: 'How fast.',
    unit: 'ms',
    advanced: true,
    range: [0, 9],
    step: 3,
    placeholder: 'any',
  } as const
  expect(one(field(z.number(), { ...said, control: 'slider' }))).toMatchObject({
    ...said,
    path: 'it',
    control: 'slider',
  })
})

test('the fields of the text route are all there', () => {
  const fields = new Map(describeSchema(ResponsesRequest).map((one) => [one.path, one]))
  expect(fields.get('model')).toMatchObject({ control: 'model', required: true })
  expect(fields.get('temperature')).toMatchObject({ control: 'slider', required: false })
  expect(fields.get('temperature')?.types).toContain('number')
  expect(fields.get('max_output_tokens')).toMatchObject({ min: 1, unit: 'tokens' })
  expect(fields.get('reasoning.effort')?.suggestions).toContain('medium')
  expect(fields.get('text.format')).toMatchObject({ control: 'text-format' })
  expect(fields.get('tool_choice')?.types).toEqual(expect.arrayContaining(['string', 'object']))
  expect(fields.get('metadata')).toMatchObject({ control: 'key-value', advanced: true })
})

type Node = z.core.JSONSchema.BaseSchema & Partial<FieldMeta>

const shapesIn = (node: Node): Node[] => node.anyOf?.flatMap(shapesIn) ?? [node]

/** The drawn fields as zod's JSON Schema export has them: the measure of what is read from the definitions. */
function exported(node: Node, prefix = '', requiredSoFar = true): object[] {
  return shapesIn(node).flatMap((shape) =>
    Object.entries(shape.properties ?? {}).flatMap(([name, child]) => {
      if (typeof child === 'boolean') return []
      const path = prefix + name
      const required = requiredSoFar && (shape.required?.includes(name) ?? false)
      const { title, control } = child as Node
      if (control === undefined) return exported(child, `${path}.`, required)
      const shapes = shapesIn(child)
      const bound = (word: 'minimum' | 'maximum') =>
        shapes.map((one) => one[word]).find((value) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER)
      const types = shapes.flatMap(({ type }) => type ?? [])
      return [{ path, required, title, control, types, min: bound('minimum'), max: bound('maximum') }]
    }),
  )
}

test.each(Object.values(endpoints).flatMap(({ id, request }) => (request ? [[id, request] as const] : [])))(
  'of %s it reads what zod itself exports as JSON Schema',
  (_id, request) => {
    const json = z.toJSONSchema(request, { metadata: fields, io: 'input', unrepresentable: 'any' })
    const read = describeSchema(request).map(({ path, required, title, control, types, min, max }) => ({
      ...{ path, required, title, control, types, min, max },
    }))
    expect(read.length).toBeGreaterThan(0)
    expect(read).toEqual(exported(json))
  },
)

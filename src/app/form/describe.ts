import type * as z from 'zod/mini'
import { type Control, type FieldMeta, fields } from '#contract/core/field.ts'

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

export interface FieldDescription extends FieldMeta {
  /** Its path in the request: `temperature`, `reasoning.effort`. */
  readonly path: string
  readonly control: Control
  /** The JSON types it takes; empty where it takes anything. */
  readonly types: readonly JsonType[]
  readonly required: boolean
  readonly min?: number
  readonly max?: number
  /** The known values; where `closed` is set, the only ones. */
  readonly suggestions: readonly (string | number)[]
  readonly closed: boolean
}

/** The fields with a control, nested ones as paths. Reads `_zod.def`: zod's JSON Schema export weighs nearly as much as the form. */
export function describe(schema: Schema): readonly FieldDescription[] {
  return fieldsOf(schema, '', true)
}

function fieldsOf(schema: Schema, prefix: string, requiredSoFar: boolean): FieldDescription[] {
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape.type === 'object' ? shape.shape : {}).flatMap(([name, child]) => {
      const path = prefix + name
      const required = requiredSoFar && child._zod.optin === undefined
      const meta = metaOf(child)
      if (meta?.control === undefined) return fieldsOf(child, `${path}.`, required)
      return [{ path, required, ...valuesOf(child), ...meta, control: meta.control }]
    }),
  )
}

const definitionOf = (schema: Schema): Definition => (schema as z.core.$ZodTypes)._zod.def

/** A union's members, so that a field that may be left out, be null or be of two types reads like a plain one. */
function shapesOf(schema: Schema): Definition[] {
  const shape = definitionOf(schema)
  switch (shape.type) {
    case 'optional':
      return shapesOf(shape.innerType)
    case 'nullable':
      return [...shapesOf(shape.innerType), { type: 'null' }]
    case 'union':
      return shape.options.flatMap(shapesOf)
    default:
      return [shape]
  }
}

function metaOf(schema: Schema): FieldMeta | undefined {
  const shape = definitionOf(schema)
  return fields.get(schema) ?? (shape.type === 'optional' ? metaOf(shape.innerType) : undefined)
}

function valuesOf(schema: Schema) {
  const shapes = shapesOf(schema)
  const checks = shapes.flatMap(({ checks = [] }) => checks.map((check) => (check as z.core.$ZodChecks)._zod.def))
  const min = checks.find((check) => check.check === 'greater_than')?.value
  const max = checks.find((check) => check.check === 'less_than')?.value
  return {
    types: shapes.flatMap(typesOf),
    suggestions: shapes.flatMap((shape) => (shape.type === 'enum' ? Object.values(shape.entries) : [])),
    closed: shapes.every(({ type }) => type === 'enum' || type === 'null'),
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
  }
}

function typesOf(shape: Definition): JsonType[] {
  if (shape.type === 'record') return ['object']
  if (shape.type === 'enum') return ['string']
  if (shape.type === 'number') return ['format' in shape ? 'integer' : 'number']
  return plainTypes.filter((type) => type === shape.type)
}

const plainTypes = ['string', 'boolean', 'array', 'object', 'null'] as const

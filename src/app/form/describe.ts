import * as z from 'zod/mini'
import { type Control, type FieldMeta, fields } from '#contract/field.ts'

type Node = z.core.JSONSchema.BaseSchema
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

/** One field of a request as a form draws it. */
export interface FieldDescription extends FieldMeta {
  /** Where it stands in the request: `temperature`, `reasoning.effort`. */
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

/** The fields of a request schema that have a control, in its order; described objects inside it are flattened into paths. */
export function describe(schema: z.core.$ZodType): readonly FieldDescription[] {
  return fieldsOf(z.toJSONSchema(schema, { metadata: fields, io: 'input', unrepresentable: 'any' }), '', true)
}

function fieldsOf(node: Node, prefix: string, requiredSoFar: boolean): FieldDescription[] {
  return shapesOf(node).flatMap((shape) =>
    Object.entries(shape.properties ?? {}).flatMap(([name, child]) => {
      if (typeof child === 'boolean') return []
      const path = prefix + name
      const required = requiredSoFar && (shape.required?.includes(name) ?? false)
      return isDrawn(child) ? [fieldOf(child, path, required)] : fieldsOf(child, `${path}.`, required)
    }),
  )
}

function fieldOf(node: Node & FieldMeta & { readonly control: Control }, path: string, required: boolean) {
  const shapes = shapesOf(node)
  const listed = shapes.flatMap((shape) => shape.enum ?? (shape.const === undefined ? [] : [shape.const]))
  const min = bound(shapes, 'minimum', 'exclusiveMinimum')
  const max = bound(shapes, 'maximum', 'exclusiveMaximum')
  const { title, control, help, unit, advanced, suggestions, range, step, placeholder } = node
  return {
    path,
    title,
    control,
    types: shapes.flatMap((shape) => shape.type ?? []),
    required,
    suggestions: suggestions ?? listed.filter((value) => typeof value === 'string' || typeof value === 'number'),
    closed: shapes.every((shape) => shape.enum !== undefined || shape.const !== undefined || shape.type === 'null'),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(help !== undefined && { help }),
    ...(unit !== undefined && { unit }),
    ...(advanced !== undefined && { advanced }),
    ...(range !== undefined && { range }),
    ...(step !== undefined && { step }),
    ...(placeholder !== undefined && { placeholder }),
  }
}

/** A union's members, so that a field that may be null or of two types reads like a plain one. */
function shapesOf(node: Node): Node[] {
  return node.anyOf?.flatMap(shapesOf) ?? node.oneOf?.flatMap(shapesOf) ?? [node]
}

/** The registry takes nothing but `FieldMeta`, and zod copies its entries into the nodes as they are. */
function isDrawn(node: Node): node is Node & FieldMeta & { readonly control: Control } {
  return typeof node.control === 'string'
}

function bound(shapes: Node[], inclusive: 'minimum' | 'maximum', exclusive: 'exclusiveMinimum' | 'exclusiveMaximum') {
  const found = shapes
    .flatMap((shape) => [shape[inclusive], shape[exclusive]])
    .find((value) => typeof value === 'number')
  // An integer without bounds of its own is written with those of a double.
  return typeof found === 'number' && Math.abs(found) < Number.MAX_SAFE_INTEGER ? found : undefined
}

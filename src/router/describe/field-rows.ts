import type { JsonSchema } from './request-schemas.ts'

/** One field as a person reads it. */
export interface FieldRow {
  /** Its path: `reasoning.effort`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly about: string
  /** Values that bind, or bounds. */
  readonly allowed: string
  /** Values that are known; others are accepted. */
  readonly known: readonly string[]
}

const values = (list: readonly unknown[] = []) =>
  list.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

/** The type in words: `string or null`, `array of object`. A reference is named. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if (schema.anyOf && schema.type === undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return 'string'
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ')
}

/** The schema, or the one member of its union that has what is looked for. */
const inside = (schema: JsonSchema, has: (one: JsonSchema) => boolean) => [schema, ...(schema.anyOf ?? [])].find(has)

function allowedOf(schema: JsonSchema): string {
  const list = inside(schema, (one) => one.enum !== undefined)?.enum
  if (list) return values(list).join(', ')
  const { minimum, maximum } = inside(schema, (one) => one.minimum !== undefined || one.maximum !== undefined) ?? {}
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  return maximum === undefined ? '' : `at most ${maximum}`
}

/** The fields of an object, in their order, with those of the objects inside it. */
export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    const { description, title } = field
    const row = {
      ...{ path, type: typeOf(field), about: description ?? title ?? '', allowed: allowedOf(field) },
      ...{ required: schema.required?.includes(name) === true, known: values(field.examples) },
    }
    const nested = inside(field, (one) => one.properties !== undefined)
    const items = field.items?.properties ? fieldRows(field.items, `${path}[].`) : []
    return [row, ...(nested ? fieldRows(nested, `${path}.`) : items)]
  })
}

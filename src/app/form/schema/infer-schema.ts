import { isRecord, type JsonRecord, listOf, recordOf } from '#contract/core/loose-json.ts'

/** Items of a list that are looked at. */
const mostItems = 200

/** The schema that an example fits: every property is required, and no other is allowed. The example may be nested as deep as a request. */
export function inferSchema(example: unknown): JsonRecord {
  if (Array.isArray(example)) {
    const items = example.slice(0, mostItems).map(inferSchema)
    return { type: 'array', items: items.length > 0 ? items.reduce(unionOf) : {} }
  }
  if (isRecord(example)) {
    const properties = Object.entries(example).map(([name, value]) => [name, inferSchema(value)])
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: Object.keys(example),
      additionalProperties: false,
    }
  }
  if (example === null || example === undefined) return { type: 'null' }
  return { type: Number.isInteger(example) ? 'integer' : typeof example }
}

/** The schema that fits what either of two fits; what only one of two objects has is not required. */
function unionOf(one: JsonRecord, other: JsonRecord): JsonRecord {
  const branches = branchesOf(one)
  for (const branch of branchesOf(other)) {
    const at = branches.findIndex((known) => typeOf(known) === typeOf(branch))
    const known = branches[at]
    if (known) branches[at] = merged(known, branch)
    else branches.push(branch)
  }
  const [first = {}, ...more] = branches
  if (more.length === 0) return first
  const isPlain = branches.every((branch) => Object.keys(branch).length === 1)
  return isPlain ? { type: branches.map(({ type }) => type) } : { anyOf: branches }
}

/** A whole number is a number too. */
const typeOf = ({ type }: JsonRecord) => (type === 'integer' ? 'number' : type)

function branchesOf(schema: JsonRecord): JsonRecord[] {
  if (Array.isArray(schema.anyOf)) return [...schema.anyOf]
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ type }))
  // Of the items of an empty list nothing is known.
  return schema.type === undefined ? [] : [schema]
}

/** Of two schemas of one type. */
function merged(one: JsonRecord, other: JsonRecord): JsonRecord {
  if (one.type === 'array') return { type: 'array', items: unionOf(recordOf(one.items), recordOf(other.items)) }
  if (one.type !== 'object') return one.type === other.type ? one : { type: 'number' }
  const properties = new Map(Object.entries(recordOf(one.properties)))
  for (const [name, schema] of Object.entries(recordOf(other.properties))) {
    const known = properties.get(name)
    properties.set(name, known === undefined ? schema : unionOf(recordOf(known), recordOf(schema)))
  }
  const required = listOf(one.required).filter((name) => listOf(other.required).includes(name))
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

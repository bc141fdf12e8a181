import { canonicalJson } from '#contract/core/canonical-json.ts'
import { isRecord, type JsonRecord, listOf, recordOf } from '#contract/core/loose-json.ts'
import { Unsatisfiable } from './unsatisfiable.ts'

type Join = (a: unknown, b: unknown) => unknown

const both: Join = (a, b) => ({ allOf: [a, b] })
const larger: Join = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : b)
const smaller: Join = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : b)
const union: Join = (a, b) => [...new Set([...listOf(a), ...listOf(b)])]

const bothOfEach: Join = (a, b) => {
  const [left, right] = [recordOf(a), recordOf(b)]
  const shared = Object.entries(left).map(([key, one]) => [
    key,
    Object.hasOwn(right, key) ? both(one, right[key]) : one,
  ])
  return { ...right, ...Object.fromEntries(shared) }
}

const common: Join = (a, b) => {
  const allowed = new Set(listOf(b).map(canonicalJson))
  const left = listOf(a).filter((one) => allowed.has(canonicalJson(one)))
  if (left.length === 0) throw new Unsatisfiable('two lists of allowed values have nothing in common')
  return left
}

const same: Join = (a, b) => {
  if (canonicalJson(a) !== canonicalJson(b)) throw new Unsatisfiable('two different constants are asked for')
  return a
}

const leastMultiple: Join = (a, b) => {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return smaller(a, b) === a ? b : a
  let [x, y] = [Number(a), Number(b)]
  while (y > 0) [x, y] = [y, x % y]
  return x > 0 ? (Number(a) * Number(b)) / x : a
}

const typesIn: Join = (a, b) => {
  const [left, right] = [typeList(a), typeList(b)]
  const shared = left.flatMap((one) => {
    if (right.includes(one)) return [one]
    const integer = (one === 'integer' && right.includes('number')) || (one === 'number' && right.includes('integer'))
    return integer ? ['integer'] : []
  })
  if (shared.length === 0) throw new Unsatisfiable(`no value is both ${left.join(' or ')} and ${right.join(' or ')}`)
  return shared
}

const joins: Readonly<Record<string, Join>> = {
  type: typesIn,
  enum: common,
  const: same,
  multipleOf: leastMultiple,
  required: union,
  properties: bothOfEach,
  patternProperties: bothOfEach,
  dependentSchemas: bothOfEach,
  dependentRequired: (a, b) => {
    const [left, right] = [recordOf(a), recordOf(b)]
    return Object.fromEntries([...Object.keys(left), ...Object.keys(right)].map((k) => [k, union(left[k], right[k])]))
  },
  additionalProperties: both,
  items: both,
  contains: both,
  propertyNames: both,
  not: (a, b) => ({ anyOf: [a, b] }),
  minimum: larger,
  exclusiveMinimum: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  minLength: larger,
  maxLength: smaller,
  minItems: larger,
  maxItems: smaller,
  minProperties: larger,
  maxProperties: smaller,
  minContains: larger,
  maxContains: smaller,
  uniqueItems: (a, b) => a === true || b === true,
}

/** The types a schema allows by name; empty where it names none. */
export function typeList(type: unknown): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string')
}

/** One schema that asks for what both ask for. Keywords it cannot join keep their later value: the validator has the last word. */
export function merge(a: JsonRecord, b: JsonRecord): JsonRecord {
  const [left, right] = [closed(a, b), closed(b, a)]
  const entries = Object.entries(right).map(([key, value]) => {
    const join = Object.hasOwn(joins, key) ? joins[key] : undefined
    return [key, join && left[key] !== undefined ? join(left[key], value) : value]
  })
  return { ...left, ...Object.fromEntries(entries) }
}

const stepsPerMerge = 8
const stepsPerAllowed = 4

/** The steps that joining two schemas takes: it looks at all names and values that they list. */
export function costOfMerging(a: JsonRecord, b: JsonRecord): number {
  return stepsPerMerge + breadth(a) + breadth(b)
}

function breadth({ properties, required, enum: allowed, anyOf, oneOf }: JsonRecord): number {
  const lists = [required, anyOf, oneOf].reduce<number>((sum, list) => sum + listOf(list).length, 0)
  const named = isRecord(properties) ? Object.keys(properties).length : 0
  return (lists + named) / 2 + listOf(allowed).length * stepsPerAllowed
}

/** What `schema` closes by `additionalProperties: false` stays closed when the other schema names more properties. */
function closed(schema: JsonRecord, other: JsonRecord): JsonRecord {
  if (schema.additionalProperties !== false || isRecord(schema.patternProperties)) return schema
  const known = recordOf(schema.properties)
  const strangers = Object.keys(recordOf(other.properties)).filter((key) => !Object.hasOwn(known, key))
  return { ...schema, properties: { ...known, ...Object.fromEntries(strangers.map((key) => [key, false])) } }
}

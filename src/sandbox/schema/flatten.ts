import { canonicalJson, isRecord, type JsonRecord, listOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { type Random, shuffled } from '../seeded-random.ts'
import { type Basis, TooLarge, Unsatisfiable } from './basis.ts'

const deepest = 200
const mostSteps = 4000

/** Below this depth the smallest alternative is tried first, so that generating for a recursive schema terminates. */
const shallow = 4

/** Keywords that are resolved here and are not in the result. */
const structural = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$defs', 'definitions'])

/**
 * Resolves references, combinations and conditions into one schema without them. Yields one result for each combination of choices, in
 * random order, `null` last.
 */
export function* flattenings(schema: unknown, basis: Basis, depth: number, random: Random): Generator<JsonRecord> {
  yield* work({ todo: [schema], done: {}, steps: 0 }, { basis, depth, random, turns: { left: mostSteps } })
}

interface State {
  readonly todo: readonly unknown[]
  readonly done: JsonRecord
  readonly steps: number
}

interface Place {
  readonly basis: Basis
  readonly depth: number
  readonly random: Random
  /** A budget that all alternatives share. */
  readonly turns: { left: number }
}

function* work(state: State, place: Place): Generator<JsonRecord> {
  const [schema, ...rest] = state.todo
  if (state.todo.length === 0) {
    yield state.done
    return
  }
  place.turns.left -= 1
  if (place.turns.left < 0) throw new TooLarge('its references are circular')
  const steps = state.steps + 1
  if (schema === false || steps > deepest) return
  if (!isRecord(schema)) {
    yield* work({ todo: rest, done: state.done, steps }, place)
    return
  }
  const done = tryMerge(state.done, ownKeywords(schema))
  if (!done) return
  const fixed = [...('$ref' in schema ? [place.basis.target(schema)] : []), ...listOf(schema.allOf)]
  for (const chosen of choicesOf(schema, place)) {
    yield* work({ todo: [...fixed, ...chosen, ...rest], done, steps }, place)
  }
}

function ownKeywords(schema: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !structural.has(key)))
}

function tryMerge(a: JsonRecord, b: JsonRecord): JsonRecord | undefined {
  try {
    return merge(a, b)
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined
    throw error
  }
}

/** All combinations of one branch from each of a schema's lists of alternatives, 64 at most. */
function choicesOf(schema: JsonRecord, place: Place): readonly (readonly unknown[])[] {
  const lists = [schema.anyOf, schema.oneOf].filter(Array.isArray).map((list) => branches(list, place))
  const conditions = 'if' in schema ? [[{ allOf: [schema.if, schema.then ?? true] }, schema.else ?? true]] : []
  return [...lists, ...conditions].reduce<readonly (readonly unknown[])[]>(
    (ways, options) => ways.flatMap((way) => options.map((option) => [...way, option])).slice(0, 64),
    [[]],
  )
}

function branches(list: readonly unknown[], { basis, depth, random }: Place): readonly unknown[] {
  const mixed = shuffled(list, random).slice(0, 32)
  const weight = depth < shallow ? (one: unknown) => (isNull(one) ? 1 : 0) : (one: unknown) => heaviness(one, basis)
  return mixed.toSorted((a, b) => weight(a) - weight(b))
}

const isNull = (schema: unknown) => isRecord(schema) && (schema.type === 'null' || schema.const === null)

function heaviness(schema: unknown, basis: Basis): number {
  if (!isRecord(schema)) return 0
  if ('$ref' in schema) return 1 + heaviness(withoutRef(basis.target(schema)), basis)
  const types = typeList(schema.type)
  if ('const' in schema || 'enum' in schema || (types.length > 0 && !types.some(isNested))) return 0
  return 'properties' in schema || 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema ? 3 : 2
}

const withoutRef = (schema: unknown) =>
  isRecord(schema) && '$ref' in schema ? { type: 'object', properties: {} } : schema

const isNested = (type: string) => type === 'object' || type === 'array'

type Join = (a: unknown, b: unknown) => unknown

const both: Join = (a, b) => ({ allOf: [a, b] })
const larger: Join = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : b)
const smaller: Join = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : b)
const union: Join = (a, b) => [...new Set([...listOf(a), ...listOf(b)])]

/** Joins two records key by key. */
const ofEach =
  (join: Join): Join =>
  (a, b) => {
    const [left, right] = [recordOf(a), recordOf(b)]
    const joined = Object.entries(left).map(([key, one]) => [
      key,
      Object.hasOwn(right, key) ? join(one, ownOf(right, key)) : one,
    ])
    return { ...right, ...Object.fromEntries(joined) }
  }

const common: Join = (a, b) => {
  const allowed = new Set(listOf(b).map(canonicalJson))
  const left = listOf(a).filter((one) => allowed.has(canonicalJson(one)))
  if (left.length === 0) throw new Unsatisfiable('two lists of allowed values do not overlap')
  return left
}

const same: Join = (a, b) => {
  if (canonicalJson(a) !== canonicalJson(b)) throw new Unsatisfiable('it requires two different constants')
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
  properties: ofEach(both),
  patternProperties: ofEach(both),
  dependentSchemas: ofEach(both),
  dependentRequired: ofEach(union),
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

/** The conjunction of two schemas. Keywords without a join keep the later value; the result is validated against the original schema. */
export function merge(a: JsonRecord, b: JsonRecord): JsonRecord {
  const [left, right] = [closed(a, b), closed(b, a)]
  const entries = Object.entries(right).map(([key, value]) => {
    const join = ownOf(joins, key)
    return [key, join && ownOf(left, key) !== undefined ? join(ownOf(left, key), value) : value]
  })
  return { ...left, ...Object.fromEntries(entries) }
}

/** Forbids the other schema's further properties where `schema` has `additionalProperties: false`. */
function closed(schema: JsonRecord, other: JsonRecord): JsonRecord {
  if (schema.additionalProperties !== false || isRecord(schema.patternProperties)) return schema
  const known = recordOf(schema.properties)
  const strangers = Object.keys(recordOf(other.properties)).filter((key) => !Object.hasOwn(known, key))
  return { ...schema, properties: { ...known, ...Object.fromEntries(strangers.map((key) => [key, false])) } }
}

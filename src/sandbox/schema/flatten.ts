import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'
import { type Random, shuffled } from '../seed.ts'
import { type Basis, referenceOf } from './basis.ts'
import { costOfMerging, merge, typeList } from './merge.ts'
import { TooLarge, Unsatisfiable } from './unsatisfiable.ts'

const deepest = 200
const mostSteps = 4000

/** Below this depth the shortest way out is taken, so that schemas that contain themselves come to an end. */
const shallow = 4

/** Keywords that are worked off here and are no longer in what comes out. */
const structural = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  '$defs',
  'definitions',
])

/**
 * One schema without references, combinations and conditions: a choice is made where there is one.
 * What is yielded first is the likeliest; each further one is another choice.
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
  /** Shared by all alternatives, so that trying them comes to an end. */
  readonly turns: { left: number }
}

function* work(state: State, place: Place): Generator<JsonRecord> {
  const [schema, ...rest] = state.todo
  if (state.todo.length === 0) {
    yield state.done
    return
  }
  place.turns.left -= 1
  if (place.turns.left < 0) throw new TooLarge('it refers to itself without an end')
  const steps = state.steps + 1
  if (schema === false || steps > deepest) return
  if (!isRecord(schema)) {
    yield* work({ todo: rest, done: state.done, steps }, place)
    return
  }
  place.basis.fuel.spend(costOfMerging(schema, state.done))
  const done = tryMerge(state.done, ownKeywords(schema))
  if (!done) return
  const ref = referenceOf(schema)
  const fixed = [...(ref === undefined ? [] : [place.basis.target(ref)]), ...listOf(schema.allOf)]
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

/** The ways to settle a schema's own alternatives, the likeliest first. */
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
  const ref = referenceOf(schema)
  if (ref !== undefined) return 1 + heaviness(withoutRef(basis.target(ref)), basis)
  const types = typeList(schema.type)
  if ('const' in schema || 'enum' in schema || (types.length > 0 && !types.some(isNested))) return 0
  return 'properties' in schema || 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema ? 3 : 2
}

const withoutRef = (schema: unknown) =>
  isRecord(schema) && referenceOf(schema) !== undefined ? { type: 'object', properties: {} } : schema

const isNested = (type: string) => type === 'object' || type === 'array'

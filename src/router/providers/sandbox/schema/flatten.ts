import { isRecord } from '#contract/read-loosely.ts'
import { type Loose, listOf, stringOf } from '../loose.ts'
import { type Random, shuffled } from '../seed.ts'
import { merge, typeList } from './merge.ts'
import { TooLarge, Unsatisfiable } from './unsatisfiable.ts'

const deepest = 200
const mostSteps = 4000

/** Below this depth the shortest way out is taken, so that schemas that contain themselves come to an end. */
const shallow = 4

/** Keywords that are worked off here and are no longer in what comes out. */
const structural = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$defs', 'definitions'])

/**
 * One schema without references, combinations and conditions: a choice is made where there is one.
 * What is yielded first is the likeliest; each further one is another choice.
 */
export function* flattenings(schema: unknown, root: unknown, depth: number, random: Random): Generator<Loose> {
  yield* work({ todo: [schema], done: {}, steps: 0 }, { root, depth, random, fuel: { left: mostSteps } })
}

interface State {
  readonly todo: readonly unknown[]
  readonly done: Loose
  readonly steps: number
}

interface Place {
  readonly root: unknown
  readonly depth: number
  readonly random: Random
  /** Shared by all alternatives, so that trying them comes to an end. */
  readonly fuel: { left: number }
}

function* work(state: State, place: Place): Generator<Loose> {
  const [schema, ...rest] = state.todo
  if (state.todo.length === 0) {
    yield state.done
    return
  }
  place.fuel.left -= 1
  if (place.fuel.left < 0) throw new TooLarge('it refers to itself without an end')
  const steps = state.steps + 1
  if (schema === false || steps > deepest) return
  if (!isRecord(schema)) {
    yield* work({ todo: rest, done: state.done, steps }, place)
    return
  }
  const done = tryMerge(state.done, ownKeywords(schema))
  if (!done) return
  const fixed = [...('$ref' in schema ? [targetOf(stringOf(schema.$ref), place.root)] : []), ...listOf(schema.allOf)]
  for (const chosen of choicesOf(schema, place)) {
    yield* work({ todo: [...fixed, ...chosen, ...rest], done, steps }, place)
  }
}

function ownKeywords(schema: Loose): Loose {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !structural.has(key)))
}

function tryMerge(a: Loose, b: Loose): Loose | undefined {
  try {
    return merge(a, b)
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined
    throw error
  }
}

/** The ways to settle a schema's own alternatives, the likeliest first. */
function choicesOf(schema: Loose, place: Place): readonly (readonly unknown[])[] {
  const lists = [schema.anyOf, schema.oneOf].filter(Array.isArray).map((list) => branches(list, place))
  const conditions = 'if' in schema ? [[{ allOf: [schema.if, schema.then ?? true] }, schema.else ?? true]] : []
  return [...lists, ...conditions].reduce<readonly (readonly unknown[])[]>(
    (ways, options) => ways.flatMap((way) => options.map((option) => [...way, option])).slice(0, 64),
    [[]],
  )
}

function branches(list: readonly unknown[], { root, depth, random }: Place): readonly unknown[] {
  const mixed = shuffled(list, random).slice(0, 32)
  const weight = depth < shallow ? (one: unknown) => (isNull(one) ? 1 : 0) : (one: unknown) => heaviness(one, root)
  return mixed.toSorted((a, b) => weight(a) - weight(b))
}

const isNull = (schema: unknown) => isRecord(schema) && (schema.type === 'null' || schema.const === null)

function heaviness(schema: unknown, root: unknown): number {
  if (!isRecord(schema)) return 0
  if ('$ref' in schema) return 1 + heaviness(withoutRef(targetOf(stringOf(schema.$ref), root)), root)
  const types = typeList(schema.type)
  if ('const' in schema || 'enum' in schema || (types.length > 0 && !types.some(isNested))) return 0
  return 'properties' in schema || 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema ? 3 : 2
}

const withoutRef = (schema: unknown) =>
  isRecord(schema) && '$ref' in schema ? { type: 'object', properties: {} } : schema

const isNested = (type: string) => type === 'object' || type === 'array'

/** What a reference inside the document points at: `#`, `#/$defs/x`, or an anchor. */
function targetOf(ref: string, root: unknown): unknown {
  const target = ref === '#' ? root : ref.startsWith('#/') ? pointed(ref.slice(2), root) : anchored(ref, root)
  if (target === undefined) throw new TooLarge(`its $ref "${ref}" leads nowhere in the schema`)
  return target
}

function pointed(pointer: string, root: unknown): unknown {
  let here = root
  for (const step of pointer.split('/')) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(here)) here = here[Number(key)]
    else here = isRecord(here) && Object.hasOwn(here, key) ? here[key] : undefined
  }
  return here
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function anchored(ref: string, within: unknown): unknown {
  if (typeof within !== 'object' || within === null) return undefined
  if (isRecord(within) && (`#${stringOf(within.$anchor)}` === ref || stringOf(within.$id) === ref)) return within
  for (const inner of Object.values(within)) {
    const found = anchored(ref, inner)
    if (found !== undefined) return found
  }
  return undefined
}

import {
  canonicalJson,
  isRecord,
  type JsonRecord,
  listOf,
  ownOf,
  recordOf,
  stringOf,
} from '#contract/core/loose-json.ts'
import type { Random } from '../seeded-random.ts'
import { type Basis, leftAfter, TooLarge, Unsatisfiable } from './basis.ts'
import { flattenings, merge, typeList } from './flatten.ts'
import { matching } from './pattern-sample.ts'
import { madeUpWord, numberValue, spacedName, stringValue } from './scalar-values.ts'

/** Proposes a value from the prompt for a property of this name; `undefined` for none. It must satisfy `fits`. */
export type Suggest = (schema: JsonRecord, label: string, fits: (value: unknown) => boolean) => unknown

interface SchemaAttempt {
  readonly basis: Basis
  readonly random: Random
  readonly suggest: Suggest
  /** Whether optional properties are generated. */
  readonly optional: 'written' | 'left out'
  /** The parts (see `leftAfter`) that the value may still have. */
  left: number
}

interface Place {
  readonly depth: number
  readonly label: string
}

const deepest = 40
const partsPerValue = 20
const generous = 3
/** The most items of a list and properties of an object. */
const mostItems = 2000

/** Generates a value for a schema. Keywords that it cannot combine are checked afterwards by `fits`. Throws `Unsatisfiable`. */
export function generate(schema: unknown, attempt: SchemaAttempt, place: Place = { depth: 0, label: '' }): unknown {
  attempt.left -= partsPerValue
  if (attempt.left < 0) throw new TooLarge('it requires more values than the sandbox generates')
  if (place.depth > deepest) throw new Unsatisfiable('it nests endlessly')
  let why = new Unsatisfiable('it allows no value')
  let turns = 0
  for (const flat of flattenings(schema, attempt.basis, place.depth, attempt.random)) {
    try {
      return settled(flat, attempt, place)
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || error instanceof TooLarge) throw error
      why = error
    }
    turns += 1
    if (turns >= 24) break
  }
  throw why
}

function settled(flat: JsonRecord, attempt: SchemaAttempt, place: Place): unknown {
  if ('const' in flat) return paidFor(flat.const, attempt)
  const type = typeOf(flat, attempt.random)
  const asked = Array.isArray(flat.enum) ? flat : { ...flat, type }
  const suggested = attempt.suggest(asked, place.label, (value) => attempt.basis.fits(value, asked))
  if (suggested !== undefined) return paidFor(suggested, attempt)
  if (Array.isArray(flat.enum)) return enumValue(flat, attempt)
  if (type === 'object') return objectValue(flat, attempt, place)
  if (type === 'array') return arrayValue(flat, attempt, place)
  if (type === 'null') return null
  if (type === 'boolean') return attempt.random.next() < 0.5
  if (type === 'number' || type === 'integer') return numberValue(flat, type === 'integer', attempt.random)
  return paidFor(stringValue(flat, place.label, attempt.random), attempt)
}

/** Subtracts a value's size from the budget, since a large one may occur many times. */
function paidFor(value: unknown, attempt: SchemaAttempt): unknown {
  attempt.left = leftAfter(value, attempt.left)
  if (attempt.left < 0) throw new TooLarge('it requires more text than the sandbox generates')
  return value
}

function enumValue(flat: JsonRecord, attempt: SchemaAttempt): unknown {
  const { type = [...allTypes] } = flat
  const allowed = listOf(flat.enum).filter((one) => attempt.basis.fits(one, { type }))
  if (allowed.length === 0) throw new Unsatisfiable('none of its allowed values has its type')
  return paidFor(attempt.random.pick(allowed), attempt)
}

const tellsType: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum']],
]

const allTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

function typeOf(flat: JsonRecord, random: Random): string {
  const named = typeList(flat.type)
  const telling = named.filter((type) => type !== 'null')
  if (telling.length > 0) return random.next() < 0.8 ? (telling[0] ?? 'string') : random.pick(telling)
  if (named.length > 0) return 'null'
  const told = tellsType.find(([, keywords]) => keywords.some((keyword) => Object.hasOwn(flat, keyword)))?.[0]
  return told ?? ('not' in flat ? random.pick(allTypes) : 'string')
}

const bound = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

function arrayValue(flat: JsonRecord, attempt: SchemaAttempt, { depth, label }: Place): unknown[] {
  const prefix = listOf(flat.prefixItems ?? (Array.isArray(flat.items) ? flat.items : []))
  const rest = prefix.length > 0 && Array.isArray(flat.items) ? (flat.additionalItems ?? true) : (flat.items ?? true)
  const has = isRecord(flat.contains) ? Math.max(1, bound(flat.minContains, 1)) : 0
  const least = Math.max(bound(flat.minItems, 0), has)
  const usual = Math.max(least, prefix.length, depth < generous && flat.items !== undefined ? 2 : 0)
  const count = Math.min(
    usual,
    bound(flat.maxItems, Number.POSITIVE_INFINITY),
    rest === false ? prefix.length : mostItems,
  )
  if (least > mostItems) throw new TooLarge(`it requires an array of ${least} items`)
  if (count < least) throw new Unsatisfiable('minItems is greater than maxItems')
  const schemaAt = (at: number) => {
    const own = at < prefix.length ? prefix[at] : rest
    return at >= prefix.length && at < prefix.length + has && at < count ? { allOf: [own, flat.contains] } : own
  }
  const made: unknown[] = []
  const seen = new Set<string>()
  while (made.length < count) {
    const place = { depth: depth + 1, label: singular(label) }
    const next = another(schemaAt(made.length), attempt, place, seen, flat.uniqueItems)
    if (!next && made.length < least) throw new Unsatisfiable('it does not allow enough unique items')
    if (!next) break
    made.push(next.value)
  }
  return made
}

/** Undefined where no value is new after 60 tries. */
function another(schema: unknown, attempt: SchemaAttempt, place: Place, seen: Set<string>, unique: unknown) {
  for (let turn = 0; turn < 60; turn += 1) {
    const value = generate(schema, attempt, place)
    const text = unique === true ? canonicalJson(value) : ''
    if (unique !== true || !seen.has(text)) {
      seen.add(text)
      return { value }
    }
  }
  return undefined
}

const singular = (label: string) => label.replace(/ies$/, 'y').replace(/s$/, '')

function objectValue(outer: JsonRecord, attempt: SchemaAttempt, place: Place): Record<string, unknown> {
  const { flat, keys } = wanted(outer, attempt, place)
  const made = new Map<string, unknown>()
  const inside = (key: string): Place => ({ depth: place.depth + 1, label: spacedName(key) })
  const most = bound(flat.maxProperties, Number.POSITIVE_INFINITY)
  for (const [key, must] of keys) {
    if (!must && made.size >= most) continue
    try {
      made.set(key, generate(schemaOf(flat, key), attempt, inside(key)))
    } catch (error) {
      if (must || !(error instanceof Unsatisfiable) || error instanceof TooLarge) throw error
    }
  }
  if (bound(flat.minProperties, 0) > mostItems) throw new TooLarge(`it requires ${flat.minProperties} properties`)
  const least = Math.min(bound(flat.minProperties, isMap(flat) && place.depth < generous ? 2 : 0), most)
  for (let turn = 0; made.size < least && turn < least * 4; turn += 1) {
    const key = newKey(flat, attempt)
    if (!made.has(key)) made.set(key, generate(schemaOf(flat, key), attempt, inside(key)))
  }
  if (made.size < bound(flat.minProperties, 0)) throw new Unsatisfiable('it does not allow enough properties')
  return Object.fromEntries(made)
}

const isMap = (flat: JsonRecord) =>
  isRecord(flat.additionalProperties) && Object.keys(recordOf(flat.properties)).length === 0

/** The keys to write, with whether each must be there, and the schema with what those keys bring along. */
function wanted(
  outer: JsonRecord,
  attempt: SchemaAttempt,
  place: Place,
): { flat: JsonRecord; keys: ReadonlyMap<string, boolean> } {
  let flat = outer
  const required = new Set(listOf(outer.required).filter((key) => typeof key === 'string'))
  const generousHere = attempt.optional === 'written' && place.depth < generous
  const optional = generousHere ? Object.keys(recordOf(outer.properties)) : []
  for (const key of new Set([...required, ...optional])) {
    for (const other of listOf(ownOf(recordOf(outer.dependentRequired), key))) required.add(stringOf(other))
    const brought = ownOf(recordOf(outer.dependentSchemas), key)
    if (!isRecord(brought)) continue
    flat = merge(flat, brought)
  }
  for (const key of listOf(flat.required)) required.add(stringOf(key))
  const inOrder = [...Object.keys(recordOf(flat.properties)), ...required]
  const known = new Set([...required, ...optional])
  const keys = inOrder.filter((key) => known.has(key))
  return { flat, keys: new Map(keys.map((key) => [key, required.has(key)])) }
}

/** The schema of a property: that of its name and of the patterns that match it, else that of additional properties. */
function schemaOf(flat: JsonRecord, key: string): unknown {
  const properties = recordOf(flat.properties)
  const named = Object.hasOwn(properties, key) ? [ownOf(properties, key)] : []
  const patterns = Object.entries(recordOf(flat.patternProperties)).filter(([one]) => new RegExp(one, 'u').test(key))
  const found = [...named, ...patterns.map(([, schema]) => schema)]
  if (found.length === 0) return flat.additionalProperties ?? true
  return found.length === 1 ? found[0] : { allOf: found }
}

function newKey(flat: JsonRecord, attempt: SchemaAttempt): string {
  if (flat.propertyNames !== undefined) {
    return String(generate({ type: 'string', allOf: [flat.propertyNames] }, attempt, { depth: deepest, label: '' }))
  }
  const unwritten = Object.keys(recordOf(flat.properties))
  const patterns = Object.keys(recordOf(flat.patternProperties))
  const pattern =
    patterns.length > 0 ? matching(attempt.random.pick(patterns), { least: 0, most: 40 }, attempt.random) : undefined
  if (pattern !== undefined && flat.additionalProperties === false) return pattern
  if (unwritten.length > 0 && attempt.random.next() < 0.5) return attempt.random.pick(unwritten)
  return pattern ?? madeUpWord(attempt.random)
}

import { isRecord, type JsonRecord, listOf, ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { JsonFault } from '../../json/editor/diagnose.ts'
import { deepest } from './nested-json.ts'
import { isObjectSchema } from './request-faults.ts'

interface SchemaReading {
  readonly problems: readonly JsonFault[]
  /** What was not looked at, as a sentence. */
  readonly unread?: string
}

interface Options {
  /** What the schema is called: `parameters`, `schema`. */
  readonly name: string
  readonly strict: boolean
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Keywords whose value is a map of schemas. */
const maps = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'])
/** Keywords whose value is a schema, or a list of schemas. */
const parts = new Set([
  ...['items', 'prefixItems', 'contains', 'additionalItems', 'unevaluatedItems', 'additionalProperties'],
  ...['unevaluatedProperties', 'propertyNames', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
])
/** Keywords that `strict` does not take (structured outputs of OpenAI). */
const refused = new Set([
  ...['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
  ...['patternProperties', 'propertyNames', 'unevaluatedProperties', 'minProperties', 'maxProperties'],
  ...['contains', 'minContains', 'maxContains', 'uniqueItems', 'unevaluatedItems'],
])
/** The limits of `strict`. */
const strictDepth = 10
const strictProperties = 5000

const mostProblems = 100
/** More take too long to be checked with each key. */
const mostSchemas = 20_000

type Path = readonly PropertyKey[]

interface Place {
  readonly schema: unknown
  readonly at: Path
  /** The objects around it, which `strict` limits. */
  readonly objects: number
}

/**
 * What is wrong with a JSON Schema, and what `strict` refuses, in the order of the schema. Never throws or recurses; `$ref` is resolved once
 * and not followed, so that no cycle is endless.
 */
export function schemaProblems(root: unknown, { name, strict }: Options): SchemaReading {
  if (!isRecord(root)) return { problems: [{ at: [], words: `${name} must be an object` }] }
  const problems: JsonFault[] = []
  if (!isObjectSchema(root) || root.type === undefined)
    problems.push({ at: root.type === undefined ? [] : ['type'], words: `${name} must be an object` })
  const waiting: Place[] = [{ schema: root, at: [], objects: 0 }]
  let [schemas, properties] = [0, 0]
  let unread: string | undefined
  for (let place = waiting.pop(); place && !unread; place = waiting.pop()) {
    const { schema, at, objects } = place
    schemas += 1
    if (isRecord(schema)) {
      properties += Object.keys(recordOf(schema.properties)).length
      for (const one of [...malformed(schema, at, root), ...(strict ? refusals(schema, place) : [])]) problems.push(one)
      for (const one of inside(schema, at, objects + (describesObject(schema) ? 1 : 0)).reverse()) waiting.push(one)
    } else if (typeof schema !== 'boolean') problems.push({ at, words: 'Not a schema: use an object, true or false' })
    if (problems.length > mostProblems) unread = `Only the first ${mostProblems} problems are listed.`
    else if (schemas === mostSchemas) unread = `Only the first ${mostSchemas} subschemas were checked.`
    else if (at.length > deepest) unread = `Only the first ${deepest} levels were checked.`
  }
  if (strict && properties > strictProperties)
    problems.push({ at: [], words: `strict takes at most ${strictProperties} properties: these are ${properties}` })
  return { problems: problems.slice(0, mostProblems), ...(unread !== undefined && { unread }) }
}

const describesObject = ({ type, properties }: JsonRecord) =>
  [type].flat().includes('object') || (type === undefined && properties !== undefined)

function inside(schema: JsonRecord, at: Path, objects: number): Place[] {
  return Object.entries(schema).flatMap(([keyword, value]): Place[] => {
    if (maps.has(keyword))
      return Object.entries(recordOf(value)).map(([key, one]) => ({ schema: one, at: [...at, keyword, key], objects }))
    if (!parts.has(keyword)) return []
    return Array.isArray(value)
      ? value.map((one, nth) => ({ schema: one, at: [...at, keyword, nth], objects }))
      : [{ schema: value, at: [...at, keyword], objects }]
  })
}

function malformed(schema: JsonRecord, at: Path, root: JsonRecord): JsonFault[] {
  const { type, properties, required, enum: values, $ref: ref } = schema
  const found: JsonFault[] = []
  const say = (words: string, ...more: PropertyKey[]) => found.push({ at: [...at, ...more], words })
  for (const word of type === undefined ? [] : new Set([type].flat()))
    if (!types.some((one) => one === word))
      say(`${JSON.stringify(word)} is not a type: use ${types.join(', ')}`, 'type')
  for (const keyword of maps) {
    const value = ownOf(schema, keyword)
    if (value !== undefined && !isRecord(value)) say(`${keyword} must be an object`, keyword)
  }
  if (values !== undefined && !Array.isArray(values)) say('enum must be a list', 'enum')
  if (required !== undefined && !Array.isArray(required)) say('required must be a list of names', 'required')
  for (const [nth, name] of listOf(required).entries())
    if (typeof name !== 'string' || !Object.hasOwn(recordOf(properties), name))
      say(`${JSON.stringify(name)} is required, but not in properties`, 'required', nth)
  if (stringOf(ref).startsWith('#/') && !isDefined(root, stringOf(ref))) say(`${ref} is not defined here`, '$ref')
  return found
}

/** Whether a JSON pointer leads somewhere. */
function isDefined(root: unknown, pointer: string): boolean {
  const keys = pointer.split('/').slice(1)
  const end = keys.reduce<unknown>((value, written) => {
    const key = written.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) return value[Number(key)]
    return isRecord(value) ? ownOf(value, key) : undefined
  }, root)
  return end !== undefined
}

function refusals(schema: JsonRecord, { at, objects }: Place): JsonFault[] {
  const found = Object.keys(schema)
    .filter((keyword) => refused.has(keyword) || (keyword === 'anyOf' && at.length === 0))
    .map((keyword) => ({
      at: [...at, keyword],
      words: `strict refuses "${keyword}"${keyword === 'anyOf' ? ' at the top' : ''}`,
    }))
  if (!describesObject(schema)) return found
  if (schema.additionalProperties !== false) {
    const own = schema.additionalProperties === undefined ? [] : ['additionalProperties']
    found.push({ at: [...at, ...own], words: 'strict needs "additionalProperties": false' })
  }
  const required = new Set(listOf(schema.required))
  const missing = Object.keys(recordOf(schema.properties)).filter((name) => !required.has(name))
  if (missing.length > 0) {
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
    const names = missing.slice(0, 5).map((name) => JSON.stringify(name))
    const own = schema.required === undefined ? [] : ['required']
    found.push({ at: [...at, ...own], words: `strict needs every property in "required": ${names.join(', ')}${more}` })
  }
  if (objects === strictDepth)
    found.push({ at: [...at], words: `strict takes at most ${strictDepth} levels of objects` })
  return found
}

/** A schema of an object in place of another one, which is kept as the schema of its property `value`. */
export function asObjectSchema(schema: unknown): JsonRecord {
  if (isObjectSchema(schema)) return { type: 'object', ...schema }
  const properties = isRecord(schema) ? { value: schema } : {}
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

import * as z from 'zod/mini'
import { isRecord, ownOf } from '#contract/core/loose-json.ts'

/** The record with these fields; every other field is kept on reading, but has no type. */
type Stored<Shape extends z.core.$ZodShape> = Readonly<z.infer<z.ZodMiniObject<Shape, z.core.$strip>>>

/** The schema of a stored record. */
export function stored<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniType<Stored<Shape>>
export function stored(shape: z.core.$ZodShape): z.ZodMiniType {
  return z.looseObject(shape)
}

/** The schema of an array whose type is read-only. */
export function listSchema<T>(item: z.ZodMiniType<T>): z.ZodMiniType<readonly T[]> {
  return z.array(item)
}

/**
 * Reads records of a schema that only checks, without transforms and defaults: the record itself where it matches, else undefined. Checked in
 * place, since a record is a clone already: zod's copy of it takes as long as reading it from the disk.
 */
export function reading<T>(schema: z.ZodMiniType<T>): (value: unknown) => T | undefined {
  const holds = checkOf(schema)
  return (value) => (holds(value) ? (value as T) : undefined)
}

type Check = (value: unknown) => boolean

/** Whether zod would accept a value. What is not worth a check of its own is left to zod. */
function checkOf(schema: z.core.$ZodType): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectCheck(Object.entries(def.shape))
    case 'array': {
      const item = checkOf(def.element)
      return (value) => Array.isArray(value) && value.every(item)
    }
    case 'record': {
      const item = checkOf(def.valueType)
      return (value) => isPlain(value) && Object.values(value).every(item)
    }
    case 'union': {
      const options = def.options.map(checkOf)
      return (value) => options.some((holds) => holds(value))
    }
    case 'optional':
      return checkOf(def.innerType)
    case 'unknown':
      return () => true
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'string': {
      const [check, ...others] = (def.checks ?? []).map((one) => (one as z.core.$ZodChecks)._zod.def)
      if (check === undefined) return (value) => typeof value === 'string'
      if (check.check !== 'min_length' || others.length > 0) return zodCheck(schema)
      return (value) => typeof value === 'string' && value.length >= check.minimum
    }
    case 'number':
      if ('format' in def && def.format === 'safeint') return Number.isSafeInteger
      return 'format' in def || def.checks?.length ? zodCheck(schema) : Number.isFinite
    case 'enum':
    case 'literal': {
      const words = new Set<unknown>(def.type === 'enum' ? Object.values(def.entries) : def.values)
      return (value) => words.has(value)
    }
    default:
      return zodCheck(schema)
  }
}

/** No Date and no Map, which IndexedDB keeps as well. */
const isPlain = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]'

const zodCheck =
  (schema: z.core.$ZodType): Check =>
  (value) =>
    z.safeParse(schema, value).success

function objectCheck(shape: readonly (readonly [string, z.core.$ZodType])[]): Check {
  const fields = shape.map(([name, schema]) => {
    const mayMiss = schema._zod.optout === 'optional' || schema._zod.def.type === 'unknown'
    return { name, holds: checkOf(schema), mayMiss }
  })
  return (value) => {
    if (!isRecord(value)) return false
    for (const { name, holds, mayMiss } of fields)
      if (!(Object.hasOwn(value, name) ? holds(ownOf(value, name)) : mayMiss)) return false
    return true
  }
}

import { dereference, type Schema, validate } from '@cfworker/json-schema'
import { isRecord, type JsonRecord, ownOf, percentDecoded, recordOf } from '#contract/core/loose-json.ts'
import { platform } from '#sandbox/platform.ts'

/** Thrown inside the generator when no value fits a schema, or none that this generator can find; the message is for people. */
export class Unsatisfiable extends Error {}

/** Thrown when a schema asks for more than the sandbox writes: another try would not help. */
export class TooLarge extends Unsatisfiable {}

const usualMs = 250
/** On a busy machine little of the elapsed time is ours: work that got too little of it is run again with up to 8 times as much. */
const mostPatience = 8

/**
 * Limits the CPU time that all schemas of one request may take together, 250 ms by default. In Node work runs under the timeout of `node:vm`,
 * which also ends a regular expression that backtracks and a validation that is exponential in its alternatives; it blocks the event
 * loop until then. The result of work that ends in time does not depend on the clock.
 */
export class TimeLimit {
  #leftMs: number

  constructor(ms = usualMs) {
    this.#leftMs = ms
  }

  /** Throws what `work` throws, or `TooLarge` when the time is used up. `work` has no side effects, since it may run again. */
  run<T>(work: () => T): T {
    for (let patience = 1; patience <= mostPatience && this.#leftMs > 0; patience *= 2) {
      const begun = platform.cpuMs()
      try {
        const ended = platform.endedAfter(this.#leftMs * patience, work)
        if (ended) return ended.value
      } finally {
        this.#leftMs -= platform.cpuMs() - begun
      }
    }
    this.#leftMs = 0
    throw new TooLarge('it is too complex for the sandbox')
  }
}

/** The largest schema, and the largest value: about a megabyte of JSON. */
export const mostParts = 100_000
const charactersPerPart = 16

/** Subtracts the size of a value from a number of parts: each value and key is one, and so are 16 characters. Stops below 0. */
export function leftAfter(value: unknown, parts: number): number {
  let left = parts - 1
  if (typeof value === 'string') return left - value.length / charactersPerPart
  if (typeof value !== 'object' || value === null) return left
  for (const inner of Array.isArray(value) ? value : Object.entries(value).flat()) {
    if (left < 0) return left
    left = leftAfter(inner, left)
  }
  return left
}

/** Whether a value has more parts than the sandbox reads as schemas. */
export const isSchemaTooLarge = (value: unknown): boolean => leftAfter(value, mostParts) < 0

/** A schema, with the document that its `$ref`s resolve in. */
export class Basis {
  readonly root: JsonRecord | boolean
  readonly #lookup: Record<string, Schema | boolean>

  /** Copies the schema, since the validator marks every reference in it. */
  constructor(schema: JsonRecord | boolean) {
    if (isSchemaTooLarge(schema)) throw new TooLarge('it is too large for the sandbox')
    this.root = isRecord(schema) ? modernizedSchema(schema) : schema
    this.#lookup = dereference(this.root)
  }

  /** What the `$ref` of a schema inside the document refers to. */
  target({ $ref, __absolute_ref__: address }: JsonRecord): unknown {
    const target = ownOf(this.#lookup, String(address))
    if (target === undefined)
      throw new TooLarge(`its $ref "${String($ref).slice(0, 200)}" does not exist in the schema`)
    return target
  }

  /** Whether a value fits a schema that is part of the document, or made from its parts; formats are checked, too. */
  fits(value: unknown, schema: JsonRecord | boolean): boolean {
    return validate(value, schema, '2020-12', this.#lookup).valid
  }
}

const data = new Set(['const', 'enum', 'default', 'examples'])
/** Keywords that the validator lacks, and those it takes in their place. */
const plain: Readonly<Record<string, string>> = {
  $dynamicRef: '$ref',
  $recursiveRef: '$ref',
  $dynamicAnchor: '$anchor',
}

/** A copy in the terms of draft 2020-12 that the validator supports; dynamic references become plain ones. */
function modernized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernized)
  return isRecord(value) ? modernizedSchema(value) : value
}

function modernizedSchema(schema: JsonRecord): JsonRecord {
  const entries = Object.entries(withNumericBounds(schema)).map(([key, value]): [string, unknown] => {
    if (data.has(key)) return [key, value]
    if (key === 'patternProperties') return [key, withReadableKeys(recordOf(value))]
    if (typeof value !== 'string') return [key, modernized(value)]
    const name = ownOf(plain, key) ?? key
    if (name === '$ref') return [name, value.startsWith('#/') ? encodeURI(percentDecoded(value)) : value]
    return [name, key === 'pattern' ? withoutNeedlessEscapes(value) : value]
  })
  return Object.fromEntries(entries)
}

const withReadableKeys = (patterns: JsonRecord) =>
  Object.fromEntries(Object.entries(patterns).map(([key, one]) => [withoutNeedlessEscapes(key), modernized(one)]))

/** Draft 4 wrote an exclusive bound as a flag beside the bound. */
function withNumericBounds(schema: JsonRecord): JsonRecord {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  return {
    ...schema,
    ...(exclusiveMinimum === true && { minimum: undefined, exclusiveMinimum: minimum }),
    ...(exclusiveMaximum === true && { maximum: undefined, exclusiveMaximum: maximum }),
    ...(exclusiveMinimum === false && { exclusiveMinimum: undefined }),
    ...(exclusiveMaximum === false && { exclusiveMaximum: undefined }),
  }
}

/** Unicode mode, which JSON Schema asks for, refuses escapes such as `\_` or `\-`, which many schemas have. */
function withoutNeedlessEscapes(pattern: string): string {
  let inClass = false
  return pattern.replace(/\\[\s\S]|[[\]]/gu, (token) => {
    if (token === '[') inClass = true
    if (token === ']') inClass = false
    const needless = /^\\[_'"@#%&=~`:;<>!, ]$/.test(token) || (token === '\\-' && !inClass)
    return needless ? token.slice(1) : token
  })
}

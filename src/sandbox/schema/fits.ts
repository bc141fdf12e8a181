import { format as formats } from '@cfworker/json-schema'
import { canonicalJson } from '#contract/core/canonical-json.ts'
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { type Basis, referenceOf, TooLarge } from './basis.ts'
import { typeList } from './flatten.ts'

const deepest = 250

/**
 * Whether a value fits a schema (JSON Schema 2020-12, and what older drafts wrote otherwise; formats are held to). Every step is paid
 * from the fuel of `basis`, and no client's pattern reaches a regular expression engine that could lose itself in it.
 */
export function fits(value: unknown, schema: unknown, basis: Basis): boolean {
  return holds(value, schema, trialOf(basis, 0))
}

function trialOf(basis: Basis, depth: number): Trial {
  const seen = new Set<string | number>()
  const inner = (value: unknown, schema: unknown) => {
    const trial = trialOf(basis, depth + 1)
    return holds(value, schema, trial) ? trial.seen : undefined
  }
  const too = (value: unknown, schema: unknown) => {
    const judged = inner(value, schema)
    for (const one of judged ?? []) seen.add(one)
    return judged !== undefined
  }
  if (depth > deepest) throw new TooLarge('it refers to itself without an end')
  return { basis, seen, too, apart: (value, schema) => inner(value, schema) !== undefined }
}

function holds(value: unknown, schema: unknown, trial: Trial): boolean {
  trial.basis.fuel.spend(2)
  if (!isRecord(schema)) return schema !== false
  const allowed = isOfItsTypes(value, schema) && isAllowed(value, schema, trial.basis)
  return allowed && fitsCombined(value, schema, trial) && fitsItsKind(value, schema, trial)
}

function fitsItsKind(value: unknown, schema: JsonRecord, trial: Trial): boolean {
  if (typeof value === 'number') return fitsNumber(value, schema)
  if (typeof value === 'string') return fitsString(value, schema, trial.basis)
  if (Array.isArray(value)) return fitsArray(value, schema, trial)
  return isRecord(value) ? fitsObject(value, schema, trial) : true
}

function isOfItsTypes(value: unknown, schema: JsonRecord): boolean {
  return schema.type === undefined || typeList(schema.type).some((type) => isOfType(value, type))
}

/** Whether a value is of a type that JSON Schema names. */
export function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  return type === 'integer' ? Number.isInteger(value) : type === typeof value
}

function isAllowed(value: unknown, schema: JsonRecord, basis: Basis): boolean {
  if ('const' in schema && !areEqual(value, schema.const, basis)) return false
  return !Array.isArray(schema.enum) || schema.enum.some((one) => areEqual(value, one, basis))
}

function areEqual(a: unknown, b: unknown, { fuel }: Basis): boolean {
  fuel.spend(0.25)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  fuel.spendOn(a)
  fuel.spendOn(b)
  return canonicalJson(a) === canonicalJson(b)
}

function fitsCombined(value: unknown, schema: JsonRecord, trial: Trial): boolean {
  const holding = (list: unknown) => listOf(list).filter((one) => trial.too(value, one)).length
  const ref = referenceOf(schema)
  if (ref !== undefined && !trial.too(value, trial.basis.target(ref))) return false
  if (listOf(schema.allOf).some((one) => !trial.too(value, one))) return false
  if (Array.isArray(schema.anyOf) && holding(schema.anyOf) === 0) return false
  if (Array.isArray(schema.oneOf) && holding(schema.oneOf) !== 1) return false
  if ('not' in schema && trial.apart(value, schema.not)) return false
  return !('if' in schema) || trial.too(value, (trial.too(value, schema.if) ? schema.then : schema.else) ?? true)
}

/** One judgement of a value by a schema while it is made. */
interface Trial {
  readonly basis: Basis
  /** Which properties or items of the value have been judged, for the keywords about what is left. */
  readonly seen: Set<string | number>
  /** Whether a part of the value, or the value by a schema whose findings do not count for what is left, fits. */
  apart(value: unknown, schema: unknown): boolean
  /** Whether the same value fits a further schema. What that has judged counts only where it fits. */
  too(value: unknown, schema: unknown): boolean
}

const isNumber = (value: unknown) => typeof value === 'number'

/** Whether a number is within a schema's bounds. In draft 4 an exclusive bound is a flag beside the bound. */
function fitsNumber(value: number, schema: JsonRecord): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (isNumber(minimum) && (exclusiveMinimum === true ? value <= minimum : value < minimum)) return false
  if (isNumber(maximum) && (exclusiveMaximum === true ? value >= maximum : value > maximum)) return false
  if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum) return false
  if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum) return false
  return !isNumber(multipleOf) || isMultiple(value, multipleOf)
}

/** Exact in decimals, as people mean it: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  if (step <= 0) return false
  const [a, b] = [decimal(value), decimal(step)]
  const lowest = Math.min(a.exponent, b.exponent)
  const whole = ({ digits, exponent }: typeof a) => digits * 10n ** BigInt(exponent - lowest)
  return whole(a) % whole(b) === 0n
}

function decimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [written = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = written.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** Whether a text has a schema's length, pattern and format. */
function fitsString(value: string, schema: JsonRecord, basis: Basis): boolean {
  const { minLength, maxLength, pattern, format } = schema
  basis.fuel.spend(value.length / 8)
  const length = isNumber(minLength) || isNumber(maxLength) ? [...value].length : 0
  if ((isNumber(minLength) && length < minLength) || (isNumber(maxLength) && length > maxLength)) return false
  if (typeof format === 'string' && !hasFormat(value, format)) return false
  return typeof pattern !== 'string' || basis.matches(pattern, value)
}

/** The validator's `url` may backtrack without an end; the others read a text about once. */
function hasFormat(value: string, format: string): boolean {
  const name = format === 'url' ? 'uri' : format
  return !Object.hasOwn(formats, name) || formats[name]?.(value) === true
}

/** Whether a list has a schema's length and items. */
function fitsArray(value: readonly unknown[], schema: JsonRecord, trial: Trial): boolean {
  const { minItems, maxItems, uniqueItems } = schema
  if (typeof minItems === 'number' && value.length < minItems) return false
  if (typeof maxItems === 'number' && value.length > maxItems) return false
  if (!fitsItems(value, schema, trial) || !fitsContains(value, schema, trial)) return false
  if (uniqueItems === true && !areDifferent(value, trial)) return false
  if (!('unevaluatedItems' in schema)) return true
  return value.every((one, at) => {
    const fitting = trial.seen.has(at) || trial.apart(one, schema.unevaluatedItems)
    trial.seen.add(at)
    return fitting
  })
}

/** Tuples: `prefixItems`, with `items` for the rest; in older drafts a list in `items`, with `additionalItems` for the rest. */
function fitsItems(value: readonly unknown[], schema: JsonRecord, trial: Trial): boolean {
  const older = Array.isArray(schema.items)
  const prefix = listOf(older ? schema.items : schema.prefixItems)
  const rest = older ? schema.additionalItems : schema.items
  return value.every((one, at) => {
    if (at >= prefix.length && rest === undefined) return true
    trial.seen.add(at)
    return trial.apart(one, at < prefix.length ? prefix[at] : rest)
  })
}

function fitsContains(value: readonly unknown[], schema: JsonRecord, trial: Trial): boolean {
  if (!('contains' in schema)) return true
  const { minContains, maxContains } = schema
  const places = value.flatMap((one, at) => (trial.apart(one, schema.contains) ? [at] : []))
  for (const at of places) trial.seen.add(at)
  const least = typeof minContains === 'number' ? minContains : 1
  return places.length >= least && (typeof maxContains !== 'number' || places.length <= maxContains)
}

function areDifferent(value: readonly unknown[], { basis }: Trial): boolean {
  basis.fuel.spendOn(value)
  return new Set(value.map(canonicalJson)).size === value.length
}

/** Whether an object has a schema's properties. */
function fitsObject(value: JsonRecord, schema: JsonRecord, trial: Trial): boolean {
  const keys = Object.keys(value)
  const { minProperties, maxProperties, propertyNames } = schema
  trial.basis.fuel.spend(keys.length + listOf(schema.required).length / 4)
  if (typeof minProperties === 'number' && keys.length < minProperties) return false
  if (typeof maxProperties === 'number' && keys.length > maxProperties) return false
  if (listOf(schema.required).some((key) => !Object.hasOwn(value, stringOf(key)))) return false
  if (propertyNames !== undefined && keys.some((key) => !trial.apart(key, propertyNames))) return false
  if (!fitsDependents(value, schema, trial)) return false
  if (keys.some((key) => !fitsProperty(key, value[key], schema, trial))) return false
  if (!('unevaluatedProperties' in schema)) return true
  return keys.every((key) => {
    const fitting = trial.seen.has(key) || trial.apart(value[key], schema.unevaluatedProperties)
    trial.seen.add(key)
    return fitting
  })
}

function fitsProperty(key: string, value: unknown, schema: JsonRecord, trial: Trial): boolean {
  const found = schemasOf(key, schema, trial.basis)
  const all = found.length > 0 ? found : 'additionalProperties' in schema ? [schema.additionalProperties] : []
  if (all.length > 0) trial.seen.add(key)
  return all.every((one) => trial.apart(value, one))
}

/** What a schema says about a property by its name, beside what it says about additional ones. */
export function schemasOf(key: string, schema: JsonRecord, basis: Basis): readonly unknown[] {
  const properties = recordOf(schema.properties)
  const patterned = Object.entries(recordOf(schema.patternProperties))
    .filter(([pattern]) => basis.matches(pattern, key))
    .map(([, one]) => one)
  return Object.hasOwn(properties, key) ? [properties[key], ...patterned] : patterned
}

/** Older drafts wrote both kinds of dependent in `dependencies`. */
function fitsDependents(value: JsonRecord, schema: JsonRecord, trial: Trial): boolean {
  const { dependentRequired, dependentSchemas, dependencies } = schema
  const all = [dependentRequired, dependentSchemas, dependencies].flatMap((some) => Object.entries(recordOf(some)))
  trial.basis.fuel.spend(all.length)
  return all.every(([key, needed]) => {
    if (!Object.hasOwn(value, key)) return true
    if (Array.isArray(needed)) return needed.every((other) => Object.hasOwn(value, stringOf(other)))
    return isRecord(needed) || needed === false ? trial.too(value, needed) : true
  })
}

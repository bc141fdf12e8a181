import { canonicalJson } from '#contract/core/canonical-json.ts'
import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'
import { type Basis, referenceOf } from './basis.ts'
import { fitsArray } from './fits-array.ts'
import { fitsObject } from './fits-object.ts'
import { fitsNumber, fitsString } from './fits-scalar.ts'
import { typeList } from './merge.ts'
import type { Trial } from './trial.ts'
import { TooLarge } from './unsatisfiable.ts'

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

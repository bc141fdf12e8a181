import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { Basis } from './basis.ts'
import type { Trial } from './trial.ts'

/** Whether an object has a schema's properties. */
export function fitsObject(value: JsonRecord, schema: JsonRecord, trial: Trial): boolean {
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

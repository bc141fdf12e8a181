import { canonicalJson } from '#contract/core/canonical-json.ts'
import { type JsonRecord, listOf } from '#contract/core/loose-json.ts'
import type { Trial } from './trial.ts'

/** Whether a list has a schema's length and items. */
export function fitsArray(value: readonly unknown[], schema: JsonRecord, trial: Trial): boolean {
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

/** A tuple stands in `prefixItems`; older drafts wrote it as a list in `items`, and what follows it in `additionalItems`. */
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

import type { Run } from './run.ts'

/** Runs that no model has served, or of which nobody knows whether one did. */
const unserved: ReadonlySet<string> = new Set(['refused', 'unknown'])

/** The model that served a run: as its reply says, else as the router's headers say. Undefined where neither says it, or none did. */
export function servedModel({
  status,
  model,
  served,
  result,
}: Pick<Run, 'status' | 'model' | 'served'> & { readonly result?: Pick<Run['result'], 'response'> }):
  | string
  | undefined {
  if (unserved.has(status) || served?.model === 'none') return undefined
  // A router's own name for a model is less exact than its provider's, which often has a date. A header cannot carry every name.
  const header = served?.model === model.replace(/[^\x21-\x7e]/g, '?') ? model : served?.model
  return result?.response.model || header || undefined
}

/** The model that served, where it is not the one that was asked: a dated snapshot, an alias, or another model. */
export function servedOther(run: Parameters<typeof servedModel>[0]): string | undefined {
  const served = servedModel(run)
  return served === run.model ? undefined : served
}

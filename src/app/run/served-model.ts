import type { Run } from './run.ts'

/** Runs that no model has served, or of which nobody knows whether one did. */
const unserved: ReadonlySet<string> = new Set(['refused', 'unknown'])

/** The model that served a run: as its reply says, else as the router's headers say. Undefined where neither says it, or none did. */
export function servedModel({ status, served, result }: Pick<Run, 'status' | 'served' | 'result'>): string | undefined {
  if (unserved.has(status)) return undefined
  // A router's own name for a model is less exact than its provider's, which often has a date.
  return result.response.model ?? served?.model
}

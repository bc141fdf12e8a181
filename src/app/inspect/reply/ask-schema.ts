import { sayMissing } from '../../ui/late-code.ts'
import { askWorker } from '../../ui/own-worker.ts'
import type { SchemaCheck } from './check-schema.ts'
import workerUrl from './schema-worker.ts?worker&url'

/** In ms. A schema can be written so that checking against it never ends. */
const budget = 3000

/** Checks a text, or what is whole of a growing one, against a schema in a worker, for at most `budget`. Never rejects: failures are `unusable`. */
export async function askSchema(
  text: string,
  schema: unknown,
  signal: AbortSignal,
  isGrowing = false,
): Promise<SchemaCheck> {
  const late = AbortSignal.timeout(budget)
  try {
    const question = { text, schema, isGrowing }
    return await askWorker<SchemaCheck>(workerUrl, 'schema', question, AbortSignal.any([signal, late]))
  } catch (cause) {
    if (late.aborted) return { kind: 'unusable', why: `Timed out after ${budget / 1000} s.` }
    return { kind: 'unusable', why: sayMissing(cause, 'This browser cannot run the validator.') }
  }
}

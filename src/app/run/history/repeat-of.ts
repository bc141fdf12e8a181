import type { RunConnection, RunDraft } from '../draft.ts'
import { isEndpoint } from '../is-endpoint.ts'
import type { Run } from '../run.ts'

/**
 * The same request once more, through a connection that may be another one by now. Undefined where the run is of a kind that this
 * version does not know, or its request is lost.
 */
export function repeatOf(run: Run, connection: RunConnection): RunDraft | undefined {
  const { endpoint, model, request, title, turn, thread, parent, price } = run
  if (!isEndpoint(endpoint) || request === undefined) return undefined
  return {
    ...{ endpoint, model, request, title, connection, repeats: run.id },
    ...(turn !== undefined && { turn }),
    ...(thread !== undefined && { thread }),
    ...(parent !== undefined && { parent }),
    ...(price !== undefined && { price }),
  }
}

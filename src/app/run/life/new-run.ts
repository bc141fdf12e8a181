import type { NewRun } from '../../ledger/run-row.ts'
import type { RunDraft } from '../run-draft.ts'
import type { Stamp } from './advance.ts'

/** The row of a run that is about to be written down. Nothing of the connection's key is in it. */
export function newRun(draft: RunDraft, id: string, intent: string, stamp: Stamp): NewRun {
  const { name, baseUrl, keyHint } = draft.connection
  return {
    id,
    endpoint: draft.endpoint,
    model: draft.model,
    title: draft.title,
    status: 'prepared',
    ...(draft.thread !== undefined && { thread: draft.thread }),
    ...(draft.parent !== undefined && { parent: draft.parent }),
    ...(draft.repeats !== undefined && { repeats: draft.repeats }),
    ...(draft.price !== undefined && { price: draft.price }),
    intent,
    open: intent,
    connection: { name, baseUrl, ...(keyHint !== undefined && { keyHint }) },
    log: [{ status: 'prepared', ...stamp }],
  }
}

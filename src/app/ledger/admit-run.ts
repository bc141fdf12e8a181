import { isJob } from '#contract/core/statuses.ts'
import { type NewRun, type RunRow, readRow } from './run-row.ts'

/** `blocked`: nothing may be written. `free`: the row may come in, and `released`, if there, must be written before it. */
export type AdmitResult =
  | { readonly kind: 'blocked'; readonly by: RunRow }
  | { readonly kind: 'free'; readonly released?: RunRow }

/**
 * Whether a run may be prepared, judged inside the transaction that would add it.
 * @param same what is stored under the run's own id: only a draft may be taken up
 * @param holder what holds the run's intent in the unique index `open`
 */
export function admit(row: NewRun, same: RunRow | undefined, holder: RunRow | undefined): AdmitResult {
  const own = readRow(same)
  // An id may be derived: what cannot be read may have been sent.
  if (same !== undefined && own === undefined) throw new Error('The row of this id is damaged.')
  if (own !== undefined && own.status !== 'draft') return { kind: 'blocked', by: own }
  if (holder === undefined) return { kind: 'free' }
  const open = readRow(holder)
  // An unreadable row can be neither shown nor asked about: it must not block its content for ever.
  if (open === undefined) return { kind: 'free', released: withoutOpen(holder) }
  if (row.repeats !== open.id) return { kind: 'blocked', by: open }
  return { kind: 'free', released: isJob(open.status) ? withJobOpen(open) : resolved(withoutOpen(open)) }
}

/** The row without its hold on the intent: an equal request may be sent from now on. */
export function withoutOpen(row: RunRow): RunRow {
  const { open: _, ...rest } = row
  return rest
}

/** The row of a job that is watched without a hold on the intent. */
export function withJobOpen(row: RunRow): RunRow {
  return { ...row, open: `job:${row.id}` }
}

function resolved(row: RunRow): RunRow {
  return row.status === 'unknown' ? { ...row, resolution: 'repeated' } : row
}

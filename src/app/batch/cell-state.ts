import { recordOf } from '#contract/core/loose-json.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { sha256Of } from '../run/life/hashes.ts'
import { isOpen } from '../run/life/states.ts'
import type { Plan } from './batch-plan.ts'

/** What has become of a cell. `done` says that a reply has ended, in whatever way; that of a job is its creation. */
export type CellState = 'not sent' | 'open' | 'done' | 'left out'

/** By the newest run of the place, where it has one. */
export function cellState(cell: Plan['cells'][number] | undefined, row: RunRow | undefined): CellState {
  if (row && !isUnsent(row)) return isOpen(row.status) ? 'open' : 'done'
  return cell?.leftOut ? 'left out' : 'not sent'
}

/** Whether a run leaves its place free for another attempt: a draft, and a refusal for want of capacity or credits, which cost nothing. */
export function isUnsent({ status, error }: Pick<RunRow, 'status' | 'error'>): boolean {
  const { status: refusal } = recordOf(error)
  return status === 'draft' || (status === 'refused' && (refusal === 429 || refusal === 402))
}

/**
 * The id of the run that sends a cell: a UUID (version 8) made of the SHA-256 of plan, place and attempt. Every tab derives the same one,
 * so that the ledger's transaction refuses a second send, and so does the router, by its idempotency key.
 */
export async function cellId(plan: string, at: number, attempt: number): Promise<string> {
  const hex = await sha256Of(new TextEncoder().encode(JSON.stringify([plan, at, attempt])))
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

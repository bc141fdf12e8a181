import type { RunRecord } from '../run-record.ts'
import { plainSent } from './plain-sent.ts'

/** A run as JSON: everything but the bytes, which stand by their hashes. */
export function plainRecord(record: RunRecord): object {
  return {
    ...record,
    sent: plainSent(record.sent),
    assets: record.assets.map(({ blob: _, ...facts }) => facts),
  }
}

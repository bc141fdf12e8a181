import type { ReplyHead } from '../client/exchange.ts'
import type { Ending } from '../ledger/ledger.ts'
import type { RunResult } from './result.ts'

/** What the ledger keeps of an ending: the result, and the head of the reply where it is known. */
export function endingOf(result: RunResult, head?: ReplyHead): Ending {
  if (head === undefined) return { result }
  return { result, reply: { status: head.status, headers: Object.entries(head.headers) } }
}

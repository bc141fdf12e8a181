import type { ReplyHead } from '../../client/exchange.ts'
import type { Ending } from '../../ledger/ledger.ts'
import type { StoredReply } from '../../ledger/run-row.ts'
import type { RunResult } from '../result.ts'

/** What the ledger keeps of an ending: the result, and the head of the reply where it is known. */
export function endingOf(result: RunResult, head?: ReplyHead): Ending {
  return { result, ...(head !== undefined && { reply: replyOf(head) }) }
}

/** What the ledger keeps of the head of a reply. */
export function replyOf({ status, headers }: ReplyHead): StoredReply {
  return { status, headers: Object.entries(headers) }
}

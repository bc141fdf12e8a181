import type { Clock } from '../clock.ts'
import { RouterError } from '../router-error.ts'
import { type Journal, type JournalEntry, noJournal } from './journal.ts'
import { newOperation, type Operation, record } from './operation.ts'
import { createRecording, type Recording } from './recording.ts'
import { restoreOperations } from './restore-operations.ts'
import { memoryShelf, type TapeShelf } from './tape-shelf.ts'

/** Remembers paid requests by the id their client gave them, so that none is sent to a provider twice. */
export interface OpStore {
  /** What is kept under this id. */
  find(id: string): Operation | undefined
  /**
   * The recorded reply to a request that came before, finished or not; undefined when the id is new. Throws a 422 when the id stands for
   * another request, a 409 when it was stopped, its end is unknown, or its reply is no longer kept.
   */
  recall(id: string, digest: string): Recording | undefined
  /** Notes the request, then runs it to its end whether or not its client stays. `run` must not reject. */
  begin(id: string, digest: string, run: (signal: AbortSignal) => Promise<Response>): Promise<Response>
  /** Ends what runs under this id, and refuses what comes under it later. */
  stop(id: string): Promise<void>
}

export interface OpStoreOptions {
  readonly clock: Clock
  readonly journal?: Journal
  /** What the journal held at start. */
  readonly entries?: readonly JournalEntry[]
  readonly shelf?: TapeShelf
  /** Bytes of all replies together, and of one. */
  readonly limits?: { readonly total: number; readonly one: number }
}

const keptMs = 86_400_000
const MB = 1024 * 1024
const memoryLimits = { total: 256 * MB, one: 64 * MB }

const conflict = (code: string, message: string) =>
  new RouterError(409, { type: 'invalid_request_error', code, message, retry: 'ask', stage: 'sent' })

export function createOpStore(options: OpStoreOptions): OpStore {
  const { clock, journal = noJournal, entries = [], shelf = memoryShelf, limits = memoryLimits } = options
  const ops = restoreOperations(entries, shelf)

  /** Gives up what is a day old, and the oldest finished recordings while all together are too large. */
  function makeRoom(): void {
    let total = 0
    for (const op of [...ops.values()].reverse()) {
      total += op.recording?.tape.size ?? 0
      const isOld = op.at < clock.now() - keptMs
      if (op.status === 'running' || (!isOld && total <= limits.total)) continue
      op.recording?.tape.erase()
      op.recording = undefined
      if (isOld) ops.delete(op.id)
    }
  }

  async function note(op: Operation, digest: string): Promise<void> {
    try {
      await journal.appendSafely({ kind: 'begin', id: op.id, at: op.at, digest })
    } catch {
      ops.delete(op.id)
      op.recording?.end('cut')
      const message = 'The router cannot write its journal, so it did not send the request. Is the disk full?'
      throw new RouterError(503, { type: 'server_error', code: 'journal_failed', message, retry: 'safe' })
    }
  }

  makeRoom()
  return {
    find(id) {
      makeRoom()
      return ops.get(id)
    },
    recall(id, digest) {
      makeRoom()
      const op = ops.get(id)
      if (!op) return undefined
      if (op.stop.signal.aborted) throw conflict('stopped', 'This request was stopped. Send it anew under another key.')
      if (op.digest !== digest) {
        const message = 'This Idempotency-Key was used for another request.'
        throw new RouterError(422, { type: 'invalid_request_error', code: 'idempotency_key_reused', message })
      }
      if (op.status === 'unknown') {
        throw conflict('outcome_unknown', 'The router ended while this request ran. It may be billed.')
      }
      if (!op.recording) throw conflict('reply_not_kept', 'This request was answered; the answer is no longer kept.')
      return op.recording
    },
    async begin(id, digest, run) {
      const recording = createRecording(shelf.make(id))
      const op = newOperation(id, clock.now(), digest, recording)
      ops.set(id, op)
      await note(op, digest)
      void record(op, recording, { run, journal, maxBytes: limits.one }).then(makeRoom)
      return recording.reply()
    },
    async stop(id) {
      const at = clock.now()
      const op = ops.get(id) ?? newOperation(id, at)
      ops.set(id, op)
      op.stop.abort()
      await journal.appendSafely({ kind: 'stop', id, at })
    },
  }
}

import { jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { RouterError } from '../http/router-error.ts'
import { bootId } from '../runtime/disk.ts'
import { turn } from '../runtime/event-loop.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { type Journal, type JournalEntry, noJournal } from './journal.ts'
import { entriesOf, newOperation, type Operation, type Run, record, restoreOperations } from './paid-operation.ts'
import { createRecording, type KeptReply, replyNotKept } from './recording.ts'
import { memoryStorage, type ReplyStorage } from './reply-storage.ts'

export type KnownOperation = Pick<Operation, 'at' | 'digest' | 'status' | 'isStopped' | 'isKept'> & {
  /** Absent when nothing was recorded or the recording was dropped for room. */
  readonly recording?: KeptReply | undefined
}

/** Stores paid requests by their client's id, so that none is sent to a provider twice. */
export interface OpStore {
  find(id: string): Promise<KnownOperation | undefined>
  /**
   * The recorded reply to an earlier request, finished or not; undefined when the id is new, or free again. Rejects with a 422 when the id belongs to
   * another request, a 409 when it was stopped, its end is unknown, or its reply is no longer kept.
   */
  recall(id: string, digest: string): Promise<KeptReply | undefined>
  /**
   * Journals the request, then runs it to its end even if its client disconnects. `run` is not called where another request has taken the
   * id since `recall`: then the reply is that of `recall`.
   */
  begin(id: string, digest: string, run: Run): Promise<Response>
  /** Aborts the operation with this id, and refuses later requests with it. */
  stop(id: string): Promise<void>
  held(): Held
}

interface Held {
  readonly operations: Readonly<Partial<Record<Operation['status'], number>>>
  /** Bytes of their replies, on disk and in memory. */
  readonly bytes: number
}

interface LocalOpStore extends OpStore {
  operation(id: string): Operation | undefined
  /** Removes the operation; readers of its reply read on. */
  forget(op: Operation): void
}

export interface OpStoreOptions {
  readonly clock: Clock
  readonly journal?: Journal
  /** The operations that the journal held at start. */
  readonly entries?: readonly JournalEntry[]
  readonly storage?: ReplyStorage
  /** Bytes of all kept replies, and of one. */
  readonly limits?: { readonly total: number; readonly one: number }
  /** Asked before an operation is sent; rejects where it must not be. */
  readonly mayBeSent?: (id: string) => Promise<void>
}

export const keptMs = 86_400_000
/** Between two looks at every operation of a day. */
const sweepMs = 60_000
const MB = 1024 * 1024
/** Finished recordings may use half of the memory budget; the rest is for replies that are arriving. */
const memoryLimits = { total: 128 * MB, one: 64 * MB }

/** Notes that the operation is about to be sent; rejects where that cannot be noted. */
async function noteSending(op: Operation, { journal = noJournal, mayBeSent }: OpStoreOptions): Promise<void> {
  if (op.isSent) return
  try {
    await mayBeSent?.(op.id)
    journal.write({ kind: 'sending', id: op.id })
    op.isSent = true
  } catch (thrown) {
    op.isRefused = true
    throw thrown instanceof RouterError ? thrown : cannotWrite(thrown, notSent)
  }
}

const conflict = (code: string, message: string) => new RouterError(409, code, message, { retry: 'ask', stage: 'sent' })

const notSent = 'so it did not send the request'

/** The disk is full or broken, or the data folder was removed and cannot be recreated. */
function cannotWrite(thrown: unknown, so: string): RouterError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'no reason given'
  const todo = code === 'ENOSPC' ? 'The disk is full. Free some space.' : 'Check DATA_DIR.'
  const message = `The router cannot write to its data folder (${code}), ${so}. ${todo}`
  return new RouterError(503, 'journal_failed', message, { retry: 'safe' })
}

/** The reply to an earlier request with the same id; throws as `recall` rejects. */
export function repeated(op: KnownOperation | undefined, digest: string): KeptReply | undefined {
  if (!op) return undefined
  if (op.isStopped) throw conflict('stopped', 'This request was stopped. Send it again with another key.')
  if (op.digest !== digest) {
    const message = 'This Idempotency-Key was used for another request.'
    throw new RouterError(422, 'idempotency_key_reused', message)
  }
  if (op.status === 'unknown') {
    throw conflict('outcome_unknown', 'The router stopped while this request was running. It may have been billed.')
  }
  if (!op.recording) throw replyNotKept()
  return op.recording
}

/** Whether the reply is an error that says `not_sent`: nothing was billed, and the id may be used again. */
export async function wasNotSent({ status, isStopped, recording }: KnownOperation): Promise<boolean> {
  if (status !== 'done' || isStopped || !recording?.head || recording.head.status < 400) return false
  const reply = jsonIn(String(await recording.bytes()))
  return recordOf(recordOf(reply).error).stage === 'not_sent'
}

/** As `repeated`; undefined also where the id is free again. */
export const earlierReply = async (op: KnownOperation | undefined, digest: string) =>
  op && (await wasNotSent(op)) ? undefined : repeated(op, digest)

function heldBy(ops: Iterable<Operation>): Held {
  const operations: Partial<Record<Operation['status'], number>> = {}
  let bytes = 0
  for (const { status, recording } of ops) {
    operations[status] = (operations[status] ?? 0) + 1
    bytes += recording?.stored.size ?? 0
  }
  return { operations, bytes }
}

/** Keeps the recordings of operations within the limits: `most` bytes in all, and those of memory. */
function keepRoom(ops: Map<string, Operation>, clock: Clock, most: number) {
  const sizeOf = ({ recording }: Operation) => ({
    all: recording?.stored.size ?? 0,
    inMemory: recording?.stored.inMemory ?? 0,
  })
  /** Bytes of what the last sweep kept, and of what has ended since. */
  let [all, inMemory, sweptAt] = [0, 0, 0]

  /** Drops operations older than a day, then the oldest finished recordings while all together exceed a limit, on disk or in memory. */
  function sweep(): void {
    ;[all, inMemory, sweptAt] = [0, 0, clock.now()]
    for (const op of [...ops.values()].reverse()) {
      const size = sizeOf(op)
      all += size.all
      inMemory += size.inMemory
      const isOver = all > most || (size.inMemory > 0 && inMemory > memoryLimits.total)
      const isOld = op.at < sweptAt - keptMs
      if (op.status === 'running' || (!isOld && !isOver)) continue
      op.recording?.stored.erase()
      op.recording = undefined
      if (isOld) ops.delete(op.id)
    }
  }

  return {
    sweep,
    /** For an operation that has ended. Sweeps where a limit is exceeded, else once a minute. */
    makeRoom(op: Operation): void {
      const size = sizeOf(op)
      all += size.all
      inMemory += size.inMemory
      if (all > most || inMemory > memoryLimits.total || clock.now() > sweptAt + sweepMs) sweep()
    },
  }
}

export function createOpStore(options: OpStoreOptions): LocalOpStore {
  const { clock, journal = noJournal, entries = [], storage = memoryStorage(), limits = memoryLimits } = options
  const ops = restoreOperations(entries, storage)
  const { sweep, makeRoom } = keepRoom(ops, clock, limits.total)

  /** The operation with this id; undefined after a day. */
  function operation(id: string): Operation | undefined {
    const op = ops.get(id)
    if (op && op.at < clock.now() - keptMs) sweep()
    return ops.get(id)
  }

  function forget(op: Operation): void {
    op.recording?.stored.erase()
    if (ops.get(op.id) === op) ops.delete(op.id)
  }

  async function note(op: Operation, digest: string): Promise<void> {
    try {
      await journal.appendSafely({ kind: 'begin', id: op.id, at: op.at, digest, boot: bootId })
    } catch (thrown) {
      const refusal = cannotWrite(thrown, notSent)
      op.recording?.refuse(refusal)
      forget(op)
      throw refusal
    }
  }

  sweep()
  journal.onLost(() => entriesOf(ops.values()))
  return {
    operation,
    held: () => heldBy(ops.values()),
    forget,
    find: async (id) => operation(id),
    recall: async (id, digest) => earlierReply(operation(id), digest),
    async begin(id, digest, run) {
      const failed = operation(id)
      if (failed && (await wasNotSent(failed))) forget(failed)
      const earlier = repeated(operation(id), digest)
      if (earlier) return earlier.reply()
      const recording = createRecording(storage.make(id))
      const op = newOperation(id, clock.now(), digest, recording)
      ops.set(id, op)
      await note(op, digest)
      // Operations released by the same sync continue one by one.
      await turn()
      const running = { run, sending: () => noteSending(op, options), journal, maxBytes: limits.one }
      void record(op, recording, running).then(() => (op.isRefused && !op.isStopped ? forget(op) : makeRoom(op)))
      return recording.reply()
    },
    async stop(id) {
      const at = clock.now()
      const op = ops.get(id) ?? newOperation(id, at)
      ops.set(id, op)
      op.stop.abort()
      await journal.appendSafely({ kind: 'stop', id, at }).catch((thrown) => {
        throw cannotWrite(thrown, 'so the stop holds only until the router ends')
      })
    },
  }
}

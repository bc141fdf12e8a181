import type { JournalEntry } from './journal.ts'
import { newOperation, type Operation } from './operation.ts'
import { createRecording, type ReplyHead } from './recording.ts'
import type { TapeShelf } from './tape-shelf.ts'

type EndEntry = Extract<JournalEntry, { kind: 'end' }>

/** What the journal says of one operation. */
interface Past {
  readonly begun?: { readonly at: number; readonly digest: string }
  readonly head?: ReplyHead
  readonly end?: EndEntry
  readonly stoppedAt?: number
}

function learn(past: Past, entry: JournalEntry): Past {
  switch (entry.kind) {
    case 'begin':
      return { begun: { at: entry.at, digest: entry.digest } }
    case 'head':
      return { ...past, head: { status: entry.status, headers: entry.headers } }
    case 'end':
      return { ...past, end: entry }
    case 'stop':
      return { ...past, stoppedAt: entry.at }
  }
}

function restore(id: string, { begun, head, end, stoppedAt }: Past, shelf: TapeShelf): Operation {
  const op = newOperation(id, begun?.at ?? stoppedAt ?? 0, begun?.digest)
  if (stoppedAt !== undefined) op.stop.abort()
  if (!begun) return op
  op.status = end ? 'done' : 'unknown'
  const tape = head && shelf.reopen(id)
  // Shorter than it was: the disk lost its end, or never took it.
  op.isKept = end !== undefined && tape?.size === end.size
  const ended = end && op.isKept ? end.how : 'cut'
  if (tape) op.recording = createRecording(tape, { head, ended })
  return op
}

/** The operations that an earlier process left behind: those that had not ended are unknown. */
export function restoreOperations(entries: readonly JournalEntry[], shelf: TapeShelf): Map<string, Operation> {
  const pasts = new Map<string, Past>()
  for (const entry of entries) pasts.set(entry.id, learn(pasts.get(entry.id) ?? {}, entry))
  return new Map([...pasts].map(([id, past]) => [id, restore(id, past, shelf)]))
}

/** What a journal would have to hold so that these operations are restored from it. */
export function entriesOf(ops: Iterable<Operation>): JournalEntry[] {
  return [...ops].flatMap(({ id, at, digest, status, recording, stop }) => {
    const { head, ended: how = 'cut', tape } = recording ?? {}
    const entries: JournalEntry[] = []
    if (digest !== undefined) entries.push({ kind: 'begin', id, at, digest })
    if (head) entries.push({ kind: 'head', id, ...head, headers: { ...head.headers } })
    if (status === 'done') entries.push({ kind: 'end', id, how, size: tape?.size ?? 0 })
    if (stop.signal.aborted) entries.push({ kind: 'stop', id, at })
    return entries
  })
}

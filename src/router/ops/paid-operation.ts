import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/core/loose-json.ts'
import { badRequest } from '../http/router-error.ts'
import { bootId } from '../runtime/disk.ts'
import { piecesInATurn, turn } from '../runtime/event-loop.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { createRecording, type Ended, type RecordedHead, type Recording } from './recording.ts'
import type { ReplyStorage } from './reply-storage.ts'

/** Whether a text can name an operation: 1 to 200 characters of visible ASCII. URL parsers remove `.` and `..` from a path. */
export function isOpId(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text) && !/^\.{1,2}$/.test(text)
}

/** The `Idempotency-Key` of a request, which names its operation; undefined without one, a 400 for one that cannot name any. */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (isOpId(key)) return key
  const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters other than . or ..'
  throw badRequest(message, { param: 'Idempotency-Key', code: 'invalid_idempotency_key' })
}

/** A file's type and SHA-256 in place of the file. */
async function standIn(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(standIn))
  if (!(value instanceof Blob)) return value
  const hash = createHash('sha256')
  for await (const chunk of value.stream()) hash.update(chunk)
  return { file: value.type, sha256: hash.digest('hex') }
}

/**
 * SHA-256 of a request: of its endpoint, its decoded fields as canonical JSON, and the types and bytes of its files, which are read as
 * streams. Equal for requests that ask for the same, however they were encoded.
 */
export async function fingerprint(endpoint: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const entries = Object.entries(body).map(async ([name, value]) => [name, await standIn(value)] as const)
  const fields = Object.fromEntries(await Promise.all(entries))
  return createHash('sha256').update(`${endpoint}\n`).update(canonicalJson(fields)).digest('hex')
}

/** One paid request that came with an `Idempotency-Key`. */
export interface Operation {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The fingerprint of the request; absent when the stop came before it. */
  readonly digest: string | undefined
  /** `unknown`: an earlier process ended before the reply did, and a provider may have received the request. */
  status: 'never came' | 'running' | 'done' | 'unknown'
  /** Whether anything of it may have left for a provider. */
  isSent: boolean
  /** It could not be noted that it is sent, so that it was not: its id is free once its readers have the refusal. */
  isRefused: boolean
  /** Absent when nothing was recorded or the recording was dropped for room. */
  recording: Recording | undefined
  /** Whether it survives a restart: its end, and its whole reply unless that is dropped for room. */
  isKept: boolean
  /** Aborted by the client's stop. */
  readonly stop: AbortController
  /** After a stop the id cannot be used again. */
  readonly isStopped: boolean
}

export function newOperation(id: string, at: number, digest?: string, recording?: Recording): Operation {
  const status = digest === undefined ? 'never came' : 'running'
  const stop = new AbortController()
  return {
    id,
    at,
    digest,
    status,
    isSent: false,
    isRefused: false,
    recording,
    isKept: false,
    stop,
    get isStopped() {
      return stop.signal.aborted
    },
  }
}

/** Records a reply's body as fast as it arrives, yielding to the event loop. A stop, an error or a lack of room ends it early. */
async function recordBody(
  reply: Response,
  recording: Recording,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Ended> {
  const reader = reply.body?.getReader()
  let pieces = 0
  const leave = () => void reader?.cancel().catch(() => undefined)
  // A failure after a stop is our own reply to the stop.
  const isOver = signal.aborted && !reply.ok
  if (!isOver) signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted && !isOver) leave()
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      if (recording.stored.size + read.value.length > maxBytes) return 'cut'
      recording.append(read.value)
      pieces += 1
      if (pieces % piecesInATurn === 0) await turn()
    }
    return signal.aborted && !isOver ? 'stopped' : 'whole'
  } catch {
    return signal.aborted ? 'stopped' : 'cut'
  } finally {
    leave()
  }
}

/** Produces the reply; never rejects. `sending` is that of `ProviderRequest`. */
export type Run = (signal: AbortSignal, sending?: () => Promise<void>) => Promise<Response>

/** Runs one request to its end and records the reply, with or without readers. Neither it nor `run` rejects. */
export async function record(
  op: Operation,
  recording: Recording,
  { run, sending, journal, maxBytes }: { run: Run; sending: () => Promise<void>; journal: Journal; maxBytes: number },
): Promise<void> {
  const { signal } = op.stop
  const reply = await run(signal, sending)
  const head = { status: reply.status, headers: Object.fromEntries(reply.headers) }
  recording.start(head)
  const hasHead = !op.isRefused && journal.append({ kind: 'head', id: op.id, ...head })
  const how = await recordBody(reply, recording, signal, maxBytes)
  op.status = 'done'
  recording.end(how)
  const hasEnd = !op.isRefused && journal.append({ kind: 'end', id: op.id, how, size: recording.stored.size })
  op.isKept = hasHead && hasEnd && recording.stored.inMemory === 0
}

type EndEntry = Extract<JournalEntry, { kind: 'end' }>

interface Past {
  readonly begun?: Extract<JournalEntry, { kind: 'begin' }>
  readonly isSent?: true
  readonly head?: RecordedHead
  readonly end?: EndEntry
  readonly stoppedAt?: number
}

function learn(past: Past, entry: JournalEntry): Past {
  switch (entry.kind) {
    case 'begin':
      return { begun: entry }
    case 'sending':
      return { ...past, isSent: true }
    case 'head':
      return { ...past, head: { status: entry.status, headers: entry.headers } }
    case 'end':
      return { ...past, end: entry }
    case 'stop':
      return { ...past, stoppedAt: entry.at }
  }
}

/** Whether nothing of it left for a provider: else the entry that says so would be there. */
const neverSent = ({ begun, isSent, head }: Past) => !isSent && !head && bootId !== undefined && begun?.boot === bootId

/** Undefined for one that was never sent: its id is free. */
function restore(id: string, past: Past, storage: ReplyStorage): Operation | undefined {
  const { begun, head, end, stoppedAt } = past
  if (neverSent(past)) return stoppedAt === undefined ? undefined : restore(id, { stoppedAt }, storage)
  const op = newOperation(id, begun?.at ?? stoppedAt ?? 0, begun?.digest)
  if (stoppedAt !== undefined) op.stop.abort()
  if (!begun) return op
  op.isSent = true
  op.status = end ? 'done' : 'unknown'
  const stored = head && storage.reopen(id)
  // Shorter than journaled: its end was never written, or was lost.
  op.isKept = end !== undefined && stored?.size === end.size
  const ended = end && op.isKept ? end.how : 'cut'
  if (stored) op.recording = createRecording(stored, { head, ended })
  return op
}

/** The operations of an earlier process; those that may have been sent and have no end become `unknown`. */
export function restoreOperations(entries: readonly JournalEntry[], storage: ReplyStorage): Map<string, Operation> {
  const pasts = new Map<string, Past>()
  for (const entry of entries) pasts.set(entry.id, learn(pasts.get(entry.id) ?? {}, entry))
  const ops = [...pasts].flatMap(([id, past]) => restore(id, past, storage) ?? [])
  return new Map(ops.map((op) => [op.id, op]))
}

/** The journal entries from which these operations can be restored. */
export function entriesOf(ops: Iterable<Operation>): JournalEntry[] {
  return [...ops].flatMap(({ id, at, digest, status, isSent, recording, isStopped }) => {
    const { head, ended: how = 'cut', stored } = recording ?? {}
    const entries: JournalEntry[] = []
    if (digest !== undefined) entries.push({ kind: 'begin', id, at, digest, boot: bootId })
    if (isSent) entries.push({ kind: 'sending', id })
    if (head) entries.push({ kind: 'head', id, ...head, headers: { ...head.headers } })
    if (status === 'done') entries.push({ kind: 'end', id, how, size: stored?.size ?? 0 })
    if (isStopped) entries.push({ kind: 'stop', id, at })
    return entries
  })
}

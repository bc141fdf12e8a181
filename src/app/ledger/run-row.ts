import * as z from 'zod/mini'
import { isRecord } from '#contract/core/loose-json.ts'
import { runStatuses } from '#contract/core/statuses.ts'
import { listSchema, reading, stored } from './stored.ts'

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())
const status = z.enum(runStatuses)

/** Header fields in their order; a name may occur more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[]
// By hand: nothing else in the first page needs zod's tuples.
export const headers = listSchema(
  z.custom<HeaderList[number]>((value) => Array.isArray(value) && value.length === 2 && value.every(isString)),
)

const replySchema = stored({ status: z.number(), headers })
/** Status and headers of a reply, as far as the page may read them. */
export type StoredReply = z.infer<typeof replySchema>
const reply = z.exactOptional(replySchema)

const verdict = z.enum(['pass', 'fail'])
/** The person's judgement of a result. */
export type Verdict = z.infer<typeof verdict>

/** Objects within a run's facts, as plain shapes: the ledger keeps unknown fields of them, a bundle does not. */
export const innerShapes = {
  connection: { name: z.string(), baseUrl: z.string(), keyHint: text },
  /** One status it had, with the wall clock (ms since 1970) and the monotone clock of its page (ms). */
  step: { status, at: z.number(), mono: z.number() },
  /**
   * Milliseconds since `fetch` was called. `lastToken`: when the last chunk with a part of the answer came; `reasoning`: when the last
   * one with a part of the reasoning came. Both are absent in old rows. `firstSound`: when the first bytes of a sound came, which the net
   * worker measures.
   */
  times: {
    ...{ headers: number, firstByte: number, firstToken: number, lastToken: number, reasoning: number, end: number },
    firstSound: number,
  },
  /** What the reply's headers say of the request. */
  served: { status: number, requestId: text, model: text, provider: text, attempts: text },
  /** What the router last said of the run's job. Times are wall clock, in ms since 1970. */
  jobState: {
    /** The router's own word for the state. */
    word: text,
    /** Percent, as the router gives it; the highest so far, since some routers go back. */
    progress: number,
    createdAt: number,
    completedAt: number,
    expiresAt: number,
    /** Where its state is asked for, as the router gives it: for jobs of which the interface has no endpoint. */
    statusUrl: text,
    /** There is no address for its state that may be asked. */
    noStatus: z.exactOptional(z.literal('yes')),
    /** The job is completed: it is polled no more and its content is fetched. */
    content: z.exactOptional(z.literal('ready')),
    /** Since when the word is one whose meaning is not known. */
    unclearSince: number,
  },
  /** How often a router was asked about a job or a lost run, with what success, and when it may be asked again. Times are wall clock. */
  polling: {
    /** Number of questions and time of the last: written before the request, so that no two tabs ask at once. */
    polls: number,
    askedAt: number,
    /** When the router wants to be asked again, where it said so. */
    askAfter: number,
    /** When it last said something usable. */
    answeredAt: number,
    /** Questions since then without a usable answer, why the last one failed, as a sentence, and its HTTP status where one came. */
    missed: number,
    trouble: text,
    troubleStatus: number,
    /** How often in a row the router said that it has no such job, and since when. */
    absences: number,
    absentSince: number,
    /** The router is not asked until a press on "Check now". */
    unwatched: z.exactOptional(z.literal('yes')),
    /** The last press on "Check now", in any tab: the router is asked at once. */
    pressedAt: number,
  },
  /** Its place among the runs of one press. */
  batch: {
    /** The same for all of them. */
    id: z.string(),
    /** Counted from 0. */
    at: z.number(),
    of: z.number(),
    /** What tells it from the others: a voice, a part, a language. */
    name: z.string(),
    /** How many runs of this place were made before; absent for the first. */
    attempt: number,
  },
  /** What the person said of a conversation, on its first run: a title of their own, and that it is listed above the others. */
  conversation: { title: text, pinned: z.exactOptional(z.literal('yes')) },
}

/** The facts of a run that hold in any browser: those of a row, and of a run in a bundle. */
export const runFacts = {
  id: z.string().check(z.minLength(1)),
  endpoint: z.string(),
  /** The id of its tool. Absent in runs of earlier versions: their endpoint had one tool. */
  tool: text,
  batch: z.exactOptional(stored(innerShapes.batch)),
  model: z.string(),
  /** The first words of the prompt. */
  title: z.string(),
  status,
  /** Why it ended so: `max_output_tokens`, `too large`. */
  reason: text,
  /** The id of the job at the router, written as soon as a reply says that the work is queued; kept after its end. */
  job: text,
  jobState: z.exactOptional(stored(innerShapes.jobState)),
  polling: z.exactOptional(stored(innerShapes.polling)),
  resolution: z.exactOptional(z.enum(['recovered', 'repeated', 'given_up'])),
  /** The conversation it belongs to, and the run it follows in it. */
  thread: text,
  parent: text,
  conversation: z.exactOptional(stored(innerShapes.conversation)),
  /** The run it repeats. */
  repeats: text,
  connection: stored(innerShapes.connection),
  /** The price as it was shown at the press. */
  price: text,
  /** Every status it had, in order. */
  log: listSchema(stored(innerShapes.step)),
  times: z.exactOptional(stored(innerShapes.times)),
  served: z.exactOptional(stored(innerShapes.served)),
  usage: z.exactOptional(z.record(z.string(), z.union([z.number(), z.boolean()]))),
  /** `ErrorFacts` of the client. */
  error: z.exactOptional(z.unknown()),
  /** The name that the person gave it; shown instead of `title`. */
  name: text,
  verdict: z.exactOptional(verdict),
  note: text,
  tags: z.exactOptional(listSchema(z.string())),
  /** What its pictures show, in the person's words, by the hash of their bytes. */
  alts: z.exactOptional(z.record(z.string(), z.string())),
  /** What the person changed in its transcript: `run/history/transcript-copy.ts` reads it, so that its schema is not in the first page. */
  transcript: z.exactOptional(z.unknown()),
}

const rowSchema = stored({
  /** `id` is a UUID made at the press; also the idempotency key towards our own router. */
  ...runFacts,
  /** Counts up by one a run: the order of runs, independent of the clock. */
  seq: z.int(),
  /** Hash of route, model, body and draft revision; empty for an imported run. */
  intent: z.string(),
  /**
   * Equal to `intent` while the run is open, queued or unsettled, absent after: a unique index, so that one intent is sent once. A job
   * whose intent is free again has `job:` and its run's id, so that it is found as long as it runs.
   */
  open: text,
  /** Present while the reply's body is still coming; moved to the run's body at its end. */
  reply,
  /** Set by another tab, to have the tab that streams this run stop it. */
  stop: z.exactOptional(z.literal('asked')),
  /**
   * What came, as a hash (hex) and its length in bytes: equal outputs have equal hashes. `peek`: its first characters, where it has text. Absent
   * where nothing came.
   */
  output: z.exactOptional(stored({ sha256: z.string(), bytes: z.number(), peek: text })),
  /** Wall clock of its deletion: hidden from then on, and removed for good some minutes later. */
  deleted: number,
})

/** The head of a run: everything a list shows. Requests and results are in `RunBody`, events in `EventBatch`. */
export type RunRow = z.infer<typeof rowSchema>

/** A row before the ledger has given it its place in the order. */
export type NewRun = Omit<RunRow, 'seq'>

/** What is known of a file without its bytes: its size in bytes, its hash in hex. */
export const fileFacts = { name: z.string(), type: z.string(), size: z.number(), sha256: z.string() }
export type StoredFile = z.infer<ReturnType<typeof stored<typeof fileFacts>>>

export const textPart = { kind: z.literal('text'), name: z.string(), value: z.string() }
const part = z.union([stored(textPart), stored({ kind: z.literal('file'), name: z.string(), file: stored(fileFacts) })])
/** A part of a multipart request. The bytes of a file are the run's input asset with that hash. */
export type StoredPart = z.infer<typeof part>

const sent = stored({ method: z.string(), url: z.string(), headers })
/** Method, address and headers of a request, as far as the page chose them: the browser adds headers of its own. */
export type SentHead = z.infer<typeof sent>

const bodySchema = stored({
  id: z.string(),
  /** Exactly what was sent as JSON; absent where parts were sent. */
  request: z.unknown(),
  /** What was sent as multipart, in its order. */
  parts: z.exactOptional(listSchema(part)),
  /** What the run's panel needs to show and continue it (chat: the items the person added in this turn). */
  turn: z.exactOptional(z.unknown()),
  /** Written before the send; the key is masked. */
  sent: z.exactOptional(sent),
  /** The reduced result, written with the ending in one transaction; absent while the run is open. */
  result: z.exactOptional(z.unknown()),
  /** Written with the ending; absent where no reply came. */
  reply,
})

/** The request and the result of a run. */
export type RunBody = z.infer<typeof bodySchema>

/** One event as it came; `at` is milliseconds since the request was sent. */
export const rawEvent = { at: z.number(), name: text, data: z.string() }
const batchSchema = stored({ id: z.string(), n: z.int(), events: listSchema(stored(rawEvent)) })

/** Some consecutive events of a run, as they came. Batches of a run count up from 0 (`n`). */
export type EventBatch = z.infer<typeof batchSchema>

/** What is known of an asset without its run and its bytes. */
export const assetFacts = {
  id: z.string(),
  /** Sent, received, or only kept with the run for its tool. */
  role: z.enum(['input', 'output', 'kept']),
  /** The media type, as its bytes say, or else as it was declared. */
  type: z.string(),
  /** The file's name, where it had one. */
  name: text,
  /** In bytes. */
  size: z.number(),
  /** Hex. */
  sha256: z.string(),
}
const assetSchema = stored({
  ...assetFacts,
  run: z.string(),
  blob: z.custom<Blob>((value) => value instanceof Blob),
})

/** A file of a run. */
export type Asset = z.infer<typeof assetSchema>

const wordsSchema = stored({
  id: z.string(),
  /** The length of the row's `log` when the words were made: where it differs, they are of an earlier state. */
  steps: z.number(),
  /** Every word of what was sent and what came, once, in lower case, one a line. */
  words: z.string(),
})

/** The words by which a run is found, derived from it: they can be made again at any time. */
export type RunWords = z.infer<typeof wordsSchema>

/** Reads earlier versions, which had `jobState` and `polling` in one object, `tracked`. Every other value is returned unchanged. */
export function splitTracked(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.tracked)) return value
  const { tracked, ...row } = value
  const part = (shape: object) =>
    Object.fromEntries(Object.entries(tracked).filter(([name]) => Object.hasOwn(shape, name)))
  return { ...row, jobState: part(innerShapes.jobState), polling: part(innerShapes.polling) }
}

const series = reading(stored({ series: stored(innerShapes.batch) }))
/** The batch of a run of an earlier version, which kept it in the body's `turn`. */
export const batchIn = (turn: unknown): RunRow['batch'] => series(turn)?.series

const readSplit = reading(rowSchema)

/** Each reads a stored record, or gives undefined where it is corrupt or of a later version. Unknown fields are kept. */
export const readRow = (value: unknown) => readSplit(splitTracked(value))
export const readRunBody = reading(bodySchema)
export const readAsset = reading(assetSchema)
export const readWords = reading(wordsSchema)
const readBatch = reading(batchSchema)

/** Rows in the order of `seq`, and how many more could not be read. */
export interface RowList {
  readonly rows: readonly RunRow[]
  readonly unreadable: number
}

/** The rows that can be read, in the order of `seq`, and the number of the others. */
export function readRows(stored: readonly unknown[]): RowList {
  const rows = stored.map(readRow).filter((one) => one !== undefined)
  return { rows: rows.toSorted((a, b) => a.seq - b.seq), unreadable: stored.length - rows.length }
}

/** An exact prefix of the events that a run received; `next` is the number of the batch to read on from. */
export interface StoredEvents {
  readonly events: EventBatch['events']
  readonly next: number
}

/**
 * The events of consecutive batches from number `from` on. Stops at the first batch that is missing or corrupt: events behind a gap
 * would be appended to the wrong text.
 */
export function joinBatches(stored: readonly unknown[], from: number): StoredEvents {
  const events: StoredEvents['events'][number][] = []
  let next = from
  for (const one of stored) {
    const batch = readBatch(one)
    if (batch?.n !== next) break
    for (const event of batch.events) events.push(event)
    next += 1
  }
  return { events, next }
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

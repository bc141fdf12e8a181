import * as z from 'zod/mini'
import {
  type Asset,
  assetFacts,
  type EventBatch,
  fileFacts,
  headers,
  innerShapes,
  rawEvent,
  runFacts,
  type StoredFile,
  type StoredReply,
  splitTracked,
  textPart,
} from '../../ledger/run-row.ts'
import { listSchema } from '../../ledger/stored.ts'
import type { RunResult } from '../result.ts'

export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** In bytes. */
export const size = z.int().check(z.gte(0))
/** Ms since 1970, within the range of `Date`. */
const time = z.number().check(z.gte(0), z.lte(8.64e15))

/** The facts of a run as a bundle keeps them: those of its row, checked more strictly. Unknown fields are dropped. */
const runObject = z.object({
  ...runFacts,
  /** Any text: what is no id is replaced where the run is opened. */
  id: z.string(),
  connection: z.object(innerShapes.connection),
  log: listSchema(z.object({ ...innerShapes.step, at: time })),
  times: z.exactOptional(z.object(innerShapes.times)),
  served: z.exactOptional(z.object(innerShapes.served)),
  batch: z.exactOptional(z.object(innerShapes.batch)),
  jobState: z.exactOptional(z.object(innerShapes.jobState)),
  polling: z.exactOptional(z.object(innerShapes.polling)),
  conversation: z.exactOptional(z.object(innerShapes.conversation)),
  /** What the run's panel needs to show and continue it. */
  turn: z.exactOptional(z.unknown()),
})
/** A bundle of an earlier version has `tracked`. */
export const recordedRun = z.pipe(z.transform(splitTracked), runObject)
export type RecordedRun = Readonly<z.infer<typeof recordedRun>>

/** A file of a multipart request. Its bytes may be lost; its hash stays. */
export type SentFile = StoredFile & { readonly blob?: Blob }
const file: z.ZodMiniType<SentFile> = z.object({ ...fileFacts, size, sha256 })

const part = z.discriminatedUnion('kind', [
  z.object(textPart),
  z.object({ kind: z.literal('file'), name: z.string(), file }),
])
/** A part of a multipart request. */
export type SentPart = Readonly<z.infer<typeof part>>

const sentBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('json'), value: z.unknown() }),
  z.object({ kind: z.literal('multipart'), parts: listSchema(part) }),
])
export type SentBody = Readonly<z.infer<typeof sentBody>>

/** A request as it went out. `Authorization` holds a mask where a key was sent, and is absent where none was. */
export const recordedRequest = z.object({
  method: z.string().check(z.regex(/^[A-Z]{1,10}$/)),
  url: z.string(),
  /** Empty for runs of versions that did not keep them. */
  headers,
  body: sentBody,
})
export type SentRequest = Readonly<z.infer<typeof recordedRequest>>

/** Status and headers of a reply; null where no reply came. */
export const replyHead = z.nullable(z.object({ status: z.number(), headers }))

/** One event of a reply as it came. */
export const recordedEvent = z.object(rawEvent)

/** An asset without its bytes. */
export const asset = z.object({ ...assetFacts, size, sha256 })
export const assetList = z.array(asset)

/** Bytes that a run was given or gave. */
export type RecordedAsset = Omit<Asset, 'run'>

/** What a request as code is made of: a run's, or that of a request that is not sent, without a reply. */
export interface SentRecord extends Pick<RunRecord, 'sent' | 'reply' | 'assets'> {
  readonly run: Pick<RecordedRun, 'endpoint' | 'connection' | 'job'>
  readonly events: readonly Pick<RunRecord['events'][number], 'data'>[]
}

/** A whole run, down to the last byte: what is inspected, exported, and opened from a bundle. */
export interface RunRecord {
  readonly run: RecordedRun
  readonly sent: SentRequest
  /** Absent where no reply came. */
  readonly reply?: StoredReply
  /** As they came; a reply that is no stream is one event without a name. `at` is milliseconds since the request was sent. */
  readonly events: EventBatch['events']
  readonly result: RunResult
  readonly assets: readonly RecordedAsset[]
}

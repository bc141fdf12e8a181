import * as z from 'zod/mini'
import { runStatuses } from '#contract/core/statuses.ts'
import type { RecordedAsset, RecordedRun, RunRecord, SentFile, SentPart, SentRequest } from '../run-record.ts'

/** The name that a bundle's manifest carries. */
export const bundleFormat = 'patchbay-bundle'

/** Counts up with every change that an older reader would misread. */
export const bundleVersion = 1

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const size = z.int().check(z.gte(0))

/** Read first: decides whether this version can read the bundle. */
export const BundleHead = z.object({ format: z.literal(bundleFormat), version: z.int().check(z.gte(1)) })

/** The content of `manifest.json`. */
export const Manifest = z.object({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  app: z.object({ name: z.string() }),
  /** Each run's folder, and the media it was given or gave, by their hashes. */
  runs: z.array(z.object({ id: z.string(), folder: z.string() })),
  files: z.array(z.object({ path: z.string(), size, sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

/** The files of a run, in its folder. */
export const runFiles = {
  run: 'run.json',
  request: 'request.json',
  head: 'response/head.json',
  events: 'events.jsonl',
  result: 'result.json',
} as const

/** The path of media bytes, named by their hash, so that equal bytes are stored once. */
export const mediaPath = (hash: string, extension: string) => `media/${hash}.${extension}`

const MB = 2 ** 20

/** What a bundle may hold. The same on the way out and in, so that what was written can be opened. */
export interface BundleLimits {
  /** Files in it. */
  readonly entries: number
  /** Bytes of all files, unpacked. */
  readonly total: number
  /** Bytes of one media file. */
  readonly media: number
  /** Bytes of one JSON file, unpacked. */
  readonly json: number
  /** How many times larger than packed a file may become, where it is larger than `ratioFrom` bytes. */
  readonly ratio: number
  readonly ratioFrom: number
}

export const bundleLimits: BundleLimits = {
  entries: 10_000,
  total: 4096 * MB,
  media: 2048 * MB,
  json: 256 * MB,
  ratio: 400,
  ratioFrom: 16 * MB,
}

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())
/** Ms since 1970, within the range of `Date`. */
const time = z.number().check(z.gte(0), z.lte(8.64e15))
const status = z.enum(runStatuses)

/** `run.json`. Fields this version does not know are dropped. */
export const RunSchema: z.ZodMiniType<RecordedRun> = z.object({
  id: z.string(),
  endpoint: z.string(),
  model: z.string(),
  title: z.string(),
  status,
  reason: text,
  job: text,
  resolution: z.exactOptional(z.enum(['recovered', 'repeated', 'given_up'])),
  thread: text,
  parent: text,
  repeats: text,
  connection: z.object({ name: z.string(), baseUrl: z.string(), keyHint: text }),
  price: text,
  log: z.array(z.object({ status, at: time, mono: z.number() })),
  times: z.exactOptional(z.object({ headers: number, firstByte: number, firstToken: number, end: number })),
  served: z.exactOptional(z.object({ status: number, requestId: text, model: text, provider: text, attempts: text })),
  usage: z.exactOptional(z.record(z.string(), z.union([z.number(), z.boolean()]))),
  error: z.exactOptional(z.unknown()),
  turn: z.exactOptional(z.unknown()),
  name: text,
  verdict: z.exactOptional(z.enum(['pass', 'fail'])),
  note: text,
  tags: z.exactOptional(z.array(z.string())),
  alts: z.exactOptional(z.record(z.string(), z.string())),
})

/** Checked by hand: every zod function used anywhere is bundled with the first load. */
const isHeader = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string')
const headers = z.array(z.custom<readonly [string, string]>(isHeader))

const file: z.ZodMiniType<Omit<SentFile, 'blob'>> = z.object({ name: z.string(), type: z.string(), size, sha256 })

const part: z.ZodMiniType<SentPart> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), name: z.string(), value: z.string() }),
  z.object({ kind: z.literal('file'), name: z.string(), file }),
])

/** `request.json`. */
export const SentSchema: z.ZodMiniType<SentRequest> = z.object({
  method: z.string().check(z.regex(/^[A-Z]{1,10}$/)),
  url: z.string(),
  headers,
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('json'), value: z.unknown() }),
    z.object({ kind: z.literal('multipart'), parts: z.array(part) }),
  ]),
})

type Head = NonNullable<RunRecord['reply']>
type AssetFacts = Omit<RecordedAsset, 'blob'>

/** `response/head.json`; null where no reply came. */
export const HeadSchema: z.ZodMiniType<Head | null> = z.nullable(z.object({ status: z.number(), headers }))

/** A line of `events.jsonl`. */
export const EventSchema: z.ZodMiniType<RunRecord['events'][number]> = z.object({
  at: z.number(),
  name: text,
  data: z.string(),
})

/** The assets, as `result.json` lists them. */
export const AssetsSchema: z.ZodMiniType<readonly AssetFacts[]> = z.array(
  z.object({ id: z.string(), role: z.enum(['input', 'output']), name: text, type: z.string(), size, sha256 }),
)

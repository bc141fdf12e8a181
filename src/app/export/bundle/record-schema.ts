import * as z from 'zod/mini'
import { runStatuses } from '#contract/core/statuses.ts'
import type { RecordedAsset, RecordedRun, RunRecord, SentFile, SentPart, SentRequest } from '../run-record.ts'

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())
/** What is no date cannot be shown as one. */
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

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** By hand, for whatever is used of zod comes with the first page. */
const isHeader = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string')
const headers = z.array(z.custom<readonly [string, string]>(isHeader))
const size = z.int().check(z.gte(0))

const file: z.ZodMiniType<Omit<SentFile, 'blob'>> = z.object({ name: z.string(), type: z.string(), size, sha256: hash })

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
  z.object({ id: z.string(), role: z.enum(['input', 'output']), name: text, type: z.string(), size, sha256: hash }),
)

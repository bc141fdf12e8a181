import * as z from 'zod/mini'
import { recordOf } from '#contract/core/loose-json.ts'
import type { RunList } from './ledger.ts'
import { type EventBatch, type HeaderList, type RunBody, type RunRow, runStatuses, type StoredPart } from './run-row.ts'

const status = z.enum(runStatuses)
const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())

// Written by hand: zod's own tuples and classes would be loaded with the first page.
const headers = z.custom<HeaderList>(isHeaderList)
const reply = z.exactOptional(z.looseObject({ status: z.number(), headers }))

const row: z.ZodMiniType<RunRow> = z.looseObject({
  id: z.string().check(z.minLength(1)),
  seq: z.int(),
  endpoint: z.string(),
  model: z.string(),
  title: z.string(),
  status,
  reason: text,
  resolution: z.exactOptional(z.enum(['recovered', 'repeated', 'given_up'])),
  thread: text,
  parent: text,
  repeats: text,
  intent: z.string(),
  open: text,
  connection: z.looseObject({ name: z.string(), baseUrl: z.string(), keyHint: text }),
  price: text,
  log: z.array(z.looseObject({ status, at: z.number(), mono: z.number() })),
  times: z.exactOptional(
    z.looseObject({ headers: number, firstByte: number, firstToken: number, lastToken: number, end: number }),
  ),
  served: z.exactOptional(
    z.looseObject({ status: number, requestId: text, model: text, provider: text, attempts: text }),
  ),
  usage: z.exactOptional(z.record(z.string(), z.union([z.number(), z.boolean()]))),
  error: z.exactOptional(z.unknown()),
  reply,
  stop: z.exactOptional(z.literal('asked')),
  name: text,
  verdict: z.exactOptional(z.enum(['pass', 'fail'])),
  note: text,
  tags: z.exactOptional(z.array(z.string())),
  alts: z.exactOptional(z.record(z.string(), z.string())),
  output: z.exactOptional(z.looseObject({ sha256: z.string(), bytes: z.number() })),
  deleted: number,
})

const body: z.ZodMiniType<RunBody> = z.looseObject({
  id: z.string(),
  request: z.unknown(),
  parts: z.exactOptional(z.custom<readonly StoredPart[]>((value) => Array.isArray(value) && value.every(isPart))),
  turn: z.exactOptional(z.unknown()),
  sent: z.exactOptional(z.looseObject({ method: z.string(), url: z.string(), headers })),
  result: z.exactOptional(z.unknown()),
  reply,
})

const batch: z.ZodMiniType<EventBatch> = z.looseObject({
  id: z.string(),
  n: z.int(),
  events: z.array(z.looseObject({ at: z.number(), name: text, data: z.string() })),
})

function isHeaderList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPair)
}

function isPart(value: unknown): boolean {
  const { kind, name, value: text, file } = recordOf(value)
  if (typeof name !== 'string') return false
  return kind === 'text' ? typeof text === 'string' : kind === 'file' && isFile(file)
}

function isFile(value: unknown): boolean {
  const { name, type, size, sha256 } = recordOf(value)
  return [name, type, sha256].every((one) => typeof one === 'string') && typeof size === 'number'
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string')
}

function reading<T>(schema: z.ZodMiniType<T>): (stored: unknown) => T | undefined {
  return (stored) => {
    const read = z.safeParse(schema, stored)
    return read.success ? read.data : undefined
  }
}

/** A stored row, or undefined where it is corrupt or of a kind this version does not know. Unknown fields are kept. */
export const readRow = reading(row)

/** A stored body, or undefined where it is corrupt. */
export const readBody = reading(body)

/** A stored batch of events, or undefined where it is corrupt. */
export const readBatch = reading(batch)

/** The rows that can be read, in the order of `seq`, and the number of the others. */
export function readRows(stored: readonly unknown[]): RunList {
  const rows = stored.map(readRow).filter((one) => one !== undefined)
  return { rows: rows.toSorted((a, b) => a.seq - b.seq), unreadable: stored.length - rows.length }
}

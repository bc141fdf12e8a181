import * as z from 'zod/mini'
import { endStatuses } from '#contract/core/statuses.ts'
import type { ErrorFacts } from '../client/client-error.ts'
import type { NoticeKind } from '../client/read/run-event.ts'
import type { RunResult } from './result.ts'

// Written as records, so that a word added to the unions cannot be forgotten here.
const noticeKinds = {
  'unknown-event': 'unknown-event',
  'not-json': 'not-json',
  'too-deep': 'too-deep',
  repeated: 'repeated',
  gap: 'gap',
  inversion: 'inversion',
  'after-end': 'after-end',
  'text-differs': 'text-differs',
  'not-a-stream': 'not-a-stream',
  'unasked-stream': 'unasked-stream',
} as const satisfies { readonly [K in NoticeKind]: K }

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())

const error: z.ZodMiniType<ErrorFacts> = z.looseObject({
  kind: z.enum(['api', 'network', 'interrupted', 'contract']),
  message: z.string(),
  status: number,
  code: text,
  type: text,
  param: text,
  requestId: text,
  provider: text,
  retryAfter: number,
  stage: z.exactOptional(z.enum(['not_sent', 'sent', 'accepted'])),
  raw: text,
})

const index = z.number()
const output = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('message'),
    index,
    parts: z.array(z.looseObject({ part: z.number(), text: z.string() })),
  }),
  z.looseObject({ kind: z.literal('refusal'), index, text: z.string() }),
  z.looseObject({ kind: z.literal('reasoning'), index, text: z.string() }),
  z.looseObject({
    kind: z.literal('tool-call'),
    index,
    callId: z.string(),
    name: z.string(),
    custom: z.boolean(),
    arguments: z.string(),
    done: z.boolean(),
  }),
  z.looseObject({
    kind: z.literal('media'),
    index,
    part: number,
    sha256: text,
    url: text,
    trouble: text,
    says: text,
    partial: z.exactOptional(z.boolean()),
    steps: z.exactOptional(z.array(z.string())),
  }),
  z.looseObject({ kind: z.literal('item'), index, part: number, item: z.unknown() }),
])

const result: z.ZodMiniType<RunResult> = z.looseObject({
  outputs: z.array(output),
  response: z.looseObject({ id: text, model: text }),
  usage: z.exactOptional(
    z.looseObject({
      input: number,
      output: number,
      total: number,
      cached: number,
      reasoning: number,
      estimated: z.exactOptional(z.boolean()),
    }),
  ),
  sources: z.exactOptional(z.array(z.looseObject({ url: text, title: text, file: text }))),
  notices: z.array(
    z.looseObject({
      kind: z.enum(noticeKinds),
      count: z.number(),
      detail: text,
    }),
  ),
  error: z.exactOptional(error),
  end: z.exactOptional(
    z.looseObject({
      status: z.enum(endStatuses),
      reason: text,
    }),
  ),
  reading: number,
})

/** A stored result, or undefined where it is missing or does not fit: then the stored events tell it again. */
export function readResult(stored: unknown): RunResult | undefined {
  const read = z.safeParse(result, stored)
  return read.success ? read.data : undefined
}

/** A stored error, or undefined where there is none that fits. */
export function readError(stored: unknown): ErrorFacts | undefined {
  const read = z.safeParse(error, stored)
  return read.success ? read.data : undefined
}

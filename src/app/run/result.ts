import * as z from 'zod/mini'
import { replyStatuses } from '#contract/core/statuses.ts'
import type { ErrorFacts } from '../client/client-error.ts'
import { noticeKinds, type Source, type Usage } from '../client/read/run-event.ts'
import { listSchema, stored } from '../ledger/stored.ts'

export type { Source } from '../client/read/run-event.ts'

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())
const index = z.number()

const errorSchema: z.ZodMiniType<ErrorFacts> = stored({
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
  server: z.exactOptional(z.enum(['up', 'down'])),
  raw: text,
})

const mediaOutput = stored({
  kind: z.literal('media'),
  index,
  /** Its index as a part of a message, or among several media of an item. */
  part: number,
  /** In hex; the bytes are the run's asset with that hash. Absent where there are no bytes. */
  sha256: text,
  url: text,
  /** Why the file at `url` could not be fetched. */
  trouble: text,
  /** What the router calls it: of a dub, its language. */
  label: text,
  /** Text that came with it, such as the prompt as the router rewrote it. */
  says: text,
  /** A preview, not the final medium. */
  partial: z.exactOptional(z.boolean()),
  /** The hashes of the previews before it. */
  steps: z.exactOptional(listSchema(z.string())),
})
/** A picture, a sound or a film. */
export type MediaOutput = z.infer<typeof mediaOutput>

const toolCall = stored({
  kind: z.literal('tool-call'),
  index,
  /** `callId` and `name` are empty until the router has sent them. */
  callId: z.string(),
  name: z.string(),
  /** A custom tool: `arguments` is free text, not JSON. */
  custom: z.boolean(),
  arguments: z.string(),
  /** The arguments are whole. */
  done: z.boolean(),
})
/** A tool call requested by the model. */
export type ToolCall = z.infer<typeof toolCall>

const output = z.union([
  /** `part` is a text's place in the message (`content_index`). */
  stored({ kind: z.literal('message'), index, parts: listSchema(stored({ part: z.number(), text: z.string() })) }),
  stored({ kind: z.literal('refusal'), index, text: z.string() }),
  /** `encrypted`: there is reasoning that only the provider can read, and no text. */
  stored({ kind: z.literal('reasoning'), index, text: z.string(), encrypted: z.exactOptional(z.boolean()) }),
  toolCall,
  mediaOutput,
  /** Raw JSON of a kind that the readers do not know: an item, or with `part` a part of a message. */
  stored({ kind: z.literal('item'), index, part: number, item: z.unknown() }),
])
/**
 * One output of a reply. `index` is its place in the reply; an index may occur once for each kind, since routers put a text and a
 * refusal into one item, and for media and items once for each `part`.
 */
export type Output = z.infer<typeof output>

const notice = stored({ kind: z.enum(noticeKinds), count: z.number(), detail: text })
/** How often an oddity occurred, with the first detail. */
export type NoticeCount = z.infer<typeof notice>

const usage: z.ZodMiniType<Usage> = stored({
  ...{ input: number, output: number, total: number, cached: number, reasoning: number },
  estimated: z.exactOptional(z.boolean()),
})
const source: z.ZodMiniType<Source> = stored({ url: text, title: text, file: text })

const resultSchema = stored({
  /** In the order of `index`. */
  outputs: listSchema(output),
  response: stored({ id: text, model: text }),
  usage: z.exactOptional(usage),
  /** The cited sources, in order of citation. */
  sources: z.exactOptional(listSchema(source)),
  notices: listSchema(notice),
  /** The first error reported. */
  error: z.exactOptional(errorSchema),
  /** `job`: the id under which the router works on a `queued` one. */
  end: z.exactOptional(stored({ status: z.enum(replyStatuses), reason: text, job: text })),
  /** The version of the readers that produced it; absent in results of the first. */
  reading: number,
})
/** The reduced reply so far. Immutable: unchanged parts keep their identity. */
export type RunResult = z.infer<typeof resultSchema>

/** Incremented whenever the readers learn to read more: a stored result of an earlier version is read from its events again. */
export const currentReading = 3

/** Before the first event. */
export const emptyResult: RunResult = { outputs: [], response: {}, notices: [], reading: currentReading }

/** A stored result; undefined where it is missing or corrupt, in which case it can be rebuilt from the stored events. */
export function readResult(value: unknown): RunResult | undefined {
  return z.safeParse(resultSchema, value).data
}

/** A stored error, or undefined where it is missing or corrupt. */
export function storedError(value: unknown): ErrorFacts | undefined {
  return z.safeParse(errorSchema, value).data
}

/** Distinguishes an output from all others of its result. */
export function outputKey(output: Output): string {
  const part = 'part' in output ? output.part : undefined
  return `${output.kind} ${output.index}${part === undefined ? '' : ` ${part}`}`
}

/** The text of all messages and refusals, without reasoning and tool calls. */
export function answerText(result: RunResult): string {
  return result.outputs
    .flatMap((output) => {
      if (output.kind === 'message') return output.parts.map((part) => part.text)
      return output.kind === 'refusal' ? [output.text] : []
    })
    .join('\n\n')
}

/** The text of the reasoning, for answers without any other: some models use up their tokens on it. */
export function reasoningText({ outputs }: RunResult): string {
  return outputs.flatMap((output) => (output.kind === 'reasoning' ? [output.text] : [])).join('\n\n')
}

/** Whether a result has anything to show. */
export function showsAnything({ outputs }: RunResult): boolean {
  return outputs.some((output) => {
    if (output.kind === 'message') return output.parts.some(({ text }) => text.trim() !== '')
    return (output.kind !== 'reasoning' && output.kind !== 'refusal') || output.text.trim() !== ''
  })
}

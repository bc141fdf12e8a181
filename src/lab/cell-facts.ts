import * as z from 'zod/mini'
import { checkResult } from './checks/check.ts'

const text = z.exactOptional(z.string())
const number = z.exactOptional(z.number())

export const mediaFacts = z.object({
  kind: z.enum(['image', 'audio', 'video', 'other']),
  /** The media type, by the first bytes. */
  type: z.string(),
  bytes: z.number(),
  /** In hex. */
  sha256: z.string(),
  /** Pixels, as shown. */
  ...{ width: number, height: number },
  /** It has an alpha channel. */
  alpha: z.exactOptional(z.boolean()),
  seconds: number,
  /** Samples a second. */
  rate: number,
  /** The highest sample in dBFS; 0 is full scale. */
  peak: number,
  /** The share of the time below −60 dBFS, from 0 to 1. */
  silence: number,
})
/** What is known of a file that a cell has made; what could not be read is left out. */
export type MediaFacts = Readonly<z.infer<typeof mediaFacts>>

const toolCall = z.readonly(z.object({ name: z.string(), arguments: z.string() }))

export const cellFacts = z.object({
  /** The answer: all messages and a transcript, without reasoning. Left out where there is no text. */
  text,
  /** What the model said in place of an answer. */
  refusal: text,
  toolCalls: z._default(z.readonly(z.array(toolCall)), []),
  media: z._default(z.readonly(z.array(z.readonly(mediaFacts))), []),
  /** From sending to the end. */
  seconds: number,
  /** From sending to the first token. */
  firstToken: number,
  ...{ inputTokens: number, outputTokens: number },
  /** As it was stated before sending: `1 cauri`, `$0.02`. */
  price: text,
})
/** What a cell gave, as checks look at it and as every export tells it. */
export type CellFacts = Readonly<z.infer<typeof cellFacts>>

/** `unclear` may have an answer and may be billed; `deleted` was sent, and its run is no longer there. */
const cellState = z.enum(['not sent', 'open', 'done', 'failed', 'unclear', 'deleted'])
export type CellState = z.infer<typeof cellState>

/** Not a tuple of zod: that would be half a kilobyte of the first load. */
const pair = z.custom<readonly [path: string, value: unknown]>(
  (value) => Array.isArray(value) && value.length === 2 && typeof value[0] === 'string',
)

export const cellColumn = z.object({
  model: z.string(),
  /** By the path of the sweep. */
  values: z._default(z.readonly(z.array(pair)), []),
  /** Counted from 0; undefined where nothing is repeated. */
  repeat: z.optional(z.int()),
})
/** One column of the results: a model with one value of each sweep, and which of the equal repeats it is. */
export type Column = Readonly<z.infer<typeof cellColumn>>

export const cellResult = z.object({
  /** The place in the plan: `row × columns + column`. */
  at: z.int(),
  /** Counted from 0. */
  row: z.int(),
  column: z.readonly(cellColumn),
  /** The values of the row. */
  vars: z._default(z.readonly(z.record(z.string(), z.unknown())), {}),
  state: cellState,
  /** The id of its newest run, where it has one, and the word it ended with. */
  ...{ run: text, status: text },
  /** Earlier runs of the place. */
  attempt: z._default(z.int(), 0),
  facts: z.exactOptional(z.readonly(cellFacts)),
  /** Why there is no answer, as a sentence. */
  error: text,
  checks: z._default(z.readonly(z.array(z.readonly(checkResult))), []),
  verdict: z.exactOptional(z.enum(['pass', 'fail'])),
  /** From 1 to 5. */
  score: number,
  note: text,
  tags: z.exactOptional(z.readonly(z.array(z.string()))),
})
/** One cell of a plan with what became of it: a line of `results.jsonl`. Page and command line write reports from these alone. */
export type CellResult = Readonly<z.infer<typeof cellResult>>

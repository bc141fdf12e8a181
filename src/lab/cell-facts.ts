import type { Column } from './cells.ts'
import type { CheckResult } from './checks/check.ts'

/** What is known of a file that a cell has made; undefined what could not be read. */
export interface MediaFacts {
  readonly kind: 'image' | 'audio' | 'video' | 'other'
  /** The media type, by the first bytes. */
  readonly type: string
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
  /** Pixels, as shown. */
  readonly width?: number
  readonly height?: number
  /** It has an alpha channel. */
  readonly alpha?: boolean
  readonly seconds?: number
  /** Samples a second. */
  readonly rate?: number
  /** The highest sample in dBFS; 0 is full scale. */
  readonly peak?: number
  /** The share of the time below −60 dBFS, from 0 to 1. */
  readonly silence?: number
}

/** What a cell gave, as checks look at it and as every export tells it. */
export interface CellFacts {
  /** The answer: all messages and a transcript, without reasoning. Undefined where there is no text. */
  readonly text?: string
  /** What the model said in place of an answer. */
  readonly refusal?: string
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[]
  readonly media: readonly MediaFacts[]
  /** From sending to the end. */
  readonly seconds?: number
  /** From sending to the first token. */
  readonly firstToken?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** As it was stated before sending: `1 cauri`, `$0.02`. */
  readonly price?: string
}

/** `unclear` may have an answer and may be billed; `deleted` was sent, and its run is no longer there. */
export const cellStates = ['not sent', 'open', 'done', 'failed', 'unclear', 'deleted'] as const
export type CellState = (typeof cellStates)[number]

/** One cell of a plan with what became of it: a line of `results.jsonl`. Page and command line write reports from these alone. */
export interface CellResult {
  /** The place in the plan: `row × columns + column`. */
  readonly at: number
  /** Counted from 0. */
  readonly row: number
  readonly column: Column
  /** The values of the row. */
  readonly vars: Readonly<Record<string, unknown>>
  readonly state: CellState
  /** The id of its newest run, where it has one, and the word it ended with. */
  readonly run?: string
  readonly status?: string
  /** Earlier runs of the place. */
  readonly attempt: number
  readonly facts?: CellFacts
  /** Why there is no answer, as a sentence. */
  readonly error?: string
  readonly checks: readonly CheckResult[]
  readonly verdict?: 'pass' | 'fail'
  /** From 1 to 5. */
  readonly score?: number
  readonly note?: string
  readonly tags?: readonly string[]
}

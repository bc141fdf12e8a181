import type { EndStatus } from '#contract/core/statuses.ts'
import type { ErrorFacts } from '../client/client-error.ts'
import type { MediaSource, NoticeKind, Source, Usage } from '../client/read/run-event.ts'

export type { Source } from '../client/read/run-event.ts'

/** A stretch of a message: `part` is its place in it (`content_index`). */
interface TextPart {
  readonly part: number
  readonly text: string
}

/**
 * One thing a reply holds. `index` is its place in the reply; an index may occur once of each kind, for routers put a text and a
 * refusal into one item, and of media and items once for each `part`.
 */
export type Output =
  | { readonly kind: 'message'; readonly index: number; readonly parts: readonly TextPart[] }
  | { readonly kind: 'refusal'; readonly index: number; readonly text: string }
  | { readonly kind: 'reasoning'; readonly index: number; readonly text: string }
  | ToolCall
  | MediaOutput
  /** What has no reading of its own, as it came: an item, or with `part` a part of a message. */
  | { readonly kind: 'item'; readonly index: number; readonly part?: number; readonly item: unknown }

/** A picture, a sound or a film. Its bytes are the run's asset with that hash; without a hash there are none. */
export interface MediaOutput extends MediaSource {
  readonly kind: 'media'
  readonly index: number
  /** It is a part of a message, or one of several that came with an item. */
  readonly part?: number
  /** It is not finished: what stands here is a step on its way. */
  readonly partial?: boolean
  /** The hashes of the steps before it. */
  readonly steps?: readonly string[]
}

/** A call that the model asks for. `callId` and `name` are empty until the router has told them. */
export interface ToolCall {
  readonly kind: 'tool-call'
  readonly index: number
  readonly callId: string
  readonly name: string
  /** A custom tool: `arguments` is free text, not JSON. */
  readonly custom: boolean
  readonly arguments: string
  /** The arguments are whole. */
  readonly done: boolean
}

/** How often something odd was met, with the first detail. */
export interface NoticeCount {
  readonly kind: NoticeKind
  readonly count: number
  readonly detail?: string
}

/** What a reply has said so far. Immutable: what did not change keeps its identity. */
export interface RunResult {
  /** In the order of `index`. */
  readonly outputs: readonly Output[]
  readonly response: { readonly id?: string; readonly model?: string }
  readonly usage?: Usage
  /** What the answer cites, in the order of citing. */
  readonly sources?: readonly Source[]
  readonly notices: readonly NoticeCount[]
  /** The first error told. */
  readonly error?: ErrorFacts
  readonly end?: { readonly status: EndStatus; readonly reason?: string }
  /** Which version of the readers told it; absent in results of the first. */
  readonly reading?: number
}

/** Counted up whenever the readers learn to read more: a stored result of an earlier version is read from its events again. */
export const currentReading = 2

/** Before the first event. */
export const emptyResult: RunResult = { outputs: [], response: {}, notices: [], reading: currentReading }

/** What tells an output from all others of its result. */
export function outputKey(output: Output): string {
  const part = 'part' in output ? output.part : undefined
  return `${output.kind} ${output.index}${part === undefined ? '' : ` ${part}`}`
}

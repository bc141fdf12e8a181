import type { ErrorFacts } from '../client/read/error-facts.ts'
import type { EndStatus, MediaSource, NoticeKind, Usage } from '../client/read/run-event.ts'

/** A stretch of a message: `part` is its place in it (`content_index`). */
interface TextPart {
  readonly part: number
  readonly text: string
}

/**
 * One thing a reply holds. `index` is its place in the reply; an index may occur once of each kind, for routers put a text and a
 * refusal into one item.
 */
export type Output =
  | { readonly kind: 'message'; readonly index: number; readonly parts: readonly TextPart[] }
  | { readonly kind: 'refusal'; readonly index: number; readonly text: string }
  | { readonly kind: 'reasoning'; readonly index: number; readonly text: string }
  | ToolCall
  | MediaOutput
  /** An item of a type that has no reading, as it came. */
  | { readonly kind: 'item'; readonly index: number; readonly item: unknown }

/** A picture, a sound or a film. Its bytes are the run's asset with that hash; without a hash there are none. */
export interface MediaOutput extends MediaSource {
  readonly kind: 'media'
  readonly index: number
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
  readonly notices: readonly NoticeCount[]
  /** The first error told. */
  readonly error?: ErrorFacts
  readonly end?: { readonly status: EndStatus; readonly reason?: string }
}

/** Before the first event. */
export const emptyResult: RunResult = { outputs: [], response: {}, notices: [] }

import { countOf, defined, isRecord, recordOf } from '#contract/core/loose-json.ts'
import type { ReplyStatus } from '#contract/core/statuses.ts'
import type { ErrorFacts } from '../client-error.ts'

/** One server-sent event, verbatim. `at` is milliseconds since the request was sent; `name` is the `event:` line where there was one. */
export interface RawEvent {
  readonly at: number
  readonly name?: string
  readonly data: string
}

/** Token counts as reported; what was not reported is left out. */
export interface Usage {
  readonly input?: number
  readonly output?: number
  readonly total?: number
  readonly cached?: number
  readonly reasoning?: number
  /** The router says that it counted by estimate. */
  readonly estimated?: boolean
}

/** Where media is: among the files that came (`sha256`), at an address that was not or could not be read (`url`), or nowhere. */
export interface MediaSource {
  /** Hex. */
  readonly sha256?: string
  readonly url?: string
  /** Why there are no bytes from that address. */
  readonly trouble?: string
  readonly says?: string
}

/** What an answer is based on, as the router cites it. */
export interface Source {
  /** Verbatim: not checked whether it may be opened. */
  readonly url?: string
  readonly title?: string
  /** The name of a file, or its id where it has none. */
  readonly file?: string
}

/**
 * What a reply says, in our own vocabulary. `output` is the item's place, its `output_index` where items are numbered. A `…-delta` appends
 * to the text; the kind without it is the complete text and replaces it.
 */
export type RunEvent =
  | { readonly kind: 'response'; readonly id?: string; readonly model?: string }
  | { readonly kind: 'text-delta'; readonly output: number; readonly part: number; readonly text: string }
  | { readonly kind: 'text'; readonly output: number; readonly part: number; readonly text: string }
  | { readonly kind: 'refusal-delta'; readonly output: number; readonly text: string }
  | { readonly kind: 'refusal'; readonly output: number; readonly text: string }
  | { readonly kind: 'reasoning-delta'; readonly output: number; readonly text: string }
  /** `encrypted`: the item holds reasoning that only the provider can read, and no text. */
  | { readonly kind: 'reasoning'; readonly output: number; readonly text: string; readonly encrypted?: true }
  | {
      readonly kind: 'tool-call'
      readonly output: number
      readonly callId: string
      readonly name: string
      readonly custom: boolean
    }
  | { readonly kind: 'tool-arguments-delta'; readonly output: number; readonly text: string }
  | { readonly kind: 'tool-arguments'; readonly output: number; readonly text: string }
  /** JSON without a reader of its own: an item (`web_search_call`, …) or a `part` of one. A later event of the same place replaces it. */
  | { readonly kind: 'item'; readonly output: number; readonly part?: number; readonly item: unknown }
  /** A picture, a sound or a film: the output itself or a part of it, or while it is drawn a step on its way (`partial`). */
  | ({
      readonly kind: 'media'
      readonly output: number
      readonly part?: number
      readonly partial?: boolean
    } & MediaSource)
  /** `number` counts from 0 in the order of citing; a later event of the same number adds facts. */
  | { readonly kind: 'source'; readonly number: number; readonly source: Source }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'notice'; readonly notice: NoticeKind; readonly detail?: string }
  /** Reported once, however often the router says it. */
  | { readonly kind: 'error'; readonly error: ErrorFacts }
  /** Always last, always exactly one. `job`: the id of the work that a `queued` reply announces, where the router names it. */
  | { readonly kind: 'end'; readonly status: ReplyStatus; readonly reason?: string; readonly job?: string }

export const noticeKinds = [
  'unknown-event',
  'not-json',
  'too-deep',
  'repeated',
  'gap',
  'inversion',
  'after-end',
  'text-differs',
  'not-a-stream',
  'unasked-stream',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Reads token counts in the words of Responses (`input_tokens`) and of chat completions (`prompt_tokens`); nothing countable gives `undefined`. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const inputDetails = recordOf(value.input_tokens_details ?? value.prompt_tokens_details)
  const outputDetails = recordOf(value.output_tokens_details ?? value.completion_tokens_details)
  const usage: Usage = defined({
    input: countOf(value.input_tokens ?? value.prompt_tokens),
    output: countOf(value.output_tokens ?? value.completion_tokens),
    total: countOf(value.total_tokens),
    cached: countOf(inputDetails.cached_tokens),
    reasoning: countOf(outputDetails.reasoning_tokens),
    estimated: value.estimated === true ? true : undefined,
  })
  return Object.keys(usage).length > 0 ? usage : undefined
}

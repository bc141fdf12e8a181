import type { Delivery } from './order.ts'

export interface SpeakerRequest {
  readonly text: string
  readonly delivery: Delivery
  /** Words a minute, from 80 to 450; in place of the delivery's. */
  readonly rate: number
}

/** A moment of what was spoken, in seconds from its start. */
interface Mark {
  readonly at: number
  /** Where a word begins: its place in the text, in code points. Absent for phonemes. */
  readonly place?: number
  readonly isPause: boolean
}

export type SpeakerReply =
  | {
      readonly kind: 'spoken'
      readonly rate: number
      readonly samples: Int16Array
      /** In order of time. */
      readonly marks: readonly Mark[]
    }
  /** espeak-ng is not installed. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string }

import type { Delivery } from './sound-task.ts'

export interface SpeakerRequest {
  readonly text: string
  readonly delivery: Delivery
  /** Words a minute, from 80 to 450; in place of the delivery's. */
  readonly rate: number
}

/** A moment of what was spoken, in seconds from its start. */
export interface Mark {
  readonly at: number
  /** Where a word begins: its place in the text, in code points. Absent for phonemes. */
  readonly place?: number
  readonly isPause: boolean
}

/** Undefined where espeak-ng is not installed. */
export type SpeakerReply =
  | {
      readonly rate: number
      readonly samples: Int16Array
      /** In order of time. */
      readonly marks: readonly Mark[]
    }
  | undefined

import type { Dimensions } from '../dimensions.ts'

/** A codec of a track. */
export interface Codec {
  /** The common name: `H.264`. The four letters or the id in the file where it has none. */
  readonly name: string
  /** Profile and level in words: `High 4.0`. */
  readonly profile?: string
}

/** What a video file says of itself. What it does not say is left out. */
export interface VideoFacts {
  /** Whether every byte that the file announces is there. */
  readonly isWhole: boolean
  readonly seconds?: number
  /** As it is shown: with its pixel aspect ratio and turned upright. */
  readonly size?: Dimensions
  readonly video?: Codec
  /** Absent if there is no sound, or its track cannot be read. */
  readonly audio?: Codec
  /** In frames per second; the mean if it varies. */
  readonly frameRate?: number
  /** When each frame begins to be shown, in seconds, ascending. Absent for fragmented MP4 and WebM: see `indexedMovie`. */
  readonly frames?: Float64Array
  /** A fragmented MP4, or one whose frames are shown later than decoded without an edit list: a seek in Chromium does not reach each frame. */
  readonly needsIndex?: true
  /** How many frames a decoder can begin at. */
  readonly keyFrames?: number
}

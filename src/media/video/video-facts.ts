import type { Dimensions } from '../dimensions.ts'
import { readMp4Facts } from './mp4-facts.ts'
import { readWebmFacts } from './webm-facts.ts'

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

/**
 * Reads the facts of an MP4, QuickTime or WebM file from its headers, wherever in the file they are; the media themselves are not read.
 * Undefined for other files and for headers that cannot be read. Never rejects; the work is bounded for any file.
 */
export async function readVideoFacts(file: Blob): Promise<VideoFacts | undefined> {
  try {
    return (await readMp4Facts(file)) ?? (await readWebmFacts(file))
  } catch {
    // A RangeError of a view: a header that ends too early. Or a Blob that can no longer be read.
    return undefined
  }
}

/** The type of a file that its first bytes call a video: WebM and MP4 with nothing but sound begin alike. Other types stay. Never rejects. */
export async function typeByTracks(file: Blob, type: string): Promise<string> {
  if (!/^video\/(?:mp4|webm|quicktime)$/.test(type)) return type
  const facts = await readVideoFacts(file)
  if (!facts?.audio || facts.video) return type
  return type === 'video/webm' ? 'audio/webm' : 'audio/mp4'
}

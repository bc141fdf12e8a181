/** Sound as samples from -1 to 1, one array a channel, all of one length. */
export interface Sound {
  readonly rate: number
  readonly channels: readonly Float32Array[]
}

export const containers = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const
export type Container = (typeof containers)[number]

/** How a sound is written. */
export interface OutputFormat {
  readonly container: Container
  /** Samples a second. */
  readonly rate: number
  /** Bits a second, for formats that have a choice. */
  readonly bitrate: number
}

/** A word and when it is spoken, in seconds. */
export interface SpokenWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** How a text is spoken, in espeak-ng's units. */
export interface Delivery {
  /** The language's voice and a variant of it: `en-us+f3`. */
  readonly voice: string
  /** From 0 to 99. */
  readonly pitch: number
  /** How far the pitch moves, from 0 to 99. */
  readonly range: number
  /** Words a minute, before `speed`. */
  readonly rate: number
  /** From 0.25 to 4; the usual is 1. */
  readonly speed: number
}

/** What a file says about itself, beside what was measured. */
export interface Label {
  readonly kind: 'speech' | 'music' | 'sound effect' | 'voice change' | 'voice isolation' | 'dub'
  readonly model: string
  readonly voice?: string
  readonly language?: string
  /** What is heard, in words. */
  readonly text?: string
}

export interface SpeakTask {
  readonly kind: 'speak'
  readonly text: string
  readonly delivery: Delivery
  readonly output: OutputFormat
  readonly label: Label
}

/** Everything that decides about a sound: equal tasks give equal bytes. */
export type SoundTask = SpeakTask

/** What is known of a sound before its first byte. */
export interface SoundFacts {
  readonly kind: 'facts'
  readonly seconds: number
  /** `simple` where espeak-ng is not installed. */
  readonly synthesizer?: 'espeak-ng' | 'simple'
}

/** What a sound process sends: the facts first, then the file's bytes in order. */
export type SoundPart = SoundFacts | Uint8Array

import type { Upload } from './files/uploads.ts'
import type { MusicPlan } from './music/plan-music.ts'
import type { Fingerprint } from './transcription/fingerprint.ts'

/** Mono sound as samples from -1 to 1. */
export interface Mono {
  readonly rate: number
  readonly samples: Float32Array
}

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
  /** Decibels above the usual level. */
  readonly gain?: number
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

export interface TranscribeTask {
  readonly kind: 'transcribe'
  readonly upload: Upload
}

export interface EffectOrder {
  readonly text: string
  /** In seconds; by what is heard where it is not given. */
  readonly seconds?: number
  /** From 0 to 1: how closely the words are followed. */
  readonly influence: number
  readonly isLoop: boolean
  readonly seed: string
  readonly rate: number
}

export interface EffectTask {
  readonly kind: 'effect'
  readonly order: EffectOrder
  readonly output: OutputFormat
  readonly label: Label
}

export interface MusicTask {
  readonly kind: 'music'
  readonly plan: MusicPlan
  readonly seed: string
  readonly output: OutputFormat
  readonly label: Label
}

export interface IsolateTask {
  readonly kind: 'isolate'
  readonly upload: Upload
  readonly output: OutputFormat
  readonly label: Label
}

/** What a voice is changed into. */
export interface TargetVoice {
  /** Its fundamental frequency. */
  readonly hertz: number
  /** Its formants, relative to those of a man's voice: above 1 for a smaller throat. */
  readonly throat: number
}

export interface ChangeTask {
  readonly kind: 'change'
  readonly upload: Upload
  readonly target: TargetVoice
  /** Whether noise is reduced first. */
  readonly cleans: boolean
  readonly output: OutputFormat
  readonly label: Label
}

/** Decodes a file to its end, so that a broken one is refused, and tells how long it is. */
export interface ProbeTask {
  readonly kind: 'probe'
  readonly upload: Upload
}

/** A time in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface DubOrder {
  /** A language of `phrases`. */
  readonly language: string
  readonly keepsBackground: boolean
  /** What is dubbed; outside of it the recording stays as it is. */
  readonly range: Span
  /** Where somebody speaks, and what, where that is known. */
  readonly spans: readonly (Span & { readonly text?: string })[]
  /** At most so many voices: 1, or 2, which are told apart by their pitch. */
  readonly voices: number
}

export interface DubTask {
  readonly kind: 'dub'
  readonly upload: Upload
  /** Whether a video keeps its pictures, with the new sound. */
  readonly keepsVideo: boolean
  readonly order: DubOrder
  readonly output: OutputFormat
  readonly label: Label
}

/** Everything that decides about a sound: equal tasks give equal bytes. */
export type SoundTask =
  | SpeakTask
  | TranscribeTask
  | EffectTask
  | MusicTask
  | IsolateTask
  | ChangeTask
  | ProbeTask
  | DubTask

/** What is said in a part of a dub, in seconds. */
export interface DubbedPart {
  readonly start: number
  readonly end: number
  readonly text: string
  /** What was said there before; absent where the words are not known. */
  readonly source?: string
  readonly speaker: string
}

/** Speech of known words, as it can be recognised again without its tags. */
export interface SpokenPrint {
  readonly print: Fingerprint
  readonly text: string
  readonly words: readonly SpokenWord[]
  readonly language?: string
  readonly voice?: string
}

/** What is known of a sound before its first byte. */
export interface SoundFacts {
  readonly kind: 'facts'
  readonly seconds: number
  /** Of a dub. */
  readonly dubbed?: readonly DubbedPart[]
  /** `simple` where espeak-ng is not installed. */
  readonly synthesizer?: 'espeak-ng' | 'simple'
  /** Where words are spoken. */
  readonly spoken?: SpokenPrint
  /** The media type, where it is not that of the wanted format: a video. */
  readonly type?: string
}

/** A time in which a voice is heard, in seconds. */
export interface VoicePart {
  readonly start: number
  readonly end: number
  /** In decibels below full scale. */
  readonly level: number
  /** The mean likelihood of a voice. */
  readonly likelihood: number
}

/** What is heard in a file. */
export interface Transcript {
  readonly kind: 'transcript'
  /** How the words are known: by the file's tag, or by its sound; otherwise only where a voice is heard. */
  readonly source: 'embedded' | 'fingerprint' | 'voice_activity'
  readonly seconds: number
  readonly text: string
  readonly words: readonly SpokenWord[]
  /** Where a voice is heard, where the words are not known. */
  readonly parts: readonly VoicePart[]
  readonly language?: string
  readonly voice?: string
  /** Of a sound whose words are not known: what to compare with earlier speech. */
  readonly print?: Fingerprint
}

/** What a sound process sends: a transcript; or the facts, then the file's bytes in order. */
export type SoundPart = SoundFacts | Transcript | Uint8Array

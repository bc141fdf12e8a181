import type { RunTask } from '../run-task.ts'
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

export interface OutputFormat {
  readonly container: Container
  readonly rate: number
  /** Bits a second, for formats that have a choice. */
  readonly bitrate: number
}

/** A time in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A word and when it is spoken. */
export interface SpokenWord extends Span {
  readonly text: string
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

export interface Label {
  readonly kind: 'speech' | 'music' | 'sound effect' | 'voice change' | 'voice isolation' | 'dub'
  readonly model: string
  readonly voice?: string
  readonly language?: string
  readonly text?: string
}

interface UploadTask {
  readonly upload: Upload
}

export interface EffectOrder {
  readonly text: string
  readonly seconds?: number
  /** From 0 to 1: how closely the words are followed. */
  readonly influence: number
  readonly isLoop: boolean
  readonly seed: string
  readonly rate: number
}

interface Written {
  readonly output: OutputFormat
  readonly label: Label
}

/** A voice: its fundamental frequency in hertz, and its formants relative to those of a man's voice, above 1 for a smaller throat. */
export interface TargetVoice {
  readonly hertz: number
  readonly throat: number
}

export type SpeakTask = Written & { readonly kind: 'speak'; readonly text: string; readonly delivery: Delivery }
export type TranscribeTask = UploadTask & { readonly kind: 'transcribe' }
export type EffectTask = Written & { readonly kind: 'effect'; readonly order: EffectOrder }
export type MusicTask = Written & { readonly kind: 'music'; readonly plan: MusicPlan; readonly seed: string }
export type IsolateTask = Written & UploadTask & { readonly kind: 'isolate' }
/** `cleans`: noise is reduced first. */
export type ChangeTask = Written &
  UploadTask & { readonly kind: 'change'; readonly target: TargetVoice; readonly cleans: boolean }
/** Decodes a file to its end, so that a broken one is refused, and tells how long it is. */
type ProbeTask = UploadTask & { readonly kind: 'probe' }

export interface DubOrder {
  readonly language: string
  readonly keepsBackground: boolean
  /** What is dubbed; outside of it the recording stays as it is. */
  readonly range: Span
  /** Where somebody speaks, and what, where that is known. */
  readonly spans: readonly (Span & { readonly text?: string })[]
  /** At most so many voices: 1, or 2, which are told apart by their pitch. */
  readonly voices: number
}

/** `keepsVideo`: a video keeps its pictures, with the new sound. */
export type DubTask = Written &
  UploadTask & { readonly kind: 'dub'; readonly keepsVideo: boolean; readonly order: DubOrder }

/** Everything that decides about a sound: equal tasks give equal bytes. */
export type SoundTask =
  | (SpeakTask | TranscribeTask | EffectTask | MusicTask)
  | (IsolateTask | ChangeTask | ProbeTask | DubTask)

/** What is said in a part of a dub. */
export interface DubbedPart extends Span {
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

export interface SoundFacts {
  readonly kind: 'facts'
  readonly seconds: number
  readonly dubbed?: readonly DubbedPart[]
  /** `simple` where espeak-ng is not installed. */
  readonly synthesizer?: 'espeak-ng' | 'simple'
  readonly spoken?: SpokenPrint
  /** The media type, where it is not that of the wanted format: a video. */
  readonly type?: string
}

/** A time in which a voice is heard. */
export interface VoicePart extends Span {
  /** The mean likelihood of a voice. */
  readonly likelihood: number
}

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

/** Makes a sound outside the router's event loop; its facts and bytes come in parts. */
export type MakeSound = RunTask<SoundTask, null, SoundPart>

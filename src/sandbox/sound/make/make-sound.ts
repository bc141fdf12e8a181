import { defined } from '#contract/core/loose-json.ts'
import { resampled } from '#media/audio/rate-converter.ts'
import { dub } from '../dubbing/dub.ts'
import { soundEffect } from '../effects/effect.ts'
import { dubbedVideo } from '../files/dubbed-video.ts'
import { encodeSound, type Tags } from '../files/encode-sound.ts'
import { type Heard, hear } from '../files/hear.ts'
import { commentOf } from '../files/provenance.ts'
import { describePlan } from '../music/plan-music.ts'
import { playMusic } from '../music/play-music.ts'
import type {
  ChangeTask,
  DubTask,
  IsolateTask,
  Label,
  MusicTask,
  OutputFormat,
  Sound,
  SoundFacts,
  SoundPart,
  SoundTask,
  SpokenWord,
  TranscribeTask,
  Transcript,
} from '../sound-task.ts'
import { fingerprintOf } from '../transcription/fingerprint.ts'
import { shifted, type VoiceShift } from './change-voice.ts'
import { denoised, denoiseRate, quietPauses, voiceParts } from './denoise.ts'
import { heardLevel, levelled, pitchOf } from './sound-measures.ts'
import type { Speak } from './speaker-client.ts'

/** Takes the parts of a sound in order. */
export type Hand = (part: SoundPart) => void

const blockSeconds = 0.5

function* blocksOf({ rate, channels }: Sound): Generator<readonly Float32Array[]> {
  const length = Math.round(blockSeconds * rate)
  const frames = channels[0]?.length ?? 0
  for (let at = 0; at < frames; at += length) yield channels.map((samples) => samples.subarray(at, at + length))
}

interface Finished extends Sound {
  readonly output: OutputFormat
  readonly label: Label
  readonly words?: readonly SpokenWord[]
  readonly dubbed?: SoundFacts['dubbed']
  readonly synthesizer?: SoundFacts['synthesizer']
}

const tagsOf = (finished: Finished, seconds: number, print = spokenPrint(finished)?.print): Tags => ({
  title: `Sandbox: synthetic ${finished.label.kind}.`,
  artist: finished.label.model,
  comment: commentOf(finished.label, seconds, finished.words, print),
})

/** What speech can be recognised by when its tags are lost. */
function spokenPrint({ rate, channels: [samples], label, words = [] }: Finished) {
  if (!samples || words.length === 0) return undefined
  const { text = words.map((word) => word.text).join(' '), language, voice } = label
  return { print: fingerprintOf(samples, rate, 'stored'), text, words, ...defined({ language, voice }) }
}

async function writeSound(finished: Finished, hand: Hand): Promise<void> {
  const { rate, output, dubbed, synthesizer } = finished
  const channels = finished.channels.map((samples) => resampled(samples, rate, output.rate))
  const frames = channels[0]?.length ?? 0
  const seconds = frames / output.rate
  const spoken = spokenPrint(finished)
  const tags = tagsOf(finished, seconds, spoken?.print)
  hand({ kind: 'facts', seconds, ...defined({ synthesizer, spoken, dubbed }) })
  const blocks = blocksOf({ rate: output.rate, channels })
  await encodeSound(blocks, { format: output, channels: channels.length, frames, tags }, hand)
}

async function playPlan({ plan, seed, output, label }: MusicTask, hand: Hand): Promise<void> {
  const frames = Math.round(plan.seconds * output.rate)
  const { seconds } = plan
  const described = { ...label, text: describePlan(plan) }
  const tags = { title: 'Sandbox: synthetic music.', artist: label.model, comment: commentOf(described, seconds) }
  hand({ kind: 'facts', seconds })
  await encodeSound(playMusic(plan, seed, output.rate), { format: output, channels: 2, frames, tags }, hand)
}

/** What is known of an upload's words goes on with it, since its length is kept. */
function withWords(label: Label, { origin }: Heard): Pick<Finished, 'label' | 'words'> {
  const { text, language, words = [] } = origin ?? {}
  return { label: { ...label, ...defined({ text, language }) }, words }
}

async function isolate({ upload, output, label }: IsolateTask, hand: Hand): Promise<void> {
  const heard = await hear(upload)
  const { samples, voiced } = await denoised(resampled(heard.samples, heard.rate, denoiseRate))
  const channels = [quietPauses(samples, voiced)]
  await writeSound({ rate: denoiseRate, channels, output, ...withWords(label, heard) }, hand)
}

/** The fundamental frequency of a man's and a woman's voice, and how much smaller the woman's throat is. */
const usual = { low: 105, high: 205, throat: 1.14 }
/** The most that a pitch and formants are moved, in semitones. */
const most = { pitch: 24, formants: 5 }

/** How a voice becomes another, by its pitch; one that is close to it already is moved a little. */
function shiftTo({ hertz: wanted, throat }: ChangeTask['target'], hertz: number): VoiceShift {
  const bounded = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))
  const place = Math.max(0, Math.min(1, Math.log2(hertz / usual.low) / Math.log2(usual.high / usual.low)))
  const formants = 12 * Math.log2(throat / usual.throat ** place)
  const pitch = 12 * Math.log2(wanted / hertz)
  const isClose = Math.abs(pitch) < 1 && Math.abs(formants) < 1
  const side = throat > 1 ? 1 : -1
  return { pitch: bounded(pitch, most.pitch), formants: isClose ? side * 1.5 : bounded(formants, most.formants), hertz }
}

/**
 * What is heard in a file: the words of one that the sandbox spoke, by what the file says where its sound is like it; of any other the times in which a voice is heard,
 * without words, and its fingerprint.
 */
async function transcribe({ upload }: TranscribeTask): Promise<Transcript> {
  const { rate, samples, seconds, origin } = await hear(upload)
  if (origin && origin.words.length > 0) {
    const { words, text = words.map((word) => word.text).join(' '), language, voice } = origin
    const known = { words, text, parts: [], ...defined({ language, voice }) }
    return { kind: 'transcript', source: 'embedded', seconds, ...known }
  }
  const clean = await denoised(resampled(samples, rate, denoiseRate))
  const parts = voiceParts(clean.samples, clean.voiced)
  const print = fingerprintOf(samples, rate, 'fine')
  return { kind: 'transcript', source: 'voice_activity', seconds, words: [], parts, text: '', print }
}

async function change({ upload, target, cleans, output, label }: ChangeTask, hand: Hand): Promise<void> {
  const heard = await hear(upload)
  const even = resampled(heard.samples, heard.rate, denoiseRate)
  const samples = cleans ? (await denoised(even)).samples : even
  // Without a voice to measure, one between a man's and a woman's is assumed.
  const shift = shiftTo(target, pitchOf(samples, denoiseRate) || 150)
  const level = heardLevel(samples, denoiseRate)
  const changed = levelled(await shifted(samples, denoiseRate, shift), denoiseRate, level)
  await writeSound({ rate: denoiseRate, channels: [changed], output, ...withWords(label, heard) }, hand)
}

async function dubUpload({ upload, order, keepsVideo, output, label }: DubTask, speak: Speak, hand: Hand) {
  const sound = await dub(await hear(upload), order, speak)
  const { rate, samples, words, dubbed } = sound
  const text = dubbed.map((one) => one.text).join(' ')
  const seconds = samples.length / rate
  const finished = { rate, channels: [samples], words, dubbed, output, label: { ...label, text } }
  const video = keepsVideo ? await dubbedVideo(upload.bytes, sound, tagsOf(finished, seconds)) : undefined
  if (!video) return writeSound(finished, hand)
  hand({ kind: 'facts', seconds, dubbed, type: video.type })
  hand(video.bytes)
}

/** Makes what a task asks for. Throws a refusal for a file that it cannot use. */
export async function makeSound(task: SoundTask, speak: Speak, hand: Hand): Promise<void> {
  switch (task.kind) {
    case 'speak': {
      const { rate, samples, words, synthesizer } = await speak(task.text, task.delivery)
      return writeSound({ rate, channels: [samples], output: task.output, label: task.label, words, synthesizer }, hand)
    }
    case 'transcribe':
      return hand(await transcribe(task))
    case 'effect':
      return writeSound({ ...soundEffect(task.order), output: task.output, label: task.label }, hand)
    case 'music':
      return playPlan(task, hand)
    case 'isolate':
      return isolate(task, hand)
    case 'change':
      return change(task, hand)
    case 'probe': {
      const { seconds } = await hear(task.upload)
      return hand({ kind: 'facts', seconds })
    }
    case 'dub':
      return dubUpload(task, speak, hand)
  }
}

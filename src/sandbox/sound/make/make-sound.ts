import { dub } from '../dubbing/dub.ts'
import { soundEffect } from '../effects/effect.ts'
import { decodeSound, type Heard } from '../files/decode-sound.ts'
import { encodeSound } from '../files/encode-sound.ts'
import { commentOf } from '../files/provenance.ts'
import { describePlan } from '../music/plan-music.ts'
import { playMusic } from '../music/play-music.ts'
import type {
  ChangeTask,
  IsolateTask,
  Label,
  MusicTask,
  OutputFormat,
  Sound,
  SoundFacts,
  SoundPart,
  SoundTask,
  SpokenWord,
} from '../order.ts'
import { fingerprintOf } from '../transcription/fingerprint.ts'
import { shifted } from './change-voice.ts'
import { denoised, denoiseRate } from './denoise.ts'
import { pitchOf } from './pitch.ts'
import { resampled } from './resample.ts'
import type { Speak } from './speaker-client.ts'
import { transcribe } from './transcribe.ts'

/** Takes the parts of a sound in order. */
export type Hand = (part: SoundPart) => void

const blockSeconds = 0.5

const monoOf = ({ channels: [samples = new Float32Array()] }: Sound) => samples

/** A sound in blocks of half a second. */
function* blocksOf({ rate, channels }: Sound): Generator<readonly Float32Array[]> {
  const length = Math.round(blockSeconds * rate)
  const frames = channels[0]?.length ?? 0
  for (let at = 0; at < frames; at += length) yield channels.map((samples) => samples.subarray(at, at + length))
}

interface Finished {
  readonly sound: Sound
  readonly output: OutputFormat
  readonly label: Label
  /** What is heard in it. */
  readonly words?: readonly SpokenWord[]
  readonly synthesizer?: SoundFacts['synthesizer']
  readonly dubbed?: SoundFacts['dubbed']
}

/** What speech can be recognised by when its tags are lost. */
function spokenPrint(sound: Sound, { text, language, voice }: Label, words: readonly SpokenWord[]) {
  if (words.length === 0) return undefined
  return {
    print: fingerprintOf(monoOf(sound), sound.rate, 'stored'),
    ...{ text: text ?? words.map((word) => word.text).join(' '), words },
    ...(language !== undefined && { language }),
    ...(voice !== undefined && { voice }),
  }
}

/** Writes a finished sound. */
async function writeSound(made: Finished, hand: Hand): Promise<void> {
  const { sound, output, label, words = [], synthesizer, dubbed } = made
  const channels = sound.channels.map((samples) => resampled(samples, sound.rate, output.rate))
  const frames = channels[0]?.length ?? 0
  const seconds = frames / output.rate
  const tags = {
    title: `Sandbox: synthetic ${label.kind}.`,
    artist: label.model,
    comment: commentOf(label, seconds, words),
  }
  const spoken = spokenPrint(sound, label, words)
  hand({
    kind: 'facts',
    seconds,
    ...(synthesizer && { synthesizer }),
    ...(spoken && { spoken }),
    ...(dubbed && { dubbed }),
  })
  const blocks = blocksOf({ rate: output.rate, channels })
  await encodeSound(blocks, { format: output, channels: channels.length, frames, tags }, hand)
}

async function playPlan({ plan, seed, output, label }: MusicTask, hand: Hand): Promise<void> {
  const frames = Math.round(plan.seconds * output.rate)
  const { seconds } = plan
  const described = { ...label, text: describePlan(plan) }
  const tags = { title: 'Sandbox: synthetic music.', artist: label.model, comment: commentOf(described, seconds, []) }
  hand({ kind: 'facts', seconds })
  await encodeSound(playMusic(plan, seed, output.rate), { format: output, channels: 2, frames, tags }, hand)
}

/** What is known of an upload's words goes on with it, since its length is kept. */
const withWords = (label: Label, origin: Heard['origin']): Pick<Finished, 'label' | 'words'> => ({
  label: {
    ...label,
    ...(origin?.text !== undefined && { text: origin.text }),
    ...(origin?.language !== undefined && { language: origin.language }),
  },
  words: origin?.words ?? [],
})

async function isolate({ upload, output, label }: IsolateTask, hand: Hand): Promise<void> {
  const { sound, origin } = await decodeSound(upload.bytes, upload.field)
  const { samples } = await denoised(resampled(monoOf(sound), sound.rate, denoiseRate))
  const clean = { rate: denoiseRate, channels: [samples] }
  await writeSound({ sound: clean, output, ...withWords(label, origin) }, hand)
}

/** The least change of the formants, in semitones, so that a voice that is close to its target changes too. */
const leastFormants = 1.5

async function change({ upload, target, cleans, output, label }: ChangeTask, hand: Hand): Promise<void> {
  const { sound, origin } = await decodeSound(upload.bytes, upload.field)
  const even = resampled(monoOf(sound), sound.rate, denoiseRate)
  const samples = cleans ? (await denoised(even)).samples : even
  const hertz = pitchOf(samples, denoiseRate)
  // Without a voice to measure, the target's place among voices decides.
  const pitch = 12 * Math.log2(target.hertz / (hertz || 150))
  const formants = (target.isHigh ? 1 : -1) * leastFormants + target.offset * 1.5
  const bounded = Math.max(-14, Math.min(14, Math.abs(pitch) < 1 ? (target.isHigh ? 1 : -1) : pitch))
  const changed = await shifted(samples, denoiseRate, { pitch: bounded, formants, hertz })
  await writeSound({ sound: { rate: denoiseRate, channels: [changed] }, output, ...withWords(label, origin) }, hand)
}

/** Makes what a task asks for. Throws a refusal for a file that it cannot use. */
export async function makeSound(task: SoundTask, speak: Speak, hand: Hand): Promise<void> {
  switch (task.kind) {
    case 'speak': {
      const { sound, words, synthesizer } = await speak(task.text, task.delivery)
      return writeSound({ sound, output: task.output, label: task.label, words, synthesizer }, hand)
    }
    case 'transcribe':
      return hand(await transcribe(task))
    case 'effect':
      return writeSound({ sound: soundEffect(task.order), output: task.output, label: task.label }, hand)
    case 'music':
      return playPlan(task, hand)
    case 'isolate':
      return isolate(task, hand)
    case 'change':
      return change(task, hand)
    case 'dub': {
      const { output, label } = task
      const { text, ...dubbed } = await dub(await decodeSound(task.upload.bytes, task.upload.field), task.order, speak)
      return writeSound({ ...dubbed, output, label: { ...label, text } }, hand)
    }
  }
}

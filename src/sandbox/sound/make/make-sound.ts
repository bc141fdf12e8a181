import { encodeSound } from '../files/encode-sound.ts'
import { commentOf } from '../files/provenance.ts'
import type { Label, OutputFormat, Sound, SoundFacts, SoundPart, SoundTask, SpokenWord } from '../order.ts'
import { resampled } from './resample.ts'
import type { Speak } from './speaker-client.ts'
import { transcribe } from './transcribe.ts'

/** Takes the parts of a sound in order. */
export type Hand = (part: SoundPart) => void

const blockSeconds = 0.5

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
}

/** Writes a finished sound. */
async function writeSound({ sound, output, label, words = [], synthesizer }: Finished, hand: Hand): Promise<void> {
  const channels = sound.channels.map((samples) => resampled(samples, sound.rate, output.rate))
  const frames = channels[0]?.length ?? 0
  const seconds = frames / output.rate
  const tags = {
    title: `Sandbox: synthetic ${label.kind}.`,
    artist: label.model,
    comment: commentOf(label, seconds, words),
  }
  hand({ kind: 'facts', seconds, ...(synthesizer && { synthesizer }) })
  const blocks = blocksOf({ rate: output.rate, channels })
  await encodeSound(blocks, { format: output, channels: channels.length, frames, tags }, hand)
}

/** Makes what a task asks for. Throws a refusal for a file that it cannot use. */
export async function makeSound(task: SoundTask, speak: Speak, hand: Hand): Promise<void> {
  if (task.kind === 'transcribe') return hand(await transcribe(task))
  const { sound, words, synthesizer } = await speak(task.text, task.delivery)
  await writeSound({ sound, output: task.output, label: task.label, words, synthesizer }, hand)
}

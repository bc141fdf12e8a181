import { decodeSound } from '../files/decode-sound.ts'
import type { SoundFacts, SoundTask } from '../order.ts'
import type { MakeSound } from '../sound-processes.ts'

/** A file of a sound process, with what was said of it. */
export async function madeFile(
  makeSound: MakeSound,
  task: SoundTask,
): Promise<{ readonly bytes: Uint8Array; readonly facts: SoundFacts }> {
  const parts: Uint8Array[] = []
  let facts: SoundFacts | undefined
  await makeSound(task, new AbortController().signal, (part) => {
    if (part instanceof Uint8Array) parts.push(part)
    else if (part.kind === 'facts') facts = part
  })
  if (!facts) throw new Error('no facts')
  return { bytes: new Uint8Array(Buffer.concat(parts)), facts }
}

/** The level of samples in decibels below full scale. */
export function decibels(samples: Float32Array): number {
  const energy = samples.reduce((sum, value) => sum + value * value, 0)
  return 10 * Math.log10(energy / Math.max(1, samples.length) + 1e-12)
}

const [lowest, highest] = [60, 450]
/** Every third sample is enough for a voice. */
const step = 3

/** The fundamental frequency of a voice: the median over frames of 40 ms in which the autocorrelation shows a clear period. */
export function pitchOf(samples: Float32Array, rate: number): number {
  const frame = Math.round(rate * 0.04)
  const found: number[] = []
  for (let from = 0; from + frame * 2 < samples.length; from += frame) {
    const energy = (at: number) => {
      let sum = 0
      for (let index = at; index < at + frame; index += step) sum += (samples[index] ?? 0) ** 2
      return sum
    }
    if ((energy(from) * step) / frame < 1e-4) continue
    let best = 0
    let lag = 0
    for (let shift = Math.floor(rate / highest); shift <= rate / lowest; shift += 1) {
      let sum = 0
      for (let at = 0; at < frame; at += step) sum += (samples[from + at] ?? 0) * (samples[from + at + shift] ?? 0)
      const likeness = sum / Math.sqrt(energy(from) * energy(from + shift) + 1e-9)
      if (likeness > best + 0.02) {
        best = likeness
        lag = shift
      }
    }
    if (best > 0.7) found.push(rate / lag)
  }
  return found.sort((a, b) => a - b)[found.length >> 1] ?? 0
}

/** A decoded file as mono samples. */
export async function heard(bytes: Uint8Array) {
  const { sound, seconds, origin } = await decodeSound(bytes, 'file')
  const [samples = new Float32Array()] = sound.channels
  return { samples, rate: sound.rate, seconds, origin }
}

import { hear } from '../files/hear.ts'
import type { MakeSound, SoundFacts, SoundTask } from '../sound-task.ts'

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

/** A decoded file. */
export const heard = (bytes: Uint8Array) => hear({ bytes, field: 'file' })

/** The share of the energy between two frequencies, over eight frames of 8,192 samples. */
export function share(samples: Float32Array, rate: number, from: number, to: number): number {
  const size = 8192
  let inside = 0
  let all = 0
  for (let at = 0; at + size <= samples.length && at < size * 8; at += size) {
    const frame = samples
      .slice(at, at + size)
      .map((value, index) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size)))
    for (const [bin, power] of spectrum(frame).entries()) {
      const hertz = (bin * rate) / size
      all += power
      if (hertz >= from && hertz <= to) inside += power
    }
  }
  return all === 0 ? 0 : inside / all
}

/** The power of each bin up to half the rate (FFT of a power of two). */
function spectrum(frame: Float32Array): Float64Array {
  const size = frame.length
  const [real, imaginary] = [Float64Array.from(frame), new Float64Array(size)]
  for (let at = 1, swapped = 0; at < size; at += 1) {
    let bit = size >> 1
    for (; swapped & bit; bit >>= 1) swapped ^= bit
    swapped ^= bit
    const [a, b] = [real[at] ?? 0, real[swapped] ?? 0]
    if (at < swapped) [real[at], real[swapped]] = [b, a]
  }
  for (let length = 2; length <= size; length *= 2)
    for (let start = 0; start < size; start += length)
      for (let at = 0; at < length / 2; at += 1) {
        const turn = (-2 * Math.PI * at) / length
        const [even, odd] = [start + at, start + at + length / 2]
        const [r, i] = [real[odd] ?? 0, imaginary[odd] ?? 0]
        const [re, im] = [r * Math.cos(turn) - i * Math.sin(turn), r * Math.sin(turn) + i * Math.cos(turn)]
        real[odd] = (real[even] ?? 0) - re
        imaginary[odd] = (imaginary[even] ?? 0) - im
        real[even] = (real[even] ?? 0) + re
        imaginary[even] = (imaginary[even] ?? 0) + im
      }
  return Float64Array.from({ length: size / 2 }, (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2)
}

/** Takes away the globals that libraries were given in this process. */
export function forgetGlobals(): void {
  const names = ['AudioDecoder', 'AudioData', 'EncodedAudioChunk', 'AudioWorkletProcessor', 'registerProcessor']
  for (const name of [...names, 'sampleRate', 'currentTime']) Reflect.deleteProperty(globalThis, name)
}

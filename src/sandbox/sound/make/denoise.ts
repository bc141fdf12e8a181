/// <reference path="../../modules.d.ts" />
import init from '@echogarden/rnnoise-wasm'
import type { VoicePart } from '../sound-task.ts'

export const denoiseRate = 48_000

/** 10 milliseconds. */
const frame = 480
const scale = 32_768
/** 20 seconds, in frames. */
const rehearsal = 2_000

interface Denoised {
  /** Of the input's length, without the delay of a frame that RNNoise has. */
  readonly samples: Float32Array
  /** The likelihood of a voice for each 10 ms, from 0 to 1. */
  readonly voiced: Float32Array
}

/** Reduces noise in mono samples of 48 kHz (RNNoise), and tells where a voice is. */
export async function denoised(samples: Float32Array): Promise<Denoised> {
  const rnnoise = await init()
  const state = rnnoise._rnnoise_create(0)
  const at = rnnoise._malloc(frame * 4)
  const frames = Math.ceil(samples.length / frame)
  const made = new Float32Array(samples.length)
  const voiced = new Float32Array(frames)
  const process = (from: number) => {
    const memory = rnnoise.HEAPF32.subarray(at / 4, at / 4 + frame)
    for (let place = 0; place < frame; place += 1) memory[place] = (samples[from + place] ?? 0) * scale
    return { memory, likelihood: rnnoise._rnnoise_process_frame(state, at, at) }
  }
  // Noise is told from a voice only once a voice was heard: the beginning is heard twice.
  for (let index = 0; index < Math.min(frames, rehearsal); index += 1) process(index * frame)
  for (let index = 0; index <= frames; index += 1) {
    const { memory, likelihood } = process(index * frame)
    if (index < frames) voiced[index] = likelihood
    // What comes out is what went in a frame before.
    for (let place = 0; place < frame; place += 1) {
      const target = (index - 1) * frame + place
      if (target >= 0 && target < made.length) made[target] = (memory[place] ?? 0) / scale
    }
  }
  rnnoise._rnnoise_destroy(state)
  rnnoise._free(at)
  return { samples: made, voiced }
}

/** How much what is left in pauses is reduced; a pause begins this many frames after a voice, and ends as many before. */
const pauseGain = 0.25
const pauseMargin = 20

/** The same with less of what the noise reduction left where nobody speaks. */
export function quietPauses(samples: Float32Array, voiced: Float32Array): Float32Array {
  let since = Number.POSITIVE_INFINITY
  const near = Float32Array.from(voiced, (likelihood) => {
    since = likelihood > 0.3 ? 0 : since + 1
    return since
  })
  since = Number.POSITIVE_INFINITY
  for (let index = voiced.length - 1; index >= 0; index -= 1) {
    since = near[index] === 0 ? 0 : since + 1
    near[index] = Math.min(near[index] ?? since, since)
  }
  let gain = pauseGain
  return samples.map((value, at) => {
    const wanted = (near[Math.floor(at / frame)] ?? 0) > pauseMargin ? pauseGain : 1
    // Faded over about 20 ms.
    gain += (wanted - gain) / frame
    return value * gain
  })
}

const likely = 0.6
/** Shorter pauses do not end a part; shorter parts are left out. Both in frames. */
const shortestPause = 35
const shortestPart = 15

/** How far the loudness of speech moves at least, in decibels. A tone, a hum or a buzz, which has the pitch of a voice, keeps its own. */
const leastMove = 5

function isMoving(samples: Float32Array): boolean {
  const levels = Float64Array.from({ length: Math.floor(samples.length / frame) }, (_, at) => {
    const energy = samples.subarray(at * frame, (at + 1) * frame).reduce((sum, value) => sum + value * value, 0)
    return 10 * Math.log10(energy / frame + 1e-10)
  }).sort()
  const at = (share: number) => levels[Math.floor(levels.length * share)] ?? 0
  return at(0.8) - at(0.2) >= leastMove
}

export function voiceParts(samples: Float32Array, voiced: Float32Array): VoicePart[] {
  const parts: { first: number; last: number }[] = []
  for (const [index, likelihood] of voiced.entries()) {
    if (likelihood < likely) continue
    const last = parts.at(-1)
    if (last && index - last.last <= shortestPause) last.last = index
    else parts.push({ first: index, last: index })
  }
  return parts.flatMap(({ first, last }) => {
    if (last - first < shortestPart || !isMoving(samples.subarray(first * frame, (last + 1) * frame))) return []
    const sum = voiced.subarray(first, last + 1).reduce((total, value) => total + value, 0)
    const [start, end] = [(first * frame) / denoiseRate, Math.min((last + 1) * frame, samples.length) / denoiseRate]
    return [{ start, end, likelihood: sum / (last + 1 - first) }]
  })
}

/// <reference path="../../modules.d.ts" />
import { resampled } from '#media/audio/rate-converter.ts'
import { stretched } from './stretch.ts'

/** The messages and the one method of the library's processor that are used here. */
interface StretchProcessor {
  port: { postMessage(message: readonly unknown[]): void; onmessage: (event: { data: unknown[] }) => void }
  process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean
}

type Processor = new (options: object) => StretchProcessor

let loaded: Promise<Processor> | undefined

/** The library is made for the page's audio thread: what that thread has as globals is put there for it. */
function load(): Promise<Processor> {
  loaded ??= new Promise((resolve, reject) => {
    class AudioWorkletProcessor {
      port = { postMessage: () => {}, onmessage: () => {} }
    }
    const registerProcessor = (_name: string, processor: Processor) => resolve(processor)
    Object.assign(globalThis, { AudioWorkletProcessor, registerProcessor, sampleRate: 48_000, currentTime: 0 })
    import('signalsmith-stretch').catch(reject)
  })
  return loaded
}

export interface VoiceShift {
  /** Semitones of the pitch. */
  readonly pitch: number
  /** Semitones of the formants, apart from the pitch. */
  readonly formants: number
  /** The voice's fundamental frequency in hertz, from which its formants are told. */
  readonly hertz: number
}

const block = 128

/** Pitch and formants moved together, at the same length: stretched, then played faster. */
function scaled(samples: Float32Array, rate: number, semitones: number): Float32Array {
  const factor = 2 ** (semitones / 12)
  const made = new Float32Array(samples.length)
  made.set(resampled(stretched(samples, rate, factor), factor, 1).subarray(0, made.length))
  return made
}

/** The same speech with another pitch and other formants, of the same length. One at a time. */
export async function shifted(
  samples: Float32Array,
  rate: number,
  { pitch, formants, hertz }: VoiceShift,
): Promise<Float32Array> {
  const rest = { pitch: pitch - formants, hertz: hertz * 2 ** (formants / 12) }
  return pitched(scaled(samples, rate, formants), rate, rest)
}

async function pitched(
  samples: Float32Array,
  rate: number,
  { pitch, hertz }: Omit<VoiceShift, 'formants'>,
): Promise<Float32Array> {
  const Stretch = await load()
  Object.assign(globalThis, { sampleRate: rate, currentTime: 0 })
  const processor = new Stretch({ numberOfOutputs: 1, outputChannelCount: [1] })
  await new Promise<void>((resolve) => {
    processor.port.postMessage = ([kind]) => {
      if (kind === 'ready') resolve()
    }
  })
  const send = (method: string, argument: unknown) => processor.port.onmessage({ data: [0, method, argument] })
  send('schedule', {
    ...{ active: true, input: 0, output: 0, rate: 1, semitones: pitch, formantSemitones: 0 },
    ...{ formantCompensation: true, formantBaseHz: hertz },
  })
  send('addBuffers', [samples])
  const made = new Float32Array(samples.length)
  const part = new Float32Array(block)
  for (let from = 0; from < made.length; from += block) {
    Object.assign(globalThis, { currentTime: from / rate })
    processor.process([[]], [[part]])
    made.set(part.subarray(0, made.length - from), from)
  }
  return made
}

import { decodeSound } from '../../../src/media/audio/decode-sound.ts'
import { PeakMaker } from '../../../src/media/audio/peaks.ts'
import { wavHeader } from '../../../src/media/audio/wav.ts'
import { nextFrame, settled } from '../page/waiting.ts'
import { passage, rate, samples } from './hour.ts'
import type { WaveName } from './wave-names.ts'
import { measurePeaks, openWave } from './waves.tsx'

export { measurePeaks }

/** How often it is scrolled, by how many px, and which zooms are shown in turn, in px a second. */
const scrolls = 60
const stride = 120
const zooms = [20, 60, 100, 60, 20, 2, 20, 60, 100, 2]

/** A waveform of an hour, ready to be drawn; each step is drawn in frames of its own before it resolves. */
export async function prepareWave(name: WaveName) {
  const { peaks } = measurePeaks()
  await settled()
  let wave: ReturnType<typeof openWave> | undefined
  const drawn = async () => {
    await nextFrame()
    await nextFrame()
  }
  return {
    zooms: zooms.length,
    scrolls,
    async create() {
      wave = openWave(name, peaks)
      await drawn()
      await drawn()
    },
    async zoom() {
      for (const scale of zooms) {
        wave?.zoom(scale)
        await drawn()
      }
      wave?.zoom(100)
      await drawn()
    },
    async scroll() {
      for (let n = 1; n <= scrolls; n += 1) {
        wave?.scroll(n * stride)
        await drawn()
      }
    },
  }
}

/** Reads a WAV file of the hour to its end, in parts, as the worker does. Resolves with ms by the clock. */
export async function prepareFile() {
  const part = passage()
  const parts = Array.from({ length: Math.floor(samples / part.length) }, () => part)
  const bytes = parts.length * part.byteLength
  const file = new Blob([wavHeader({ coding: 'int', bits: 16, rate, channels: 1 }, bytes), ...parts])
  await settled()
  return {
    async read() {
      const start = performance.now()
      const maker = new PeakMaker(rate, 1, samples)
      for await (const { lanes, frames } of decodeSound(file)) maker.add(lanes, frames)
      const peaks = maker.peaks()
      return { ms: performance.now() - start, frames: peaks.frames }
    },
  }
}

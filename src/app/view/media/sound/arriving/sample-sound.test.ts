import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readWav, wavHeader } from '#media/audio/wav.ts'
import { SampleSound } from './sample-sound.ts'

const format = { coding: 'int', bits: 16, rate: 8000, channels: 1 } as const
const samples = (count: number) => Uint8Array.from({ length: count * 2 }, (_, at) => at & 255)
const wav = (bytes: Uint8Array) => Uint8Array.from([...new Uint8Array(wavHeader(format, 0xffff_ffff)), ...bytes])

let clock = 0
let rate = 0
let running = true
/** When each part begins, how long it is, and its bytes. */
let parts: { at: number; seconds: number; bytes: Uint8Array }[] = []

class FakeContext {
  destination = {}
  constructor(options?: { sampleRate: number }) {
    rate = options?.sampleRate ?? 48_000
  }
  get currentTime() {
    return clock
  }
  async resume() {
    running = true
  }
  async suspend() {
    running = false
  }
  async close() {}
  async decodeAudioData(file: ArrayBuffer) {
    const found = await readWav(new Blob([file]))
    if (!found) throw new Error('no WAV')
    return { duration: found.bytes / 2 / found.rate, bytes: new Uint8Array(file, found.start) }
  }
  createBufferSource() {
    let buffer: { duration: number; bytes: Uint8Array } | undefined
    return {
      set buffer(given: { duration: number; bytes: Uint8Array }) {
        buffer = given
      },
      connect() {},
      start(at: number) {
        if (buffer) parts.push({ at, seconds: buffer.duration, bytes: buffer.bytes })
      },
    }
  }
}

beforeEach(() => {
  parts = []
  clock = 0
  running = true
  vi.stubGlobal('AudioContext', FakeContext)
})
afterEach(() => vi.unstubAllGlobals())

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const heard = () => parts.flatMap(({ bytes }) => [...bytes])

test('a WAV file in odd pieces is heard without gaps, every sample once, at its own rate', async () => {
  const sound = new SampleSound('audio/wav')
  sound.play()
  const file = wav(samples(4000))
  for (let at = 0; at < file.length; at += 1001) sound.push(file.slice(at, at + 1001))
  sound.end()
  await settled()
  expect([rate, heard()]).toEqual([8000, [...samples(4000)]])
  for (const [nth, part] of parts.entries()) {
    const before = parts[nth - 1]
    if (before) expect(part.at).toBeCloseTo(before.at + before.seconds, 9)
  }
  expect(sound.ready()).toBeCloseTo(0.5, 9)
})

test('samples without a header have the rate of their type, and big-endian ones are swapped', async () => {
  const big = Uint8Array.from({ length: 8000 }, (_, at) => (at % 2 === 0 ? 0 : (at >> 1) & 127))
  const sound = new SampleSound('audio/l16;rate=16000')
  sound.push(big)
  sound.end()
  await settled()
  expect(rate).toBe(16_000)
  expect(heard().slice(0, 6)).toEqual([0, 0, 1, 0, 2, 0])
})

test('where the pieces come too late, the position waits for them', async () => {
  const sound = new SampleSound('audio/wav')
  sound.play()
  sound.push(wav(samples(8000)))
  await settled()
  clock = 0.58
  expect(sound.time()).toBeCloseTo(0.5, 6)
  clock = 5
  expect(sound.time()).toBe(1)
  sound.push(samples(8000))
  await settled()
  expect(sound.time()).toBeLessThanOrEqual(1)
  clock = 5.58
  expect(sound.time()).toBeCloseTo(1.5, 6)
})

test('it is silent until it is played, and pauses', async () => {
  const sound = new SampleSound('audio/wav')
  sound.push(wav(samples(2000)))
  await settled()
  expect([sound.state, running]).toEqual(['paused', false])
  sound.play()
  expect([sound.state, running]).toEqual(['playing', true])
  sound.pause()
  expect([sound.state, running]).toEqual(['paused', false])
})

test('what is no sound fails, and so does nothing at all', async () => {
  const odd = new SampleSound('audio/wav')
  odd.push(new Uint8Array(70_000))
  const none = new SampleSound('audio/pcm')
  none.end()
  await settled()
  expect([odd.state, none.state]).toEqual(['failed', 'failed'])
})

import { afterAll, expect, test } from 'vitest'
import { createMakeSound } from '../process-pools.ts'
import { pcm16 } from './files/wav-file.ts'
import { pitchOf } from './make/sound-measures.ts'
import { containers, type SpeakTask } from './sound-task.ts'
import { speakTaskOf } from './speech/speech-request.ts'
import { languages } from './speech/spoken-languages.ts'
import { openVoices } from './speech/voice-timbres.ts'
import { decibels, forgetGlobals, heard, madeFile } from './testing/measured.ts'

afterAll(forgetGlobals)

const makeSound = createMakeSound()
const input = 'Hello world, this is a test. One 42 — “Grüße”!'
const asked = (body: object, model = 'gen-4o-mini-tts') => speakTaskOf(model, { input, ...body })
const fresh = (task: SpeakTask) => madeFile(makeSound, task)

const files = new Map<string, ReturnType<typeof fresh>>()
/** Each task is spoken once in this file: an instance of the synthesizer takes half a second. */
function made(task: SpeakTask) {
  const key = JSON.stringify(task)
  const file = files.get(key) ?? fresh(task)
  files.set(key, file)
  return file
}

const spoken = async (task: SpeakTask) => heard((await made(task)).bytes)
const few = { input: 'Two boats on the sea.', response_format: 'wav' }
const words = ['Hello', 'world,', 'this', 'is', 'a', 'test.', 'One', '42', '“Grüße”!']

test.each(containers.filter((container) => container !== 'pcm'))(
  'speech as %s can be decoded, is loud enough, and says what is spoken when',
  { timeout: 60_000 },
  async (response_format) => {
    const { bytes, facts } = await made(asked({ response_format }))
    const { samples, rate, seconds, origin } = await heard(bytes)
    expect(facts.synthesizer).toBe('espeak-ng')
    expect(Math.abs(seconds - facts.seconds)).toBeLessThan(0.15)
    expect(decibels(samples)).toBeGreaterThan(-30)
    expect(origin).toMatchObject({ kind: 'speech', model: 'gen-4o-mini-tts', voice: 'alloy', text: input })
    expect(origin?.words.map(({ text }) => text)).toEqual(words)
    // Sound where a word is said, and next to none in the pause between the sentences.
    const level = (from: number, to: number) => decibels(samples.subarray(from * rate, to * rate))
    for (const { text, start, end } of origin?.words ?? []) expect(level(start, end), text).toBeGreaterThan(-40)
    const [before, after] = [origin?.words[5]?.end ?? 0, origin?.words[6]?.start ?? 0]
    expect(after - before).toBeGreaterThan(0.1)
    expect(level(before + 0.06, after)).toBeLessThan(-40)
  },
)

test('pcm is headerless: 16 bits, mono, 24 kHz; its samples are those of the WAV', { timeout: 60_000 }, async () => {
  const pcm = await made(asked({ response_format: 'pcm' }))
  const wav = await made(asked({ response_format: 'wav' }))
  expect(pcm.bytes.length).toBe(Math.round(pcm.facts.seconds * 24_000) * 2)
  expect(Buffer.from(wav.bytes).subarray(-pcm.bytes.length).equals(pcm.bytes)).toBe(true)
  const { samples } = await heard(wav.bytes)
  expect(Buffer.from(pcm16([samples])).compare(pcm.bytes)).toBe(0)
})

test('the same request gives the same bytes', { timeout: 60_000 }, async () => {
  const [one, two] = [await made(asked({})), await fresh(asked({}))]
  expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true)
})

test.each([
  [0.25, 4],
  [2, 0.5],
  [4, 0.25],
])('at speed %d speech takes %d times as long', { timeout: 60_000 }, async (speed, factor) => {
  const format = { response_format: 'wav' }
  const [usual, changed] = [await spoken(asked(format)), await spoken(asked({ ...format, speed }))]
  expect(changed.seconds / usual.seconds / factor).toBeGreaterThan(0.97)
  expect(changed.seconds / usual.seconds / factor).toBeLessThan(1.03)
  expect(Math.abs(12 * Math.log2(pitchOf(changed.samples, 24_000) / pitchOf(usual.samples, 24_000)))).toBeLessThan(2.5)
})

test('voices differ in pitch, and instructions change the delivery', { timeout: 60_000 }, async () => {
  const pitch = async (body: object) => pitchOf((await spoken(asked({ ...few, ...body }))).samples, 24_000)
  const [low, high] = [await pitch({ voice: 'onyx' }), await pitch({ voice: 'shimmer' })]
  expect(low).toBeGreaterThan(60)
  expect(high / low).toBeGreaterThan(1.6)
  expect(
    (await pitch({ voice: 'coral', instructions: 'Deep and serious.' })) / (await pitch({ voice: 'coral' })),
  ).toBeLessThan(0.95)
  const [slow, usual] = [await spoken(asked({ ...few, instructions: 'Speak slowly.' })), await spoken(asked(few))]
  expect(slow.seconds).toBeGreaterThan(usual.seconds * 1.1)
})

/** Each has an instance of the synthesizer; without `SOAK` a sample of them is spoken. */
const step = process.env.SOAK ? 1 : 6

test('voices and languages are spoken', { timeout: 120_000 }, async () => {
  const all = [
    ...Object.keys(openVoices).map((voice) => asked({ input: 'Two boats.', response_format: 'wav', voice })),
    ...Object.keys(languages).map((language_code) =>
      asked({ input: 'Radio 3', response_format: 'wav', language_code }, 'sandbox-speech'),
    ),
  ].filter((_, at) => at % step === 0)
  const check = async (task: SpeakTask) => {
    const { samples, seconds } = await spoken(task)
    expect(seconds, task.delivery.voice).toBeGreaterThan(0.3)
    expect(decibels(samples), task.delivery.voice).toBeGreaterThan(-45)
  }
  const [first, second] = [all.slice(0, all.length / 2), all.slice(all.length / 2)]
  for (const [at, task] of first.entries()) await Promise.all([task, ...second.slice(at, at + 1)].map(check))
})

import { expect, test } from 'vitest'
import { decodeSound } from './decode-sound.ts'
import { asInWav, playableOf } from './headerless.ts'
import { readSoundFacts } from './sound-facts.ts'
import { sectionsOf } from './sound-sections.ts'
import { readWav, wavHeader } from './wav.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** Empty frames of MPEG 1 layer 3 at 44,100 Hz (26.1 ms), of MPEG 2 at 22,050 Hz, and of raw AAC at 48,000 Hz. */
const frameOf = (size: number, ...head: number[]) => Uint8Array.from({ length: size }, (_, at) => head[at] ?? 0)
const mpeg = { 32: frameOf(104, 0xff, 0xfb, 0x10, 0), 128: frameOf(417, 0xff, 0xfb, 0x90, 0) }
const mpeg2 = frameOf(208, 0xff, 0xf3, 0x80, 0)
const adts = (size: number) =>
  frameOf(size, 0xff, 0xf1, 0x4c, 0x80 + (size >> 11), (size >> 3) & 0xff, (size & 7) << 5, 0xfc)
const times = (count: number, ...frames: readonly Uint8Array<ArrayBuffer>[]) =>
  Array.from({ length: count }, () => frames).flat()

/** A first frame that names a number of frames, and the samples that LAME put around the sound. */
function xing(frames: number, delay = 0, padding = 0) {
  const frame = mpeg[128].slice()
  frame.set(latin('Xing'), 36)
  const view = new DataView(frame.buffer)
  view.setUint32(40, 1)
  view.setUint32(44, frames)
  view.setUint32(68, delay * 4096 + padding)
  return frame
}

const pcm = { coding: 'int', bits: 16, rate: 8000, channels: 1 } as const
const wav = (announced: number, bytes: number) => new Blob([wavHeader(pcm, announced), new Uint8Array(bytes)])
const second = wav(16_000, 16_000)
const chunk = (id: string, size: number) => new Blob([latin(id), Uint8Array.of(size, 0, 0, 0), new Uint8Array(size)])
/** A WAV file that wraps another coding. */
const wrapping = (code: number, block: number, bits: number, content: readonly Uint8Array<ArrayBuffer>[]) => {
  const body = new Blob([...content])
  const head = new DataView(wavHeader(pcm, body.size))
  for (const [at, value] of [
    [20, code],
    [32, block],
    [34, bits],
  ] as const)
    head.setUint16(at, value, true)
  return new Blob([head, body])
}
/** One channel in blocks: the first sample, the step's index, and codes. */
const ima = Uint8Array.of(0, 0, 0, 0, 0x77, 0x77, 0x77, 0x77)
/** One channel: the predictor's index, the step, the second sample, the first, and codes. */
const ms = Uint8Array.of(0, 16, 0, 100, 0, 50, 0, 0x1f)
/** The last page of an Ogg file, or the first with what FLAC puts before its own stream. */
const oggPage = (flags: number, content: Uint8Array<ArrayBuffer>) => {
  const lengths = [...Array.from({ length: Math.floor(content.length / 255) }, () => 255), content.length % 255]
  return new Blob([
    latin('OggS'),
    Uint8Array.of(0, flags),
    new Uint8Array(20),
    Uint8Array.of(lengths.length, ...lengths),
    content,
  ])
}
const loas = new Blob([Uint8Array.of(0x56, 0xe1, 0x0a, 0x20, 0, 0x12, 8), new Uint8Array(500)], { type: 'audio/pcm' })
const au = (code: number, length: number, samples: BlobPart) => {
  const head = new DataView(new ArrayBuffer(24))
  for (const [n, value] of [0x2e736e64, 24, length, code, 8000, 1].entries()) head.setUint32(n * 4, value)
  return new Blob([head, samples])
}

test.each<[string, Blob, number]>([
  ['MP3 with bit rates that change and no header', new Blob([...times(50, mpeg[32]), ...times(50, mpeg[128])]), 2.612],
  ['MP3 with a header of its first part', new Blob([xing(10), ...times(100, mpeg[128])]), 2.612],
  ['MP3 without the padding of its encoder', new Blob([xing(100, 576, 1000), ...times(100, mpeg[128])]), 2.577],
  [
    'MP3 behind junk, and before tags',
    new Blob([new Uint8Array(99), ...times(40, mpeg[128]), latin('TAG'), new Uint8Array(125)]),
    1.045,
  ],
  ['MP3 and MP3 of another rate', new Blob([...times(50, mpeg[128]), ...times(50, mpeg2)]), 2.612],
  ['raw AAC with frames of many sizes', new Blob([...times(5, adts(40)), ...times(20, adts(900))]), 0.533],
  ['two WAV files', new Blob([second, second]), 2],
  ['a WAV file and an MP3 file', new Blob([second, latin('ID3\x04\0\0\0\0\0\0'), ...times(40, mpeg[128])]), 2.045],
  ['a WAV file and an MP3 file without a tag', new Blob([second, ...times(40, mpeg[128])]), 2.045],
  ['MP3 in WAV', wrapping(0x55, 1, 0, times(100, mpeg[128])), 2.612],
  [
    'IMA ADPCM in WAV, with a last block that is shorter',
    wrapping(0x11, 16, 4, [...times(100, ima, ima), ima]),
    0.31363,
  ],
  ['MS ADPCM in WAV', wrapping(2, 8, 4, times(1000, ms)), 0.5],
  ['a WAV header that names a third', wav(4000, 16_000), 1],
  ['a WAV file with chunks behind its samples', new Blob([second, chunk('LIST', 20), chunk('id3 ', 200)]), 1],
  ['RF64', new Blob([latin('RF64'), second.slice(4)]), 1],
  ['Sun AU with µ-law', au(1, 8000, new Uint8Array(8000)), 1],
  ['Sun AU without a length', au(3, 0xffff_ffff, new Uint8Array(16_000)), 1],
])('the length of %s is that of its sound', async (_, file, seconds) => {
  const facts = await readSoundFacts(file)
  expect(facts?.seconds).toBeCloseTo(seconds, 3)
  expect(facts?.bitRate).toBe(Math.round((file.size * 8) / (facts?.seconds ?? 0)))
})

test.each([0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000, 0x8000_0000, 0xffff_ffd6])(
  'a WAV size of %i, written before the length was known, is no missing end',
  async (size) => {
    expect(await readWav(wav(size, 16_000))).toMatchObject({ bytes: 16_000, isWhole: undefined })
  },
)

test('a WAV file of which a part is missing is not whole, and files that are joined with an open header are found', async () => {
  expect(await readWav(wav(32_000, 16_000))).toMatchObject({ bytes: 16_000, isWhole: false })
  expect(await sectionsOf(new Blob([wav(0xffff_ffff, 4000), wav(0xffff_ffff, 8000)]))).toHaveLength(2)
})

test('samples of AU and AIFF are played as WAV has them', async () => {
  const big = asInWav(new Uint8Array(Int16Array.of(1, -2, 300).buffer), 2)
  const aiff = [
    ...[
      latin('FORM\0\0\0\x34AIFFCOMM\0\0\0\x12\0\x01\0\0\0\x03\0\x10'),
      Uint8Array.of(0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0),
    ],
    ...[latin('SSND\0\0\0\x0e'), new Uint8Array(8), big],
  ]
  for (const file of [au(3, 6, big), new Blob(aiff)]) {
    const playable = await playableOf(file)
    expect(await readWav(playable)).toMatchObject({ coding: 'int', bits: 16, rate: 8000, channels: 1, bytes: 6 })
    expect(new Int16Array(await playable.slice(44).arrayBuffer())).toEqual(Int16Array.of(1, -2, 300))
  }
})

test.each([
  [
    'IMA',
    wrapping(0x11, 8, 4, [ima, ima]),
    [0, 13, 43, 106, 242, 536, 1167, 2524, 5434, 0, 13, 43, 106, 242, 536, 1167, 2524, 5434],
  ],
  ['MS', wrapping(2, 8, 4, [ms, ms]), [50, 100, 116, 100, 50, 100, 116, 100]],
])('%s ADPCM is decoded block by block', async (_, file, expected) => {
  const parts = []
  for await (const { lanes } of decodeSound(file)) parts.push(...(lanes[0]?.values ?? []))
  expect(parts).toEqual(expected)
})

test('FLAC in Ogg is the file of its own that its packets make, and what is joined to it comes behind', async () => {
  const own = Uint8Array.of(...latin('fLaC'), 0x80, 0, 0, 34, ...new Uint8Array(34))
  const first = oggPage(2, Uint8Array.of(0x7f, ...latin('FLAC'), 1, 0, 0, 1, ...own))
  const file = new Blob([first, oggPage(4, new Uint8Array(600).fill(7))])
  const sections = await sectionsOf(new Blob([file, file]))
  expect(sections).toMatchObject([
    { container: 'Ogg', isWhole: true },
    { container: 'Ogg', isWhole: true },
  ])
  expect(new Uint8Array(await (sections[1]?.file ?? file).arrayBuffer())).toEqual(
    Uint8Array.of(...own, ...new Uint8Array(600).fill(7)),
  )
})

test.each([
  ['MP2', new Blob(times(50, frameOf(417, 0xff, 0xfd, 0x80, 0))), { container: 'MP2', codec: 'MP2' }],
  ['MP3 in WAV', wrapping(0x55, 1, 0, times(50, mpeg[128])), { container: 'WAV', codec: 'MP3', isWhole: true }],
  ['AAC in LATM that is said to be samples', loas, { container: 'AAC (LATM)', codec: 'AAC (LATM)' }],
  ['GSM in WAV', wrapping(0x31, 65, 0, [new Uint8Array(650)]), { container: 'WAV', codec: 'GSM', rate: 8000 }],
])('%s is named as what it is', async (_, file, facts) => {
  expect(await readSoundFacts(file)).toMatchObject(facts)
})

test.each([loas, wrapping(0x31, 65, 0, [new Uint8Array(650)])])(
  'of a codec that is not read here the decoder is missing',
  async (file) => {
    await expect(decodeSound(await playableOf(file)).next()).rejects.toMatchObject({ lacksDecoder: true })
  },
)

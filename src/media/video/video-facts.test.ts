import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { typeByTracks } from './mp4-boxes.ts'
import { withXmp, xmpPacket } from './mp4-xmp.ts'
import { readMovie } from './video-facts.ts'

/** `avcC` of High 4.0 with one parameter set of each kind. */
const avcC = Uint8Array.of(1, 0x64, 0, 0x28, 0xff, 0xe1, 0, 4, 0x67, 0x64, 0, 0x28, 1, 0, 2, 0x68, 0xee)

const readVideoFacts = async (file: Blob) => (await readMovie(file)).facts

interface Clip {
  readonly format: OutputFormat
  readonly codec?: 'avc' | 'vp9'
  /** When each frame is shown, in the order in which they are stored. */
  readonly times: readonly number[]
  readonly length: number
  readonly rotation?: 0 | 90
  readonly hasSound?: boolean
}

/** A file whose headers are whole and whose frames are noise. */
async function fileOf({ format, codec = 'avc', times, length, rotation = 0, hasSound }: Clip): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const video = new EncodedVideoPacketSource(codec)
  if (times.length > 0) output.addVideoTrack(video, { rotation })
  const audio = new EncodedAudioPacketSource('opus')
  if (hasSound) output.addAudioTrack(audio)
  await output.start()
  const sized = { codedWidth: 96, codedHeight: 64 }
  const decoderConfig =
    codec === 'avc'
      ? { ...sized, codec: 'avc1.640028', description: avcC }
      : { ...sized, codec: 'vp09.00.10.08', colorSpace: {} }
  for (const [n, at] of times.entries())
    await video.add(new EncodedPacket(new Uint8Array(50).fill(n), n % 8 === 0 ? 'key' : 'delta', at, length), {
      decoderConfig,
    })
  if (hasSound)
    await audio.add(new EncodedPacket(new Uint8Array(20), 'key', 0, 0.02), {
      decoderConfig: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
    })
  await output.finalize()
  return new Blob([new Uint8Array(target.buffer ?? new ArrayBuffer())], { type: 'video/mp4' })
}

const second = Array.from({ length: 24 }, (_, n) => n / 24)
const plain = fileOf({
  ...{ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), times: second, length: 1 / 24, hasSound: true },
})

test('an MP4 says its length, size, codecs, rate and frames, with its index in front or at the end', async () => {
  const atEnd = await fileOf({ format: new Mp4OutputFormat({ fastStart: false }), times: second, length: 1 / 24 })
  for (const file of [await plain, atEnd]) {
    const facts = await readVideoFacts(file)
    expect(facts).toMatchObject({
      ...{
        isWhole: true,
        size: { width: 96, height: 64 },
        video: { name: 'H.264', profile: 'High 4.0' },
      },
    })
    expect(facts?.seconds).toBeCloseTo(1, 3)
    expect(facts?.frameRate).toBeCloseTo(24, 2)
    expect(facts?.frames).toHaveLength(24)
    for (const [n, at] of second.entries()) expect(facts?.frames?.[n]).toBeCloseTo(at, 4)
  }
  expect((await readVideoFacts(await plain))?.audio).toEqual({ name: 'Opus' })
  expect((await readVideoFacts(atEnd))?.audio).toBeUndefined()
})

test('a video that is turned has the size it is shown in', async () => {
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' })
  const facts = await readVideoFacts(await fileOf({ format, times: second, length: 1 / 24, rotation: 90 }))
  expect(facts?.size).toEqual({ width: 64, height: 96 })
})

test('frames that are stored out of order, and of different lengths, have the times at which they are shown', async () => {
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' })
  const times = [0, 0.3, 0.1, 0.2, 0.7, 0.5]
  const facts = await readVideoFacts(await fileOf({ format, times, length: 0.1 }))
  const shown = [...(facts?.frames ?? [])]
  expect(shown).toHaveLength(times.length)
  for (const [n, at] of times.toSorted((a, b) => a - b).entries()) expect(shown[n]).toBeCloseTo(at, 3)
})

test('a fragmented MP4 and a WebM say what is in their headers', async () => {
  const parts = { format: new Mp4OutputFormat({ fastStart: 'fragmented' }), codec: 'avc' } as const
  const webm = { format: new WebMOutputFormat(), codec: 'vp9' } as const
  for (const kind of [parts, webm]) {
    const facts = await readVideoFacts(await fileOf({ ...kind, times: second, length: 1 / 24, hasSound: true }))
    expect(facts).toMatchObject({
      isWhole: true,
      size: { width: 96, height: 64 },
      audio: { name: 'Opus' },
    })
    expect(facts?.video?.name).toBe(kind === webm ? 'VP9' : 'H.264')
    expect(facts?.seconds).toBeCloseTo(1, 1)
  }
})

/** 12 frames of H.264 at 29.97 frames per second, in two fragments, with frames out of order and no edit list (x264, FFmpeg), as gzip. */
const fragmented =
  'H4sIAAAAAAACA5VTTWgTURCeTfyjtphKYnMQjRhQEKENsa2g1mgOOfQkGD1IYZO3a0L3ZcPuyxK9JJVIc+uth4JFqGgFDx701IM5BBTEiwfRm7kpHioitJfynLfZkJdgY327s9/M7Ox7M9/MAkBUZ/eKedukAD4QiDKJElOd7AQtxifQ36Sm6QCAQZ0cgZ7l/+aC4t7dpfRG9dtXYeDy4Qc/mKXOo36Hzbtn+gfs/n/nBjwBZZGSvIpKhJL+ukrj4nmz6Rrnc8SwOm+cPNHkyDTaZkotEEMTMUqM5gs6KkGHupvKKURJ+91xYmm6lOJwyTIinv7LZhkD8anNbCLFLIuG7EpAAK8UYqoTMTyL8REjnynHJuN/oyrMOT7HMeq6QmCItyB0F/HFl7lGEuDIE/A/r15KLd9WYF9uc+n9zva2e05RtYteBkICNmO2nAdmnZXsINr3+3O1WdaU7LPU0cqiDcxyEaT95XW5RJho1wWquSjWKbk12E5LLRYN+aNDecNmiI9xhgXlAarnZFrrOGfCH2Vt/8XuwT6cbf93VEJK2xNkOmF9WaWYVSoADO1H/QDKuq/tDwEc/Ih4zOUSW+zt1cEwwOENyTYpUUWeo1q9Buf4u683Ki/Xkx8+V1roPJpYOR1+WNl401hb4rw+3ar8FKUlVhPXQry5IHRlNZM8w99WRZqJFS0++6zGX71urMVmeGB6jHsxNRGzsAsdvsF0+LcG0zHm7IGO0B7pKHTpeAAj/FP5BP899ejWjFvIaA8di3ObOxIb1X+xMTXSw4aISVPdEhN1hSEqvf+YV4CbvTsUilc+nEx1iGm7kEurM9fpPwcgbZJbBQAA'

test('fragments with frames out of order are given an index by which each frame is found', async () => {
  const file = new Blob([gunzipSync(Buffer.from(fragmented, 'base64'))], { type: 'video/mp4' })
  const { facts, playable } = await readMovie(file)
  expect(facts).toMatchObject({ isWhole: true, video: { name: 'H.264' } })
  expect(facts?.frameRate).toBeCloseTo(29.97, 2)
  expect(facts?.seconds).toBeCloseTo(12 / 29.97, 2)
  const [first = 0] = facts?.frames ?? []
  expect([...(facts?.frames ?? [])].map((at) => Math.round((at - first) * 29.97))).toEqual([...Array(12).keys()])
  expect(playable).not.toBe(file)
  expect(playable.type).toBe('video/mp4')
  expect((await readMovie(playable)).playable).toBe(playable)
  const cut = file.slice(0, 900)
  expect((await readMovie(cut)).playable).toBe(cut)
})

test('a frame that begins behind the stated length is given room in a copy', async () => {
  const { playable: whole } = await readMovie(new Blob([gunzipSync(Buffer.from(fragmented, 'base64'))]))
  const bytes = new DataView(await whole.arrayBuffer())
  const letters = new TextDecoder('latin1').decode(bytes)
  for (const [box, duration] of [
    ['mvhd', 20],
    ['mdhd', 20],
    ['tkhd', 24],
  ] as const) {
    const at = letters.indexOf(box) + duration
    bytes.setUint32(at, bytes.getUint32(at) / 2)
  }
  const short = new Blob([bytes])
  const { facts, playable } = await readMovie(short)
  expect(playable).not.toBe(short)
  expect(facts?.frames).toHaveLength(12)
  expect(facts?.seconds).toBeCloseTo(12 / 29.97, 2)
})

test('the frames of a WebM are counted', async () => {
  const times = [0.2, 0.3, 0.5]
  const file = await fileOf({ format: new WebMOutputFormat(), codec: 'vp9', times, length: 0.1 })
  const { facts, playable } = await readMovie(file)
  expect(playable).toBe(file)
  expect([...(facts?.frames ?? [])]).toEqual(times)
})

test('a file with nothing but sound is a sound', async () => {
  const pictures = await plain
  expect(await typeByTracks(pictures, 'video/mp4')).toBe('video/mp4')
  for (const [format, type, other] of [
    [new Mp4OutputFormat({ fastStart: false }), 'video/mp4', 'audio/mp4'],
    [new WebMOutputFormat(), 'video/webm', 'audio/webm'],
  ] as const) {
    const sound = await fileOf({ format, times: [], length: 0, hasSound: true })
    expect(await typeByTracks(sound, type)).toBe(other)
    expect(await typeByTracks(new Blob([type]), type)).toBe(type)
  }
})

test.each([
  ...([
    ['stts', 12],
    ['ctts', 12],
    ['stsc', 16],
    ['stsz', 12],
    ['trun', 8],
  ] as const),
])('a table %s that announces thousands of millions of frames is not read', async (table, at) => {
  const format = new Mp4OutputFormat({ fastStart: table === 'trun' ? 'fragmented' : 'in-memory' })
  const file = await fileOf({ format, times: [0, 0.3, 0.1, 0.2], length: 0.1 })
  const bytes = new DataView(await file.arrayBuffer())
  const place = new TextDecoder('latin1').decode(bytes).indexOf(table)
  // Packed sizes of no bits each take no room in the file.
  if (table === 'stsz') bytes.setUint32(place, 0x73747a32)
  bytes.setUint32(place + at, 0xffff_fff0)
  expect(place).toBeGreaterThan(0)
  expect((await readMovie(new Blob([bytes]))).facts).toBeUndefined()
})

test('a file that is cut anywhere is known to be cut, and keeps the facts that came', async () => {
  const file = await plain
  for (let end = 24; end < file.size; end += 7)
    expect((await readVideoFacts(file.slice(0, end)))?.isWhole, `cut at ${end}`).not.toBe(true)
  expect(await readVideoFacts(file.slice(0, file.size - 10))).toMatchObject({ isWhole: false, size: { width: 96 } })
  for (const other of ['', 'no video at all', '\x89PNG\r\n\x1a\n'])
    expect(await readVideoFacts(new Blob([other]))).toBeUndefined()
})

test('no changed byte makes it fail or take long', { timeout: 60_000 }, async () => {
  const webm = await fileOf({ format: new WebMOutputFormat(), codec: 'vp9', times: second, length: 1 / 24 })
  for (const file of [await plain, webm]) {
    const whole = new Uint8Array(await file.arrayBuffer())
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(Math.min(whole.length - 1, 1500)), fc.constantFrom(0, 1, 127, 128, 255)), {
          minLength: 1,
        }),
        fc.nat(whole.length),
        async (changes, end) => {
          const bytes = whole.slice(0, end)
          for (const [at, value] of changes) if (at < end) bytes[at] = value
          const facts = await readVideoFacts(new Blob([bytes]))
          expect(facts?.frames?.length ?? 0).toBeLessThanOrEqual(bytes.length)
          expect(await typeByTracks(new Blob([bytes]), 'video/mp4')).toMatch(/^(?:video|audio).mp4$/)
          expect(await withXmp(new Blob([bytes]), 'x')).toBeInstanceOf(Blob)
        },
      ),
      { seed, numRuns: 400 },
    )
  }
})

const packet = xmpPacket({
  ...{ prompt: 'Fox & <hound>\n狐\0', system: 'sandbox-video', created: '2026-11-23T00:00:00.000Z', isSynthetic: true },
  entries: { 'Request Id': 'req-1', Empty: '' },
})

test('a packet escapes whatever the prompt holds, in the terms of IPTC', () => {
  expect(packet).toContain(
    '<Iptc4xmpExt:AIPromptInformation>Fox &amp; &lt;hound&gt;\n狐</Iptc4xmpExt:AIPromptInformation>',
  )
  expect(packet).toContain('digitalsourcetype/algorithmicMedia<')
  expect(packet).toContain('<patchbay:RequestId>req-1</patchbay:RequestId>')
  expect(packet).not.toContain('Empty')
})

test('XMP is appended once, and the file still reads as before', async () => {
  const file = await plain
  const saved = await withXmp(file, packet)
  expect(await saved.slice(0, file.size).text()).toBe(await file.text())
  expect(await saved.slice(file.size + 24).text()).toBe(packet)
  expect(new DataView(await saved.slice(file.size, file.size + 8).arrayBuffer()).getUint32(0)).toBe(
    saved.size - file.size,
  )
  expect(await readVideoFacts(saved)).toEqual(await readVideoFacts(file))
  const input = new Input({ source: new BlobSource(saved), formats: [MP4] })
  expect((await (await input.getPrimaryVideoTrack())?.computePacketStats())?.packetCount).toBe(24)
  expect(await withXmp(saved, packet)).toBe(saved)
  for (const other of [file.slice(0, file.size - 1), new Blob(['RIFF']), new Blob()])
    expect(await withXmp(other, packet)).toBe(other)
})

import { afterAll, expect, test } from 'vitest'
import { forgetGlobals, heard } from '../testing/measured.ts'

afterAll(forgetGlobals)

interface Wav {
  readonly rate?: number
  readonly channels?: number
  readonly bits?: number
  /** 1 is PCM, 3 is floating point. */
  readonly format?: number
  /** The size that the header states; the true one by default. */
  readonly states?: number
  readonly content?: Uint8Array
}

function wav({ rate = 24_000, channels = 1, bits = 16, format = 1, states, content = new Uint8Array(9600) }: Wav) {
  const header = Buffer.alloc(44)
  const frame = ((channels * bits) >> 3) & 0xffff
  header.write('RIFF')
  header.writeUInt32LE((36 + content.length) >>> 0, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(format, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE((rate * frame) >>> 0, 28)
  header.writeUInt16LE(frame, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36)
  header.writeUInt32LE(states ?? content.length, 40)
  return new Uint8Array(Buffer.concat([header, content]))
}

const floats = (value: number) => new Uint8Array(new Float32Array(24_000).fill(value).buffer)
const text = (start: string) => new Uint8Array(Buffer.concat([Buffer.from(start), Buffer.alloc(3_000)]))

test.each<[string, Uint8Array, RegExp]>([
  ['no sample', wav({ content: new Uint8Array() }), /damaged/],
  ['samples of one bit', wav({ bits: 1 }), /cannot be decoded|cannot decode/],
  ['no channel', wav({ channels: 0 }), /damaged/],
  ['65,535 channels', wav({ channels: 65_535 }), /damaged/],
  ['a rate of 0', wav({ rate: 0 }), /damaged|sample rate/],
  ['a rate of 1', wav({ rate: 1 }), /sample rate/],
  ['a rate of 4 GHz', wav({ rate: 4_000_000_000 }), /sample rate/],
  ['what is not a number', wav({ format: 3, bits: 32, content: floats(Number.NaN) }), /not numbers/],
  ['infinite samples', wav({ format: 3, bits: 32, content: floats(Number.POSITIVE_INFINITY) }), /not numbers/],
  ['an hour in it', wav({ rate: 4_000, bits: 8, content: new Uint8Array(4_000 * 3_600) }), /10 minutes/],
  ['only the name FLAC', text('fLaC'), /damaged/],
  ['only the name Ogg', text('OggS'), /no audio/],
  ['only the name Matroska', text('\x1aE\xdf\xa3'), /this is not/],
  ['only an empty tag', text('ID3\x04'), /this is not/],
  ['nothing but zeros', new Uint8Array(100_000), /this is not/],
])('a file with %s is refused', async (_name, bytes, message) => {
  await expect(heard(bytes)).rejects.toMatchObject({
    param: 'file',
    message: expect.stringMatching(message),
  })
})

test.each<[string, Uint8Array, number]>([
  [
    '8 channels of 24 bits at 192 kHz',
    wav({ rate: 192_000, channels: 8, bits: 24, content: new Uint8Array(460_800) }),
    0.1,
  ],
  ['a length of 4 GB in its header', wav({ states: 0xffff_fff0 }), 0.2],
])('a file with %s is read as what it is', async (_name, bytes, seconds) => {
  expect((await heard(bytes)).seconds).toBeCloseTo(seconds, 2)
})

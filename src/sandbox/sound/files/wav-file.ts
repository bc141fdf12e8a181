import { wavHeader as plainHeader } from '#media/audio/wav.ts'
import { joinedBytes } from '#media/png.ts'

const bytesOfText = (text: string) => new TextEncoder().encode(text)

function chunk(id: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2))
  bytes.set(bytesOfText(id))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

/** Where the chunk of the samples begins in a plain header. */
const beforeData = 36

/** The beginning of a WAV file of 16-bit samples, with its comment in front of them, so that it can be written before they are made. */
export function wavHeader(rate: number, channels: number, frames: number, title: string, comment: string): Uint8Array {
  const info = [chunk('INAM', bytesOfText(`${title}\0`)), chunk('ICMT', bytesOfText(`${comment}\0`))]
  const list = chunk('LIST', joinedBytes([bytesOfText('INFO'), ...info]))
  const plain = new Uint8Array(plainHeader({ coding: 'int', bits: 16, rate, channels }, frames * channels * 2))
  const header = joinedBytes([plain.subarray(0, beforeData), list, plain.subarray(beforeData)])
  const view = new DataView(header.buffer)
  view.setUint32(4, view.getUint32(4, true) + list.length, true)
  return header
}

export function pcm16(channels: readonly Float32Array[]): Uint8Array {
  const [first = new Float32Array()] = channels
  const bytes = new Uint8Array(first.length * channels.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [channel, samples] of channels.entries())
    for (let index = 0; index < samples.length; index += 1) {
      const value = Math.max(-32_768, Math.min(32_767, Math.round((samples[index] ?? 0) * 32_768)))
      view.setInt16((index * channels.length + channel) * 2, value, true)
    }
  return bytes
}

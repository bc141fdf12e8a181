const bytesOfText = (text: string) => new TextEncoder().encode(text)

function chunk(id: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2))
  bytes.set(bytesOfText(id))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** The beginning of a WAV file of 16-bit samples, with its comment in front of them, so that it can be written before they are made. */
export function wavHeader(rate: number, channels: number, frames: number, title: string, comment: string): Uint8Array {
  const format = new Uint8Array(16)
  const view = new DataView(format.buffer)
  view.setUint16(0, 1, true)
  view.setUint16(2, channels, true)
  view.setUint32(4, rate, true)
  view.setUint32(8, rate * channels * 2, true)
  view.setUint16(12, channels * 2, true)
  view.setUint16(14, 16, true)
  const info = [chunk('INAM', bytesOfText(`${title}\0`)), chunk('ICMT', bytesOfText(`${comment}\0`))]
  const list = chunk('LIST', joined(bytesOfText('INFO'), ...info))
  const data = chunk('data', new Uint8Array())
  new DataView(data.buffer).setUint32(4, frames * channels * 2, true)
  const content = joined(bytesOfText('WAVE'), chunk('fmt ', format), list, data)
  const header = chunk('RIFF', content)
  new DataView(header.buffer).setUint32(4, content.length + frames * channels * 2, true)
  return header
}

/** Samples as 16-bit little-endian integers, channels interleaved. */
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

import { BlobSource, BufferTarget, Conversion, Input, Output, WEBM, WebMOutputFormat } from 'mediabunny'
import { decodeSound } from './decode-sound.ts'
import { playableOf } from './headerless.ts'
import { wavHeader } from './wav.ts'

/** Bytes that are gathered before they are handed to the browser as a Blob, which it may keep on disk. */
const partBytes = 2 ** 22

/**
 * Decodes any file that can be decoded here and returns it as WAV with 16-bit integers, at its own rate and channels. Rejects with
 * `NotDecoded`.
 */
export async function makeWav(file: Blob, type = file.type): Promise<Blob> {
  const blobs: Blob[] = []
  let waiting: Int16Array<ArrayBuffer>[] = []
  let [gathered, bytes, rate, channels] = [0, 0, 0, 0]
  const put = () => {
    blobs.push(new Blob(waiting))
    waiting = []
    gathered = 0
  }
  for await (const part of decodeSound(await playableOf(file, type))) {
    rate ||= part.rate
    channels ||= part.lanes.length
    const values = new Int16Array(part.frames * channels)
    for (let channel = 0; channel < channels; channel += 1) {
      const lane = part.lanes[channel]
      if (!lane) continue
      const isFloat = lane.values instanceof Float32Array
      for (let n = 0; n < part.frames; n += 1) {
        const value = lane.values[lane.offset + n * lane.stride] ?? 0
        values[n * channels + channel] = isFloat ? Math.max(-1, Math.min(1, value)) * 32_767 : value
      }
    }
    waiting.push(values)
    gathered += values.byteLength
    bytes += values.byteLength
    if (gathered >= partBytes) put()
  }
  put()
  return new Blob(
    [wavHeader({ coding: 'int', bits: 16, rate: rate || 48_000, channels: channels || 1 }, bytes), ...blobs],
    {
      type: 'audio/wav',
    },
  )
}

/**
 * A recording with its length and its index, both of which a browser leaves out of the WebM that it writes while it records. The sound
 * itself is copied. What is no WebM, or cannot be read, is returned as it is.
 */
export async function wholeRecording(blob: Blob): Promise<Blob> {
  if (!blob.type.startsWith('audio/webm')) return blob
  try {
    const input = new Input({ source: new BlobSource(blob), formats: [WEBM] })
    const target = new BufferTarget()
    const conversion = await Conversion.init({
      ...{ input, output: new Output({ format: new WebMOutputFormat(), target }), showWarnings: false },
    })
    if (!conversion.isValid) return blob
    await conversion.execute()
    return target.buffer ? new Blob([target.buffer], { type: blob.type }) : blob
  } catch {
    return blob
  }
}

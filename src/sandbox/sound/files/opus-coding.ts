import {
  type AudioCodec,
  AudioSample,
  CustomAudioDecoder,
  CustomAudioEncoder,
  EncodedPacket,
  registerDecoder,
  registerEncoder,
} from 'mediabunny'
import OpusScript from 'opusscript'
import { pcm16 } from './wav-file.ts'

const rate = 48_000
/** 20 milliseconds. */
const frame = 960
/** Samples that the encoder is behind. */
const lookahead = 312

/** The header of a stream, as RFC 7845 has it. */
function head(channels: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(19)
  bytes.set(new TextEncoder().encode('OpusHead'))
  const view = new DataView(bytes.buffer)
  view.setUint8(8, 1)
  view.setUint8(9, channels)
  view.setUint16(10, lookahead, true)
  view.setUint32(12, rate, true)
  return bytes
}

/** Encodes at 48 kHz in frames of 20 ms. */
class OpusEncoder extends CustomAudioEncoder {
  #opus: OpusScript | undefined
  #written = 0
  #pending = new Float32Array()
  #filled = 0

  static override supports(codec: AudioCodec, config: AudioEncoderConfig): boolean {
    return codec === 'opus' && config.sampleRate === rate && config.numberOfChannels <= 2
  }

  init(): void {
    const channels = this.config.numberOfChannels === 2 ? 2 : 1
    this.#opus = new OpusScript(rate, channels, OpusScript.Application.AUDIO)
    this.#opus.setBitrate(this.config.bitrate ?? 64_000)
    this.#pending = new Float32Array(frame * channels)
  }

  encode(sample: AudioSample): void {
    const samples = new Float32Array(sample.allocationSize({ planeIndex: 0, format: 'f32' }) / 4)
    sample.copyTo(samples, { planeIndex: 0, format: 'f32' })
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#pending.length - this.#filled)
      this.#pending.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#pending.length) this.#write()
    }
  }

  flush(): void {
    if (this.#filled === 0) return
    this.#pending.fill(0, this.#filled)
    this.#write()
  }

  close(): void {
    this.#opus?.delete()
  }

  #write(): void {
    if (!this.#opus) return
    const packet = this.#opus.encode(Buffer.from(pcm16([this.#pending])), frame)
    const { numberOfChannels } = this.config
    const decoderConfig = { codec: 'opus', sampleRate: rate, numberOfChannels, description: head(numberOfChannels) }
    const data = new EncodedPacket(new Uint8Array(packet), 'key', (this.#written * frame) / rate, frame / rate)
    this.onPacket(data, this.#written === 0 ? { decoderConfig } : undefined)
    this.#written += 1
    this.#filled = 0
  }
}

class OpusDecoder extends CustomAudioDecoder {
  #opus: OpusScript | undefined

  static override supports(codec: AudioCodec, config: AudioDecoderConfig): boolean {
    return codec === 'opus' && config.numberOfChannels <= 2
  }

  init(): void {
    this.#opus = new OpusScript(rate, this.config.numberOfChannels === 2 ? 2 : 1)
  }

  decode(packet: EncodedPacket): void {
    if (!this.#opus) return
    const bytes = this.#opus.decode(Buffer.from(packet.data))
    const data = new Int16Array(new Uint8Array(bytes).buffer)
    const { numberOfChannels } = this.config
    const { timestamp } = packet
    this.onSample(new AudioSample({ data, format: 's16', numberOfChannels, sampleRate: rate, timestamp }))
  }

  flush(): void {}

  close(): void {
    this.#opus?.delete()
  }
}

export function registerOpus(): void {
  registerEncoder(OpusEncoder)
  registerDecoder(OpusDecoder)
}

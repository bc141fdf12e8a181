import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { type AudioCodec, CustomAudioDecoder, type EncodedPacket, registerDecoder } from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import { audioSample } from './audio-sample.ts'

class FlacDecoder extends CustomAudioDecoder {
  readonly #flac = new FLACDecoder()

  static override supports(codec: AudioCodec): boolean {
    return codec === 'flac'
  }

  async init(): Promise<void> {
    await this.#flac.ready
    // STREAMINFO: the header of a frame may leave out rate and depth.
    const { description } = this.config
    if (description instanceof Uint8Array) await this.#flac.decodeFrames([description])
  }

  async decode({ data: bytes, timestamp }: EncodedPacket): Promise<void> {
    const { channelData, samplesDecoded, sampleRate, errors } = await this.#flac.decodeFrames([bytes])
    if (errors.length > 0) throw new RangeError('The frame is damaged.')
    if (samplesDecoded > 0) this.onSample(audioSample(channelData, sampleRate, timestamp))
  }

  flush(): void {}

  close(): void {
    this.#flac.free()
  }
}

export const registerFlac = (): void => registerDecoder(FlacDecoder)

class Mp3Decoder extends CustomAudioDecoder {
  readonly #mpeg = new MPEGDecoder({ enableGapless: false })

  static override supports(codec: AudioCodec): boolean {
    return codec === 'mp3'
  }

  init(): Promise<void> {
    return this.#mpeg.ready
  }

  decode({ data: bytes, timestamp }: EncodedPacket): void {
    const { channelData, samplesDecoded, sampleRate } = this.#mpeg.decodeFrame(bytes)
    if (samplesDecoded > 0) this.onSample(audioSample(channelData, sampleRate, timestamp))
  }

  flush(): void {}

  close(): void {
    this.#mpeg.free()
  }
}

export const registerMp3 = (): void => registerDecoder(Mp3Decoder)

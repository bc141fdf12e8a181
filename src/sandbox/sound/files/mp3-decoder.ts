import { type AudioCodec, AudioSample, CustomAudioDecoder, type EncodedPacket, registerDecoder } from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'

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
    if (samplesDecoded === 0) return
    const data = new Float32Array(samplesDecoded * channelData.length)
    for (const [index, samples] of channelData.entries()) data.set(samples, index * samplesDecoded)
    const numberOfChannels = channelData.length
    this.onSample(new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate, timestamp }))
  }

  flush(): void {}

  close(): void {
    this.#mpeg.free()
  }
}

/** Lets Mediabunny decode MP3. */
export const registerMp3 = (): void => registerDecoder(Mp3Decoder)

import { type AudioCodec, CustomAudioDecoder, type EncodedPacket, registerDecoder } from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import { audioSample } from './audio-sample.ts'

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

/** Lets Mediabunny decode MP3. */
export const registerMp3 = (): void => registerDecoder(Mp3Decoder)

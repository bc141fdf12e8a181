import { soundsAlone } from '../player/playback.ts'
import { playableSound } from './playable-sound.ts'

/** The most that is left out at an end, in seconds: encoders put up to 50 ms of silence around a sound. */
const mostPadding = 0.06
const silent = 1e-4

/** Plays one sound over and over without a gap, by Web Audio: a media element pauses between two rounds. */
export class SeamlessLoop extends EventTarget {
  readonly #onEnd: () => void
  #context: AudioContext | undefined
  #release: (() => void) | undefined

  /** `onEnd` is called whenever it has been stopped, also by another sound of the page. */
  constructor(onEnd: () => void) {
    super()
    this.#onEnd = onEnd
  }

  /** Call it in a press. Rejects where the browser cannot decode the sound. */
  async start(file: Blob, type: string): Promise<void> {
    this.pause()
    const context = new AudioContext()
    this.#context = context
    try {
      const { blob } = await playableSound(file, type)
      const sound = await context.decodeAudioData(await blob.arrayBuffer())
      if (this.#context !== context) return
      const { loopStart, loopEnd } = endsOf(sound)
      const source = new AudioBufferSourceNode(context, { buffer: sound, loop: true, loopStart, loopEnd })
      source.connect(context.destination)
      this.#release = soundsAlone(this, this)
      this.dispatchEvent(new Event('play'))
      source.start(0, loopStart)
    } catch (thrown) {
      this.pause()
      throw thrown
    }
  }

  readonly pause = (): void => {
    const context = this.#context
    if (!context) return
    this.#context = undefined
    this.#release?.()
    this.#release = undefined
    void context.close()
    this.#onEnd()
  }
}

/** The sound without the padding of its encoder, in seconds. */
function endsOf(sound: AudioBuffer): { readonly loopStart: number; readonly loopEnd: number } {
  const most = Math.min(sound.length / 4, Math.round(mostPadding * sound.sampleRate))
  const planes = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
  const isSilent = (at: number) => planes.every((plane) => Math.abs(plane[at] ?? 0) < silent)
  let [first, last] = [0, sound.length]
  while (first < most && isSilent(first)) first += 1
  while (last > sound.length - most && isSilent(last - 1)) last -= 1
  return { loopStart: first / sound.sampleRate, loopEnd: last / sound.sampleRate }
}

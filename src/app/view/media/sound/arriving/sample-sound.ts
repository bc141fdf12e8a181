import { asInWav, readHeaderless } from '#media/audio/headerless.ts'
import { readWav, type WavFormat, wavHeader } from '#media/audio/wav.ts'
import { essenceOf } from '#media/media-type.ts'
import { soundsAlone } from '../../player/playback.ts'
import type { GrowingSound } from './growing-sound.ts'

interface Format extends WavFormat {
  readonly isSwapped: boolean
  readonly start: number
}

/** Bytes within which the samples of a WAV file begin, in all but odd files. */
const longestHead = 65_536

/** Bytes of raw samples by which their byte order is told. */
const enoughRaw = 2048

/** Seconds between the decision to play and the sound, at the beginning and after a pause for want of bytes. */
const lead = 0.08

const least = 0.1

/** WAV or raw samples, scheduled without gaps. The browser decodes each part as a WAV file of its own. */
export class SampleSound extends EventTarget implements GrowingSound {
  onChange = (): void => {}
  readonly #type: string
  readonly #release: () => void
  /** Pieces are taken in their order, since reading a Blob and decoding take time. */
  #work: Promise<void> = Promise.resolve()
  #format: Format | undefined
  #held: Uint8Array<ArrayBuffer> = new Uint8Array()
  #context: AudioContext | undefined
  /** The time of the context at which the position is 0; later by each pause for want of bytes. */
  #zero = 0
  #ready = 0
  #isWhole = false
  #isClosed = false
  #state: GrowingSound['state'] = 'paused'

  constructor(type: string) {
    super()
    this.#type = type
    this.#release = soundsAlone(this, this)
  }

  get state(): GrowingSound['state'] {
    return this.#state
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    this.#then(() => this.#take(bytes))
  }

  end(): void {
    this.#then(async () => {
      this.#isWhole = true
      await this.#take(new Uint8Array())
      if (this.#ready === 0) this.#show('failed')
      else this.#endAt(this.#ready)
    })
  }

  play(): void {
    if (this.#state !== 'paused') return
    this.#show('playing')
    this.dispatchEvent(new Event('play'))
    void this.#context?.resume()
  }

  pause(): void {
    if (this.#state !== 'playing') return
    this.#show('paused')
    void this.#context?.suspend()
  }

  close(): void {
    this.#isClosed = true
    this.onChange = () => {}
    this.#held = new Uint8Array()
    this.#release()
    void this.#context?.close()
  }

  time(): number {
    return Math.max(0, Math.min((this.#context?.currentTime ?? 0) - this.#zero, this.#ready))
  }

  ready(): number {
    return this.#ready
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (!this.#isClosed && this.#state !== 'failed') await work()
    })
    this.#work = this.#work.catch(() => this.#show('failed'))
  }

  async #take(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const all = new Uint8Array(this.#held.length + bytes.length)
    all.set(this.#held)
    all.set(bytes, this.#held.length)
    this.#held = all
    if (!this.#format) {
      this.#format = await this.#formatOf(new Blob([all]))
      if (!this.#format) {
        if (all.length > longestHead) this.#show('failed')
        return
      }
      this.#held = all.subarray(this.#format.start)
    }
    await this.#schedule(this.#format)
  }

  /** Undefined while too little came. */
  async #formatOf(head: Blob): Promise<Format | undefined> {
    const wav = await readWav(head)
    if (wav) return { ...wav, isSwapped: false }
    if (/wav/.test(essenceOf(this.#type)) || (head.size < enoughRaw && !this.#isWhole)) return undefined
    const raw = await readHeaderless(head, this.#type)
    return raw && { ...raw, start: 0 }
  }

  async #schedule(format: Format): Promise<void> {
    const frame = (format.bits / 8) * format.channels
    const whole = this.#held.length - (this.#held.length % frame)
    if (whole === 0 || (whole < least * format.rate * frame && !this.#isWhole)) return
    const samples = this.#held.slice(0, whole)
    this.#held = this.#held.subarray(whole)
    const parts = [wavHeader(format, whole), format.isSwapped ? asInWav(samples, format.bits / 8) : samples]
    const file = await new Blob(parts).arrayBuffer()
    // A context that is opened after the end would never be closed.
    if (this.#isClosed) return
    const context = this.#opened(format.rate)
    const buffer = await context.decodeAudioData(file)
    if (this.#isClosed) return
    // Too late where everything before it has been heard: then the position waits, too.
    this.#zero = Math.max(this.#zero, context.currentTime + lead - this.#ready)
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    source.start(this.#zero + this.#ready)
    this.#ready += buffer.duration
  }

  /** At the rate of the samples, so that nothing is resampled part by part. Browsers that do not offer the rate use their own. */
  #opened(rate: number): AudioContext {
    if (this.#context) return this.#context
    try {
      this.#context = new AudioContext({ sampleRate: rate })
    } catch {
      this.#context = new AudioContext()
    }
    if (this.#state !== 'playing') void this.#context.suspend()
    return this.#context
  }

  #endAt(seconds: number): void {
    if (this.#isClosed) return
    const left = seconds - this.time()
    if (left <= 0) this.#show('ended')
    else setTimeout(() => this.#endAt(seconds), Math.max(50, left * 1000))
  }

  #show(state: GrowingSound['state']): void {
    this.#state = state
    this.onChange()
  }
}

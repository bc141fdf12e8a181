import { essenceOf } from '#media/media-type.ts'
import { soundsAlone } from '../../player/playback.ts'
import type { GrowingSound } from './growing-sound.ts'

/** Safari on phones has only the managed one. */
const Source = (): typeof MediaSource | undefined =>
  Reflect.get(globalThis, 'ManagedMediaSource') ?? Reflect.get(globalThis, 'MediaSource')

const codecs = new Map(
  Object.entries({
    'audio/mpeg': 'audio/mpeg',
    'audio/mp3': 'audio/mpeg',
    'audio/aac': 'audio/aac',
    'audio/mp4': 'audio/mp4; codecs="mp4a.40.2"',
    'audio/webm': 'audio/webm; codecs="opus"',
    'video/webm': 'audio/webm; codecs="opus"',
  }),
)

/** The type under which the browser takes pieces of such a file; undefined where it takes none. */
export function sourceTypeOf(type: string): string | undefined {
  const known = codecs.get(essenceOf(type))
  return known !== undefined && Source()?.isTypeSupported(known) ? known : undefined
}

/** In seconds: what is kept behind the position where the browser's buffer is full. */
const kept = 10

export class SourceSound implements GrowingSound {
  onChange = (): void => {}
  readonly #audio = new Audio()
  readonly #url: string
  readonly #waiting: Uint8Array<ArrayBuffer>[] = []
  readonly #release: () => void
  readonly #source: MediaSource
  #buffer: SourceBuffer | undefined
  #isWhole = false
  #state: GrowingSound['state'] = 'paused'

  /** `type` is one of `sourceTypeOf`. */
  constructor(type: string) {
    const Made = Source()
    if (Made === undefined) throw new TypeError('This browser has no media sources.')
    this.#source = new Made()
    // The managed source is only used where no other device could take over.
    this.#audio.disableRemotePlayback = true
    this.#url = URL.createObjectURL(this.#source)
    this.#audio.src = this.#url
    this.#release = soundsAlone(this.#audio, this)
    this.#source.addEventListener('sourceopen', () => this.#open(type), { once: true })
    for (const event of ['play', 'pause', 'ended', 'error'] as const)
      this.#audio.addEventListener(event, () => this.#show(event === 'play' ? 'playing' : event))
    this.#audio.addEventListener('timeupdate', () => this.#pump())
  }

  get state(): GrowingSound['state'] {
    return this.#state
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    this.#waiting.push(bytes)
    this.#pump()
  }

  end(): void {
    this.#isWhole = true
    this.#pump()
  }

  play(): void {
    void this.#audio.play().catch(() => this.#show('pause'))
  }

  pause(): void {
    this.#audio.pause()
  }

  close(): void {
    this.onChange = () => {}
    this.#waiting.length = 0
    this.#audio.pause()
    this.#release()
    this.#audio.removeAttribute('src')
    this.#audio.load()
    URL.revokeObjectURL(this.#url)
  }

  time(): number {
    return this.#audio.currentTime
  }

  ready(): number {
    const { buffered } = this.#audio
    return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1)
  }

  #open(type: string): void {
    try {
      this.#buffer = this.#source.addSourceBuffer(type)
      this.#buffer.addEventListener('updateend', () => this.#pump())
    } catch {
      this.#show('error')
    }
    this.#pump()
  }

  /** Appends one piece at a time; a full buffer is emptied behind the position and tried again as it plays. */
  #pump(): void {
    const buffer = this.#buffer
    if (!buffer || buffer.updating || this.#source.readyState !== 'open') return
    const [next] = this.#waiting
    try {
      if (next) {
        buffer.appendBuffer(next)
        this.#waiting.shift()
      } else if (this.#isWhole) this.#source.endOfStream()
    } catch (cause) {
      const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError'
      if (!isFull) this.#show('error')
      else if (this.#behind() > 2 * kept) buffer.remove(0, this.#audio.currentTime - kept)
    }
  }

  /** Seconds before the position that the buffer still holds. Without them it would be emptied and found full again without end. */
  #behind(): number {
    const { buffered, currentTime } = this.#audio
    return buffered.length === 0 ? 0 : currentTime - buffered.start(0)
  }

  #show(event: 'playing' | 'pause' | 'ended' | 'error'): void {
    if (this.#state === 'failed') return
    // The end pauses first.
    const isEnd = event === 'ended' || (event === 'pause' && this.#audio.ended)
    this.#state = event === 'error' ? 'failed' : isEnd ? 'ended' : event === 'playing' ? 'playing' : 'paused'
    this.onChange()
  }
}

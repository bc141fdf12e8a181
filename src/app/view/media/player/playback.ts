import { PageState } from '../../../ui/page-state.ts'
/** A part that is repeated, in seconds. */
export interface Region {
  readonly from: number
  readonly to: number
}

/** What is shown of a playback. Keeps its identity until it changes. */
export interface PlaybackShown {
  readonly playing: boolean
  /** Length in seconds; 0 until it is known, and without an end. */
  readonly seconds: number
  /** 0.25 to 2, with the pitch kept. */
  readonly speed: number
  /** 0 to 1. */
  readonly volume: number
  readonly muted: boolean
  readonly loop: Region | boolean
  readonly failed: boolean
}

const fresh: PlaybackShown = {
  playing: false,
  seconds: 0,
  speed: 1,
  volume: 1,
  muted: false,
  loop: false,
  failed: false,
}

export type Followed = Pick<Playback, 'watch' | 'shown' | 'watchTime' | 'time' | 'seek' | 'set'>

const events = ['play', 'pause', 'ended', 'durationchange', 'ratechange', 'volumechange', 'error', 'emptied'] as const

/** The playback of one media element, which may come later and may be replaced. Times are in seconds. */
export class Playback {
  #player: HTMLMediaElement | undefined
  readonly #state = new PageState(() => fresh)
  readonly shown = this.#state.get
  readonly watch = this.#state.subscribe
  #wanted: number | undefined
  #frame: number | undefined
  readonly #timeListeners = new Set<(seconds: number) => void>()

  /** Takes over an element, which keeps speed, volume, muting and repeating of the one before. Returns its release. */
  readonly attach = (player: HTMLMediaElement): (() => void) => {
    this.#player = player
    this.#tune(player)
    if (this.#wanted !== undefined) player.currentTime = this.#wanted
    this.#wanted = undefined
    const end = soundsAlone(player, this)
    const listening = new AbortController()
    const { signal } = listening
    for (const event of events) player.addEventListener(event, () => this.#look(), { signal })
    for (const event of ['seeked', 'timeupdate', 'loadedmetadata'] as const)
      player.addEventListener(event, () => this.#tell(), { signal })
    player.addEventListener('ended', this.#again, { signal })
    this.#look()
    return () => {
      end()
      listening.abort()
      player.pause()
      if (this.#player === player) this.#player = undefined
      this.#look()
    }
  }

  /** Calls the listener with the position for every frame while it plays, and after a seek. */
  readonly watchTime = (listener: (seconds: number) => void): (() => void) => {
    this.#timeListeners.add(listener)
    return () => void this.#timeListeners.delete(listener)
  }

  readonly time = (): number => this.#player?.currentTime ?? this.#wanted ?? 0

  readonly play = (): void => void this.#player?.play().catch(() => {})

  readonly pause = (): void => this.#player?.pause()

  readonly toggle = (): void => (this.shown().playing ? this.pause() : this.play())

  readonly seek = (to: number): void => {
    const at = Math.max(0, Math.min(to, this.shown().seconds || to))
    if (this.#player) this.#player.currentTime = at
    else this.#wanted = at
    for (const listener of this.#timeListeners) listener(at)
  }

  readonly skip = (by: number): void => this.seek(this.time() + by)

  readonly set = (change: Partial<Pick<PlaybackShown, 'speed' | 'volume' | 'muted' | 'loop'>>): void => {
    this.#show({ ...this.shown(), ...change })
    if (this.#player) this.#tune(this.#player)
  }

  /** Mutes or unmutes; also at volume 0 something is heard afterwards. */
  readonly mute = (): void => {
    const { muted, volume } = this.shown()
    this.set({ muted: !muted && volume > 0, ...(volume === 0 && { volume: 1 }) })
  }

  #tune(player: HTMLMediaElement): void {
    const { speed, volume, muted, loop } = this.shown()
    Object.assign(player, { playbackRate: speed, volume, muted, loop: loop === true })
  }

  readonly #again = (): void => {
    const { loop } = this.shown()
    if (typeof loop !== 'object') return
    this.seek(loop.from)
    this.play()
  }

  #look(): void {
    const player = this.#player
    const { paused = true, ended = false, duration = 0, error = null } = player ?? {}
    const seconds = Number.isFinite(duration) ? duration : 0
    const own = player && { speed: player.playbackRate, volume: player.volume, muted: player.muted }
    this.#show({ ...this.shown(), playing: !paused && !ended, seconds, failed: error !== null, ...own })
    if (this.shown().playing) this.#frame ??= requestAnimationFrame(this.#next)
  }

  readonly #next = (): void => {
    this.#frame = undefined
    if (!this.shown().playing) return
    this.#tell()
    this.#frame = requestAnimationFrame(this.#next)
  }

  #tell(): void {
    const { loop, playing } = this.shown()
    // Here, since a hidden page draws no frames.
    if (playing && typeof loop === 'object' && this.time() >= loop.to) this.seek(loop.from)
    const at = this.time()
    for (const listener of this.#timeListeners) listener(at)
  }

  #show(next: PlaybackShown): void {
    if (!isSame(this.shown(), next)) this.#state.set(next)
  }
}

let playing: Pausable | undefined

interface Pausable {
  readonly pause: () => void
}

/** Pauses all other sounds of the page when this element begins; elements of one `group` count as one. Returns what ends it. */
export function soundsAlone(
  player: Pick<HTMLMediaElement, 'pause' | 'addEventListener' | 'removeEventListener'>,
  group: Pausable = player,
): () => void {
  const onPlay = () => {
    if (playing !== group) playing?.pause()
    playing = group
  }
  player.addEventListener('play', onPlay)
  return () => {
    player.removeEventListener('play', onPlay)
    if (playing === group) playing = undefined
  }
}

/** Whether two objects of one type have identical values. */
export function isSame<T extends object>(one: T, other: T): boolean {
  const values = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, value]) => values.get(name) === value)
}

import { PageState } from '../../../ui/page-state.ts'
import type { Followed, PlaybackShown } from '../player/playback.ts'
import { isSame, soundsAlone } from '../player/playback.ts'
import { frameGrid } from '../player/video-frames.ts'
import {
  advance,
  type Group,
  lengthOf,
  newGroup,
  type PlayerState,
  pausedAt,
  played,
  soughtTo,
  stepped,
} from './sync.ts'

export type Player = Pick<
  HTMLMediaElement,
  | 'currentTime'
  | 'duration'
  | 'paused'
  | 'ended'
  | 'seeking'
  | 'readyState'
  | 'playbackRate'
  | 'muted'
  | 'volume'
  | 'error'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>

export interface GroupShown extends Pick<Group, 'playing' | 'speed' | 'loop' | 'heard'> {
  readonly position: number
  readonly length: number
}

const events = ['loadedmetadata', 'canplay', 'seeked', 'waiting', 'pause', 'ended', 'error'] as const

/** Plays media elements as one, by the decisions of `advance`; an element that joins is brought to the time of the others. */
export class PlayerGroup {
  #group: Group
  #position = 0
  readonly #state = new PageState<GroupShown>(() => {
    return { playing: false, speed: 1, loop: false, heard: this.#group.heard, position: 0, length: 0 }
  })
  readonly shown = this.#state.get
  readonly watch = this.#state.subscribe
  #frame: number | undefined
  #volumes: readonly number[] = []
  readonly #players = new Map<number, { readonly player: Player; sought: number | undefined }>()

  constructor(heard = 0) {
    this.#group = { ...newGroup, heard }
  }

  /** Adds an element at a place of the group. Returns its removal. */
  readonly attach = (at: number, player: Player): (() => void) => {
    this.#players.set(at, { player, sought: undefined })
    const look = () => this.look()
    for (const event of events) player.addEventListener(event, look)
    const end = soundsAlone(player, this)
    this.#become({ ...this.#group, target: this.#position })
    return () => {
      end()
      for (const event of events) player.removeEventListener(event, look)
      player.pause()
      if (this.#players.get(at)?.player === player) this.#players.delete(at)
      if (this.#players.size === 0) this.#rest()
    }
  }

  readonly toggle = (): void => (this.#group.playing ? this.pause() : this.play())

  readonly play = (): void => this.#become(played(this.#group, this.#position, this.shown().length))

  readonly pause = (): void => this.#become(pausedAt(this.#group, this.#position))

  readonly seek = (to: number): void => this.#become(soughtTo(this.#group, to, this.shown().length))

  readonly move = (seconds: number): void => this.seek(this.#position + seconds)

  readonly step = (by: number, frameRate: number): void =>
    this.#become(stepped(this.#group, this.#position, by, frameGrid({ frameRate }, this.shown().length)))

  readonly set = (change: Partial<Pick<Group, 'speed' | 'loop' | 'heard'>>): void =>
    this.#become({ ...this.#group, ...change })

  /** How loud each one is heard, from 0 to 1, by their places; those left out are as loud as they are. */
  readonly setVolumes = (volumes: readonly number[]): void => {
    this.#volumes = volumes
    this.look()
  }

  #become(group: Group): void {
    this.#group = group
    if (group.target !== undefined) this.#position = group.target
    this.look()
  }

  /** Looks at the players once, and gives them their orders. `now` is in ms of a monotone clock. */
  look(now = performance.now()): void {
    const held = [...this.#players].toSorted(([a], [b]) => a - b)
    const states = held.map(([, { player, sought }]) => stateOf(player, sought))
    const heard = held.findIndex(([at]) => at === this.#group.heard)
    const { group, position, orders, rests } = advance(
      { ...this.#group, heard: heard < 0 ? undefined : heard },
      states,
      now,
    )
    this.#group = { ...group, heard: this.#group.heard }
    this.#position = position
    for (const [nth, [at, one]] of held.entries()) {
      const order = orders[nth]
      const { player } = one
      player.muted = at !== this.#group.heard
      player.volume = this.#volumes[at] ?? 1
      if (order?.pause) player.pause()
      if (order?.rate !== undefined) player.playbackRate = order.rate
      if (order?.seek !== undefined) {
        one.sought = order.seek
        player.currentTime = order.seek
      }
      if (order?.play) {
        one.sought = undefined
        void player.play().catch((error: unknown) => this.#refused(error))
      }
    }
    this.#show(lengthOf(states))
    if (rests || held.length === 0) this.#rest()
    else this.#frame ??= requestAnimationFrame(this.#next)
  }

  readonly #next = (): void => {
    this.#frame = undefined
    this.look()
  }

  #rest(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  /** A browser may refuse to play without a press; an interrupted start is no refusal. */
  #refused(error: unknown): void {
    if (error instanceof DOMException && error.name === 'NotAllowedError') this.pause()
  }

  #show(length: number): void {
    const { playing, speed, loop, heard } = this.#group
    const next = { playing, speed, loop, heard, position: this.#position, length }
    if (!isSame(this.shown(), next)) this.#state.set(next)
  }
}

const stateOf = (player: Player, sought: number | undefined): PlayerState => ({
  time: player.currentTime,
  length: player.duration,
  paused: player.paused,
  ended: player.ended,
  seeking: player.seeking,
  readyState: player.readyState,
  rate: player.playbackRate,
  sought,
  // Without a length, such as of a live stream, there is no common time.
  failed: player.error !== null || player.duration === Number.POSITIVE_INFINITY,
})

/** A group as the playback that a waveform follows. Volume and muting are the group's own. */
export function groupPlayback(group: PlayerGroup): Followed {
  const { watch, seek } = group
  const time = () => group.shown().position
  let last: PlaybackShown | undefined
  return {
    watch,
    time,
    seek,
    set: ({ speed, loop }) => group.set({ ...(speed !== undefined && { speed }), ...(loop !== undefined && { loop }) }),
    watchTime: (listener) => watch(() => listener(time())),
    shown() {
      const { playing, speed, loop, length: seconds } = group.shown()
      if (last?.playing !== playing || last.speed !== speed || last.loop !== loop || last.seconds !== seconds)
        last = { playing, seconds, speed, loop, volume: 1, muted: false, failed: false }
      return last
    },
  }
}

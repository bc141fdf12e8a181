import type { Region } from '../player/playback.ts'
import type { FrameGrid } from '../player/video-frames.ts'

/** What is read of one player. All players of a group are read in one task, so that their times are of one moment. Seconds. */
export interface PlayerState {
  readonly time: number
  /** NaN until the metadata are read. */
  readonly length: number
  readonly paused: boolean
  readonly ended: boolean
  readonly seeking: boolean
  /** `HTMLMediaElement.readyState`: from 2 on the frame at its time is there, from 3 on it can play. */
  readonly readyState: number
  readonly rate: number
  /** The time that it was last set to; undefined as soon as it has played since. Browsers may report a rounded one. */
  readonly sought: number | undefined
  /** The browser cannot play it: the others go on without it. */
  readonly failed: boolean
}

export interface Order {
  readonly pause?: true
  readonly seek?: number
  readonly rate?: number
  readonly play?: true
}

export interface Group {
  /** What was asked for; while the players are brought to one time, they pause. */
  readonly playing: boolean
  /** The time to which all are brought, and at which they rest or start together; undefined while they run. */
  readonly target: number | undefined
  readonly speed: number
  readonly loop: Region | boolean
  /** The index of the player that is heard. Its rate is never corrected, since that is audible. */
  readonly heard: number | undefined
  /** When the players last started, in ms of the clock that `advance` is given. */
  readonly startedAt: number
}

export const newGroup: Group = { playing: false, target: 0, speed: 1, loop: false, heard: 0, startedAt: -Infinity }

/** The group after one look at its players, its time, and the orders to each. `rests`: nothing changes without an event. */
interface Advance {
  readonly group: Group
  readonly position: number
  readonly orders: readonly Order[]
  readonly rests: boolean
}

/** Seconds before the end that still show the last frame: at the end itself some browsers show none. */
const lastMoment = 0.001

/** Drift in seconds above which all are brought to one time again. */
const tooFar = 0.2

/** Ms from a start to the next: on a machine that cannot keep up, they run apart rather than stutter. */
const patience = 2000

const correction = { seconds: 0.5, most: 0.05, step: 0.005 }

/** The length of the longest player that is known; 0 before. */
export const lengthOf = (players: readonly PlayerState[]): number =>
  Math.max(0, ...players.filter(isKnown).map(({ length }) => length))

/**
 * Decides what the players of a group do next. Called for every frame while they run, and for every event of theirs; without a change it
 * gives no orders. To start, all are paused and brought to the same time; they start in one task when every one can play there.
 */
export function advance(group: Group, players: readonly PlayerState[], now: number): Advance {
  return group.target === undefined ? run(group, players, now) : align(group, group.target, players, now)
}

function align(group: Group, target: number, players: readonly PlayerState[], now: number): Advance {
  const isThere = (player: PlayerState) =>
    player.failed ||
    (player.paused &&
      !player.seeking &&
      player.sought === placeIn(player, target) &&
      player.readyState >= (group.playing && goesOnAt(player, target) ? 3 : 2))
  if (!players.every(isThere)) {
    const orders = players.map((player): Order => {
      if (player.failed) return {}
      const to = placeIn(player, target)
      // One seek at a time: a slider that is dragged asks for more of them than a decoder can do.
      const seeks = isKnown(player) && !player.seeking && player.sought !== to
      return { ...(!player.paused && { pause: true }), ...(seeks && { seek: to }) }
    })
    return { group, position: target, orders, rests: false }
  }
  const starts = group.playing && players.some((player) => goesOnAt(player, target))
  if (!starts)
    return { group: { ...group, playing: false }, position: target, orders: players.map(() => ({})), rests: true }
  return {
    group: { ...group, target: undefined, startedAt: now },
    position: target,
    orders: players.map((player) =>
      goesOnAt(player, target) ? { ...rateOrder(player, group.speed), play: true } : {},
    ),
    rests: false,
  }
}

function run(group: Group, players: readonly PlayerState[], now: number): Advance {
  const going = players.filter((player) => !player.ended && goesOnAt(player, player.time))
  const lead = leadOf(group, players, going)
  const { loop } = group
  const isOver = lead === undefined || (typeof loop === 'object' && lead.time >= loop.to)
  if (isOver) {
    const target = typeof loop === 'object' ? loop.from : loop ? 0 : lengthOf(players)
    return align({ ...group, playing: loop !== false, target }, target, players, now)
  }
  const isApart = going.some((player) => player.readyState < 3 || Math.abs(player.time - lead.time) > tooFar)
  if (isApart && now - group.startedAt > patience)
    return align({ ...group, target: lead.time }, lead.time, players, now)
  const orders = players.map((player): Order => {
    if (!going.includes(player)) return {}
    const rate = player === lead ? group.speed : corrected(group.speed, player.time - lead.time)
    // A browser pauses a video on its own, such as a silent one in a hidden tab.
    return { ...rateOrder(player, rate), ...(player.paused && { play: true }) }
  })
  return { group, position: lead.time, orders, rests: false }
}

/** The player whose time is the group's: the one that is heard, else the longest. */
function leadOf({ heard }: Group, players: readonly PlayerState[], going: readonly PlayerState[]) {
  const audible = heard === undefined ? undefined : players[heard]
  if (audible && going.includes(audible)) return audible
  return going.toSorted((a, b) => b.length - a.length)[0]
}

/** In steps, so that a rate is not set anew for every frame. */
function corrected(speed: number, drift: number): number {
  const { seconds, most, step } = correction
  const share = Math.max(-most, Math.min(most, drift / seconds))
  return speed * (1 - Math.round(share / step) * step)
}

const rateOrder = (player: PlayerState, rate: number): Order => (player.rate === rate ? {} : { rate })

const isKnown = ({ failed, length }: PlayerState) => !failed && Number.isFinite(length)

/** A player that is shorter holds its last frame. */
const placeIn = ({ length }: PlayerState, target: number) => Math.max(0, Math.min(target, length - lastMoment))

const goesOnAt = (player: PlayerState, target: number) => isKnown(player) && target < player.length - lastMoment

export function played(group: Group, position: number, length: number): Group {
  return { ...group, playing: true, target: position < length - lastMoment ? position : 0 }
}

export const pausedAt = (group: Group, position: number): Group => ({ ...group, playing: false, target: position })

export const soughtTo = (group: Group, to: number, length: number): Group => ({
  ...group,
  target: Math.max(0, Math.min(to, length)),
})

/** Paused, some frames on or back. The middle of a frame is the time that shows it in every browser. */
export const stepped = (group: Group, from: number, by: number, frames: FrameGrid): Group =>
  pausedAt(group, frames.middle(frames.at(from) + by))

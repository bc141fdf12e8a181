import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { frameGrid } from '../player/video-frames.ts'
import {
  advance,
  type Group,
  lengthOf,
  newGroup,
  type Order,
  type PlayerState,
  pausedAt,
  played,
  soughtTo,
  stepped,
} from './sync.ts'

interface Make {
  readonly length?: number
  /** Ms that a seek takes, and that a start takes. */
  readonly seekTakes?: number
  readonly startTakes?: number
  /** Its clock runs wrong by this share. */
  readonly skew?: number
}

/** A media element on a clock that the test moves. */
class FakePlayer {
  readonly #make: Required<Make>
  time = 0
  paused = true
  rate = 1
  sought: number | undefined
  seeks: number[] = []
  starts: number[] = []
  #now = 0
  #settles = -1
  #runsFrom = 0

  constructor(make: Make = {}) {
    this.#make = { length: 10, seekTakes: 30, startTakes: 20, skew: 0, ...make }
  }

  get ended() {
    return this.time >= this.#make.length
  }

  get state(): PlayerState {
    const { time, ended, paused, rate, sought } = this
    const seeking = this.#now < this.#settles
    return {
      time,
      ended,
      paused,
      rate,
      sought,
      seeking,
      length: this.#make.length,
      readyState: seeking ? 1 : 4,
      failed: false,
    }
  }

  obey({ pause, seek, rate, play }: Order) {
    if (pause) this.paused = true
    if (rate !== undefined) this.rate = rate
    if (seek !== undefined) {
      this.time = this.sought = seek
      this.#settles = this.#now + this.#make.seekTakes
      this.seeks.push(seek)
    }
    if (play) {
      this.paused = false
      this.sought = undefined
      this.#runsFrom = this.#now + this.#make.startTakes
      this.starts.push(this.#now)
    }
  }

  pass(ms: number) {
    this.#now += ms
    if (this.paused || this.#now < this.#settles) return
    const ran = Math.max(0, Math.min(ms, this.#now - this.#runsFrom)) / 1000
    this.time = Math.min(this.#make.length, this.time + ran * this.rate * (1 + this.#make.skew))
    if (this.ended) this.paused = true
  }
}

/** A group of fake players that is looked at every 16 ms. */
class Bench {
  readonly players: readonly FakePlayer[]
  group: Group = newGroup
  position = 0
  rests = false
  #now = 0

  constructor(...makes: readonly Make[]) {
    this.players = makes.map((make) => new FakePlayer(make))
  }

  get length() {
    return lengthOf(this.players.map(({ state }) => state))
  }

  get times() {
    return this.players.map(({ time }) => time)
  }

  /** The widest difference of two that run. */
  get spread() {
    const times = this.players.filter(({ ended }) => !ended).map(({ time }) => time)
    return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
  }

  pass(ms: number) {
    for (const end = this.#now + ms; this.#now < end; this.#now += 16) {
      const { group, position, orders, rests } = advance(
        this.group,
        this.players.map(({ state }) => state),
        this.#now,
      )
      Object.assign(this, { group, position, rests })
      for (const [at, player] of this.players.entries()) player.obey(orders[at] ?? {})
      for (const player of this.players) player.pass(16)
    }
    return this
  }

  play() {
    this.group = played(this.group, this.position, this.length)
    return this
  }
}

test('all start in the same moment, when the slowest is at its place', () => {
  const bench = new Bench({ seekTakes: 10 }, { seekTakes: 400 }, { seekTakes: 90 })
  bench.group = soughtTo(newGroup, 3, 10)
  bench.play().pass(300)
  expect(bench.players.every(({ paused }) => paused)).toBe(true)
  bench.pass(300)
  expect(new Set(bench.players.flatMap(({ starts }) => starts)).size).toBe(1)
  expect(bench.spread).toBe(0)
})

test('those that start late are caught up with, and the one that is heard keeps its speed', () => {
  const bench = new Bench({ startTakes: 0 }, { startTakes: 90 }, { startTakes: 40 }).play().pass(200)
  expect(bench.spread).toBeGreaterThan(0.06)
  bench.pass(3000)
  expect(bench.spread).toBeLessThan(0.01)
  expect(bench.players.map(({ starts }) => starts.length)).toEqual([1, 1, 1])
  expect(bench.players[0]?.rate).toBe(1)
})

test('players far apart are brought to one time and start again', () => {
  const bench = new Bench({}, {}).play().pass(3000)
  const [, second] = bench.players
  if (second) second.time -= 1
  bench.pass(200)
  expect(bench.spread).toBeLessThan(0.05)
  expect(bench.players.map(({ starts }) => starts.length)).toEqual([2, 2])
})

test('a shorter one holds its last frame until the group begins again', () => {
  const bench = new Bench({ length: 1 }, { length: 2 }).play().pass(1600)
  expect(bench.group.playing).toBe(true)
  expect(bench.players.map(({ paused }) => paused)).toEqual([true, false])
  expect(bench.position).toBeCloseTo(1.5, 0)
  bench.pass(1000)
  expect(bench.group.playing).toBe(false)
  expect(bench.position).toBe(2)
  expect(bench.times).toEqual([0.999, 1.999])
  expect(bench.rests).toBe(true)
  bench.play().pass(600)
  expect(bench.times.every((time) => time > 0.3 && time < 0.7)).toBe(true)
})

test('a loop takes all back to the start, together', () => {
  const bench = new Bench({ length: 1 }, { length: 2 })
  bench.group = { ...newGroup, loop: true }
  bench.play().pass(2600)
  expect(bench.group.playing).toBe(true)
  expect(bench.times.every((time) => time > 0.2 && time < 0.6)).toBe(true)
  expect(bench.spread).toBeLessThan(0.01)
})

test('paused, all stand at the same time', () => {
  const bench = new Bench({ startTakes: 0 }, { startTakes: 60 }).play().pass(500)
  bench.group = pausedAt(bench.group, bench.position)
  bench.pass(200)
  expect(new Set(bench.times)).toEqual(new Set([bench.position]))
  expect(bench.rests).toBe(true)
})

test('seeks that come faster than they can be done are not queued, and the last one counts', () => {
  const bench = new Bench({ seekTakes: 200 }, { seekTakes: 200 }).pass(400)
  const before = bench.players.map(({ seeks }) => seeks.length)
  for (let to = 1; to <= 8; to += 0.25) {
    bench.group = soughtTo(bench.group, to, 10)
    bench.pass(16)
  }
  bench.pass(600)
  expect(bench.times).toEqual([8, 8])
  for (const [at, { seeks }] of bench.players.entries()) expect(seeks.length - (before[at] ?? 0)).toBeLessThan(6)
})

test('one that cannot be played holds nobody up', () => {
  const broken = { ...new FakePlayer().state, failed: true, length: Number.NaN, readyState: 0 }
  const ready = { ...new FakePlayer().state, sought: 0 }
  const { orders } = advance({ ...newGroup, playing: true }, [broken, ready], 0)
  expect(orders).toEqual([{}, { play: true }])
})

test('a player that the browser paused goes on', () => {
  const bench = new Bench({}, {}).play().pass(500)
  const [, second] = bench.players
  if (second) second.paused = true
  bench.pass(2000)
  expect(second?.paused).toBe(false)
  expect(bench.spread).toBeLessThan(0.02)
})

test('a step rests in the middle of the next frame, of the first and of the last', () => {
  const frames = frameGrid({ frameRate: 24 }, 4)
  expect(stepped(newGroup, 0, 1, frames)).toMatchObject({ playing: false, target: 1.5 / 24 })
  expect(stepped(newGroup, 1.5 / 24, 1, frames).target).toBeCloseTo(2.5 / 24)
  expect(stepped(newGroup, 0, -1, frames).target).toBeCloseTo(0.5 / 24)
  expect(stepped(newGroup, 4, 1, frames).target).toBeCloseTo(95.5 / 24)
})

const make = fc.record({
  length: fc.double({ min: 7, max: 30, noNaN: true }),
  seekTakes: fc.integer({ min: 0, max: 300 }),
  startTakes: fc.integer({ min: 0, max: 180 }),
  skew: fc.double({ min: -0.002, max: 0.002, noNaN: true }),
})

test(`whatever is pressed and however slow they are, they run within half a frame and rest together (SEED=${seed})`, () => {
  const presses = fc.array(
    fc.record({
      press: fc.constantFrom('play', 'pause', 'seek', 'step'),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      wait: fc.integer({ min: 0, max: 1500 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(fc.array(make, { minLength: 2, maxLength: 4 }), presses, (makes, all) => {
      const bench = new Bench(...makes)
      for (const { press, to, wait } of all) {
        const { group, position, length } = bench
        if (press === 'play') bench.play()
        else if (press === 'pause') bench.group = pausedAt(group, position)
        else if (press === 'seek') bench.group = soughtTo(group, to * length, length)
        else bench.group = stepped(group, position, to < 0.5 ? -1 : 1, frameGrid({ frameRate: 24 }, length))
        bench.pass(wait)
      }
      bench.group = pausedAt(bench.group, bench.position)
      bench.pass(800)
      expect(bench.rests).toBe(true)
      for (const [at, time] of bench.times.entries())
        expect(time).toBe(Math.max(0, Math.min(bench.position, (makes[at]?.length ?? 0) - 0.001)))
      bench.group = soughtTo(bench.group, 0, bench.length)
      // Once it is there: a play from where it was would reach the end of the shortest.
      bench.pass(700)
      bench.play().pass(700)
      // Longer than the correction of the slowest start takes.
      bench.pass(4800)
      expect(bench.spread).toBeLessThan(0.021)
    }),
    { seed, numRuns: 60 },
  )
})

test('a part is repeated by all from its beginning', () => {
  const bench = new Bench({}, {})
  bench.group = { ...bench.group, loop: { from: 2, to: 3 } }
  bench.group = soughtTo(bench.group, 2.5, bench.length)
  bench.pass(300)
  bench.play().pass(900)
  expect(bench.group.playing).toBe(true)
  for (const time of bench.times) expect(time).toBeGreaterThan(1.99)
  for (const time of bench.times) expect(time).toBeLessThan(2.8)
})

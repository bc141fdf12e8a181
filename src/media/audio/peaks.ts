/** Samples of one channel inside an array: 16-bit integers, or floats from −1 to 1. */
export interface Lane {
  readonly values: Int16Array | Float32Array
  readonly offset: number
  readonly stride: number
}

interface PeakLevel {
  /** Frames that a pair stands for; the last pair may stand for fewer. */
  readonly block: number
  /** One array a channel: lowest and highest sample of each block in turn, as 16-bit integers. */
  readonly pairs: readonly Int16Array[]
}

/** How loud a sound is. Levels are in dBFS: 0 is full scale, −Infinity digital silence. */
export interface SoundLevel {
  readonly peak: number
  /** Mean level of what sounds: windows of 0.4 s that lie within 20 dB of the mean above −60 dBFS count, so that pauses do not. */
  readonly rms: number
  /** Seconds below −60 dBFS at the beginning and at the end. */
  readonly quietStart: number
  readonly quietEnd: number
}

/** The shape of a sound at several resolutions, finest first, with one or two channels: of more, the first two are kept. */
export interface Peaks {
  readonly rate: number
  readonly frames: number
  readonly levels: readonly PeakLevel[]
  readonly level: SoundLevel
}

/** Each level of the pyramid joins so many blocks of the one below. */
const fold = 4
/** The coarsest level has fewer blocks than this. */
const fewest = 512
const silence = 10 ** (-60 / 20)
/** Every 17th sample is squared for the level: enough for a mean, at a fraction of the cost. */
const thin = 17

const decibels = (amplitude: number) => 20 * Math.log10(amplitude)

/**
 * Computes the peaks of a sound that arrives in parts. A block begins with 8 frames and doubles whenever there are `mostBlocks`, so that
 * memory is bounded (4 MB a channel) for any length, which need not be known.
 */
export class PeakMaker {
  readonly #rate: number
  readonly #mostBlocks: number
  readonly #pairs: Int16Array[]
  readonly #window: number
  #block = 8
  #frames = 0
  /** Mean squares of the windows, of all channels. */
  readonly #energies: number[] = []
  #sum = 0
  #counted = 0

  /** `expected`: how many frames will come, if that is known, which saves the doublings. */
  constructor(rate: number, channels: number, expected = 0, mostBlocks = 2 ** 20) {
    this.#rate = rate
    this.#mostBlocks = mostBlocks
    while (expected > mostBlocks * this.#block) this.#block *= 2
    this.#pairs = Array.from({ length: Math.min(2, channels) }, () => new Int16Array(2 ** 14))
    this.#window = Math.max(1, Math.round(rate * 0.4))
  }

  get frames(): number {
    return this.#frames
  }

  /** Adds so many frames: one lane for each channel; of more than two, the first two count. */
  add(lanes: readonly Lane[], frames: number): void {
    while (this.#frames + frames > this.#mostBlocks * this.#block) this.#halve()
    this.#makeRoom(Math.ceil((this.#frames + frames) / this.#block))
    for (let done = 0; done < frames; ) {
      const first = this.#frames + done
      const count = Math.min(frames - done, this.#window - (first % this.#window))
      for (const [channel, pairs] of this.#pairs.entries()) {
        const lane = lanes[channel]
        if (!lane) continue
        enter(lane, done, count, pairs, first, this.#block)
        this.#sum += energyOf(lane, done, count)
        this.#counted += Math.ceil(count / thin)
      }
      done += count
      if ((first + count) % this.#window === 0) this.#closeWindow()
    }
    this.#frames += frames
  }

  /** The shape so far, as a copy; levels with more than `mostBlocks` are left out. */
  peaks(mostBlocks = this.#mostBlocks): Peaks {
    const used = 2 * Math.ceil(this.#frames / this.#block)
    let joined = 1
    while (used / 2 / joined > mostBlocks) joined *= fold
    const finest = this.#pairs.map((pairs) => folded(pairs.subarray(0, used), joined))
    const levels: PeakLevel[] = [{ block: this.#block * joined, pairs: finest }]
    for (let { block, pairs } = levels[0] ?? none; (pairs[0]?.length ?? 0) > 2 * fewest; ) {
      pairs = pairs.map((finer) => folded(finer, fold))
      block *= fold
      levels.push({ block, pairs })
    }
    return { rate: this.#rate, frames: this.#frames, levels, level: this.#level() }
  }

  #makeRoom(blocks: number): void {
    for (const [channel, pairs] of this.#pairs.entries()) {
      if (pairs.length >= 2 * blocks) continue
      const larger = new Int16Array(2 * Math.min(this.#mostBlocks, 2 ** Math.ceil(Math.log2(blocks))))
      larger.set(pairs)
      this.#pairs[channel] = larger
    }
  }

  #halve(): void {
    const used = 2 * Math.ceil(this.#frames / this.#block)
    for (const pairs of this.#pairs) pairs.set(folded(pairs.subarray(0, used), 2))
    this.#block *= 2
  }

  #closeWindow(): void {
    if (this.#counted > 0) this.#energies.push(this.#sum / this.#counted)
    this.#sum = 0
    this.#counted = 0
  }

  #level(): SoundLevel {
    const blocks = Math.ceil(this.#frames / this.#block)
    let [first, last, peak] = [blocks, -1, 0]
    for (const pairs of this.#pairs)
      for (let at = 0; at < blocks; at += 1) {
        const most = Math.max(-(pairs[2 * at] ?? 0), pairs[2 * at + 1] ?? 0) / 32_768
        peak = Math.max(peak, most)
        if (most < silence) continue
        first = Math.min(first, at)
        last = Math.max(last, at)
      }
    const seconds = (block: number) => Math.min(block * this.#block, this.#frames) / this.#rate
    return {
      peak: decibels(peak),
      rms: this.#rms(),
      quietStart: seconds(first),
      quietEnd: last < 0 ? seconds(blocks) : seconds(blocks) - seconds(last + 1),
    }
  }

  #rms(): number {
    const rest = this.#counted > 0 ? [this.#sum / this.#counted] : []
    const heard = [...this.#energies, ...rest].filter((energy) => energy > silence ** 2)
    const gate = mean(heard) / 100
    return decibels(Math.sqrt(mean(heard.filter((energy) => energy >= gate))))
  }
}

const none: PeakLevel = { block: 1, pairs: [] }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

function folded(pairs: Int16Array, count: number): Int16Array {
  const coarser = new Int16Array(2 * Math.ceil(pairs.length / 2 / count))
  for (let to = 0, from = 0; to < coarser.length; to += 2, from += 2 * count) {
    let lowest = pairs[from] ?? 0
    let highest = pairs[from + 1] ?? 0
    for (let at = from + 2; at < Math.min(pairs.length, from + 2 * count); at += 2) {
      lowest = Math.min(lowest, pairs[at] ?? 0)
      highest = Math.max(highest, pairs[at + 1] ?? 0)
    }
    coarser[to] = lowest
    coarser[to + 1] = highest
  }
  return coarser
}

/** Enters the frames `from … from + count` of a lane, the first of which is frame `first` of the sound, into its pairs. */
function enter(
  { values, offset, stride }: Lane,
  from: number,
  count: number,
  pairs: Int16Array,
  first: number,
  block: number,
) {
  const scale = values instanceof Float32Array ? 32_767 : 1
  const end = offset + (from + count) * stride
  for (let at = offset + from * stride, frame = first; at < end; ) {
    const pair = 2 * Math.floor(frame / block)
    const left = block - (frame % block)
    const stop = Math.min(end, at + left * stride)
    let lowest = values[at] ?? 0
    let highest = lowest
    for (let next = at; next < stop; next += stride) {
      const value = values[next] ?? 0
      lowest = Math.min(lowest, value)
      highest = Math.max(highest, value)
    }
    lowest = Math.max(-32_768, lowest * scale)
    highest = Math.min(32_767, highest * scale)
    const isNew = left === block
    pairs[pair] = isNew ? lowest : Math.min(pairs[pair] ?? 0, lowest)
    pairs[pair + 1] = isNew ? highest : Math.max(pairs[pair + 1] ?? 0, highest)
    frame += left
    at = stop
  }
}

/** The sum of the squares of every 17th of these frames. */
function energyOf({ values, offset, stride }: Lane, from: number, count: number): number {
  let sum = 0
  const end = offset + (from + count) * stride
  for (let at = offset + from * stride; at < end; at += thin * stride) {
    const value = values[at] ?? 0
    sum += value * value
  }
  return values instanceof Float32Array ? sum : sum / 32_768 ** 2
}

/**
 * Writes lowest and highest sample for each of `columns` columns, from `first` (a frame, may be a fraction) on with `framesPerColumn`
 * each, into `out` as pairs of 16-bit integers. Columns outside the sound are 0. Reads the coarsest level that still has a block for every
 * column, so that the cost depends on the columns alone.
 */
export function readColumns(
  peaks: Peaks,
  channel: number,
  first: number,
  framesPerColumn: number,
  columns: number,
  out: Int16Array,
): void {
  const level = peaks.levels.findLast(({ block }) => block <= framesPerColumn) ?? peaks.levels[0]
  const pairs = level?.pairs[channel]
  if (!level || !pairs) return void out.fill(0)
  const blocks = pairs.length / 2
  const step = framesPerColumn / level.block
  let to = first / level.block
  for (let column = 0; column < columns; column += 1) {
    const from = Math.floor(to)
    to += step
    const end = Math.min(blocks, Math.max(from + 1, Math.floor(to)))
    let lowest = 0
    let highest = 0
    if (from >= 0 && from < end) {
      lowest = pairs[2 * from] ?? 0
      highest = pairs[2 * from + 1] ?? 0
    }
    for (let at = Math.max(0, from + 1); at < end; at += 1) {
      const low = pairs[2 * at] ?? 0
      const high = pairs[2 * at + 1] ?? 0
      if (low < lowest) lowest = low
      if (high > highest) highest = high
    }
    out[2 * column] = lowest
    out[2 * column + 1] = highest
  }
}

import { resampled } from '#media/audio/rate-converter.ts'

/** How the loudness of a sound moves, as a whole and in three bands: enough to recognise the same speech after it was re-encoded. */
export interface Fingerprint {
  /** The rows one after the other; each value is a step of 30/255 dB above the row's floor. */
  readonly values: Uint8Array
  /** Values in a row for each second of sound. */
  readonly pace: number
}

const rate = 8_000
/** 10 milliseconds. */
const hop = rate / 100
/** A value is of 50 milliseconds. */
const hops = 5
const floor = 30

/** Values in a row for each second of a stored fingerprint. */
export const storedPace = rate / hop / hops

/** Middle and width of each row's band in hertz, by the quality of its filter; the first row has all. */
const bands = [undefined, [245, 0.49], [949, 1.05], [2_258, 1.19]] as const

/** The sound in one band (a band-pass filter of two poles). */
function inBand(samples: Float32Array, [hertz, quality]: readonly [number, number]): Float32Array {
  const turn = (2 * Math.PI * hertz) / rate
  const alpha = Math.sin(turn) / (2 * quality)
  const scale = 1 / (1 + alpha)
  const [feedback, damping] = [2 * Math.cos(turn) * scale, (1 - alpha) * scale]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map((value) => {
    const output = alpha * scale * (value - x2) + feedback * y1 - damping * y2
    ;[x2, x1, y2, y1] = [x1, value, y1, output]
    return output
  })
}

function rowOf(samples: Float32Array, every: number): Float64Array {
  const energies = Float64Array.from({ length: Math.floor(samples.length / hop) }, (_, at) =>
    samples.subarray(at * hop, (at + 1) * hop).reduce((sum, value) => sum + value * value, 0),
  )
  return Float64Array.from({ length: Math.max(0, Math.floor((energies.length - hops) / every) + 1) }, (_, at) => {
    const energy = energies.subarray(at * every, at * every + hops).reduce((sum, value) => sum + value, 0)
    return 10 * Math.log10(energy + 1e-9)
  })
}

/** What is stored of speech: 20 values a second. `fine` has 100, so that it can be laid over a stored one at any moment. */
export function fingerprintOf(samples: Float32Array, from: number, detail: 'stored' | 'fine'): Fingerprint {
  const every = detail === 'fine' ? 1 : hops
  const low = resampled(samples, from, rate)
  const rows = bands.map((band) => rowOf(band ? inBand(low, band) : low, every))
  const values = rows.flatMap((row) => {
    const top = row.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
    return [...row].map((value) => Math.round((Math.max(0, value - top + floor) * 255) / floor))
  })
  return { values: Uint8Array.from(values), pace: rate / hop / every }
}

const lengthOf = ({ values }: Fingerprint) => values.length / bands.length

/** Where something is heard: from the first to the last value above a third of the scale. */
function heardSpan(print: Fingerprint): { readonly first: number; readonly end: number } {
  const row = print.values.subarray(0, lengthOf(print))
  const isHeard = (value: number) => value > 85
  const first = row.findIndex(isHeard)
  return { first, end: first < 0 ? first : row.findLastIndex(isHeard) + 1 }
}

type Place = Readonly<Record<'first' | 'count' | 'start' | 'step', number>>

/** The correlation of a row of `known` with the same row of `heard` from `start` on. */
function likeness(known: Fingerprint, heard: Fingerprint, row: number, place: Place): number {
  const { first, count, start, step } = place
  const [a, b] = [row * lengthOf(known) + first, row * lengthOf(heard) + start]
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
  for (let at = 0; at < count; at += 1) {
    const [x, y] = [known.values[a + at] ?? 0, heard.values[b + at * step] ?? 0]
    sumA += x
    sumB += y
    squareA += x * x
    squareB += y * y
    product += x * y
  }
  const spread = (squareA - (sumA * sumA) / count) * (squareB - (sumB * sumB) / count)
  return spread <= 0 ? 0 : (product - (sumA * sumB) / count) / Math.sqrt(spread)
}

/** How far the beginning of what is heard may be off, in seconds. */
const mostOff = 0.3
const lengthPart = 0.1
const lengthSeconds = 0.2

interface Likeness {
  /** From 0 to 1; 0 for less than any speech needs. */
  readonly score: number
  /** What must be added to times of the known sound, in seconds. */
  readonly shift: number
}

/** How much a sound is like a known one, laid over it as well as it can be; undefined where their lengths differ by more than a tenth. */
export function likenessOf(known: Fingerprint, heard: Fingerprint): Likeness | undefined {
  const [own, other] = [heardSpan(known), heardSpan(heard)]
  const step = Math.round(heard.pace / known.pace)
  const count = own.end - own.first
  const [seconds, heardSeconds] = [count / known.pace, (other.end - other.first) / heard.pace]
  if (count < 2 || Math.abs(heardSeconds - seconds) > Math.max(lengthSeconds, seconds * lengthPart)) return undefined
  let best: Likeness = { score: 0, shift: 0 }
  const off = Math.round(mostOff * heard.pace)
  for (let start = Math.max(0, other.first - off); start <= other.first + off; start += 1) {
    const fits = Math.min(count, Math.floor((lengthOf(heard) - 1 - start) / step) + 1)
    if (fits < count * (1 - lengthPart)) break
    const place = { first: own.first, count: fits, start, step }
    const whole = likeness(known, heard, 0, place)
    // Even with equal bands it would not be the same speech.
    if ((whole + 1) / 2 < least) continue
    const parts = bands.slice(1).map((_, at) => likeness(known, heard, at + 1, place))
    const score = (whole + parts.reduce((sum, one) => sum + one, 0) / parts.length) / 2
    if (score > best.score) best = { score, shift: start / heard.pace - own.first / known.pace }
  }
  return best
}

/** How alike two sounds must be at least to be the same speech. */
const least = 0.9

/** Whether a sound is the speech that it is said to be, as far as can be heard of it. */
export const isLike = (known: Fingerprint, samples: Float32Array, from: number): boolean =>
  (likenessOf(known, fingerprintOf(samples, from, 'fine'))?.score ?? 0) >= least

/** Shorter speech, such as a single "yes", is like any other of its length. */
const shortestSeconds = 0.8

/** The same by the length: more for short ones, which say little. */
export function leastLikeness(print: Fingerprint): number {
  const { first, end } = heardSpan(print)
  const seconds = (end - first) / print.pace
  if (seconds < shortestSeconds) return Number.POSITIVE_INFINITY
  return least + 0.06 * Math.max(0, Math.min(1, (3 - seconds) / 2))
}

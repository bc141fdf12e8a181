import { planScene } from '../../picture/scene/plan-scene.ts'
import { type Random, randomOf } from '../../seed.ts'

/** Stereo sound: samples from -1 to 1. */
export interface Sound {
  readonly rate: number
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
}

export const soundRate = 48_000

/** Chords by their semitones above the root, four to a turn. */
const major = [
  [0, 4, 7],
  [9, 12, 16],
  [5, 9, 12],
  [7, 11, 14],
]
const minor = [
  [0, 3, 7],
  [8, 12, 15],
  [3, 7, 10],
  [10, 14, 17],
]

interface Note {
  /** Seconds. */
  readonly at: number
  readonly lasts: number
  readonly hertz: number
  readonly volume: number
  /** From 0, left, to 1. */
  readonly side: number
  readonly kind: 'pad' | 'bell'
}

const hertzOf = (semitones: number) => 110 * 2 ** (semitones / 12)

/** The loudness of a note at a share of its length. */
const envelope = ({ kind }: Note, share: number) =>
  kind === 'bell' ? Math.min(1, share * 60) * (1 - share) ** 3 : Math.min(1, share * 4, (1 - share) * 4)

function play({ rate, left, right }: Sound, note: Note): void {
  const start = Math.round(note.at * rate)
  const length = Math.round(note.lasts * rate)
  const turn = (note.hertz * Math.PI * 2) / rate
  for (let index = 0; index < length && start + index < left.length; index += 1) {
    const phase = index * turn
    const tone = Math.sin(phase) + (note.kind === 'bell' ? 0.35 * Math.sin(phase * 3) : 0.3 * Math.sin(phase * 2.004))
    const value = tone * note.volume * envelope(note, index / length)
    left[start + index] = (left[start + index] ?? 0) + value * (1 - note.side * 0.7)
    right[start + index] = (right[start + index] ?? 0) + value * (0.3 + note.side * 0.7)
  }
}

function notesFor(seconds: number, isDark: boolean, random: Random): Note[] {
  const beat = 0.5 - random.next() * 0.14
  const root = random.below(8)
  const chords = isDark ? minor : major
  const notes: Note[] = []
  for (let bar = 0; bar * beat * 4 < seconds; bar += 1) {
    const at = bar * beat * 4
    const chord = chords[bar % chords.length] ?? []
    for (const [index, tone] of chord.entries())
      notes.push({
        ...{ at, lasts: beat * 4.4, hertz: hertzOf(root + tone), volume: 0.07 },
        ...{ side: index / 2, kind: 'pad' },
      })
    for (let step = 0; step < 4; step += 1) {
      const tone = random.pick(chord) + 24
      notes.push({
        ...{ at: at + step * beat, lasts: 1.2, hertz: hertzOf(root + tone), volume: 0.09 },
        ...{ side: random.next(), kind: 'bell' },
      })
    }
  }
  return notes
}

/** Low noise that swells, for scenes with wind or water. */
function addNoise({ rate, left, right }: Sound, random: Random): void {
  let [one, other] = [0, 0]
  for (let index = 0; index < left.length; index += 1) {
    const swell = 0.6 + 0.4 * Math.sin((index / rate) * 1.3)
    one += (random.next() * 2 - 1 - one) * 0.05
    other += (random.next() * 2 - 1 - other) * 0.05
    left[index] = (left[index] ?? 0) + one * swell * 0.16
    right[index] = (right[index] ?? 0) + other * swell * 0.16
  }
}

const fadeSeconds = 0.4

function faded({ rate, left, right }: Sound): void {
  const length = Math.min(left.length / 2, fadeSeconds * rate)
  for (const channel of [left, right]) {
    for (let index = 0; index < length; index += 1) {
      const end = channel.length - 1 - index
      channel[index] = (channel[index] ?? 0) * (index / length)
      channel[end] = (channel[end] ?? 0) * (index / length)
    }
  }
}

const isQuiet = (prompt: string) => /\b(silen(t|ce)|mute(d)?|no (sound|audio|music))\b/i.test(prompt)

/**
 * Chords and bells, in minor where the prompt's scene is dark, with noise where it has wind or water; silence where it asks for that. The
 * same prompt, seed and length give the same samples.
 */
export function soundtrack(prompt: string, seed: string, seconds: number): Sound {
  const length = Math.round(seconds * soundRate)
  const sound: Sound = { rate: soundRate, left: new Float32Array(length), right: new Float32Array(length) }
  if (isQuiet(prompt)) return sound
  const { isNight, family, rain, snow } = planScene(prompt, seed, 0)
  for (const note of notesFor(seconds, isNight, randomOf(`${seed}/${prompt}/music`))) play(sound, note)
  if (family === 'sea' || family === 'landscape' || rain || snow) addNoise(sound, randomOf(`${seed}/${prompt}/noise`))
  faded(sound)
  return sound
}

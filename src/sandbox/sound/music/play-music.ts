import { type Random, randomOf } from '../../seeded-random.ts'
import type { Instrument, MusicPlan, Section } from './plan-music.ts'

interface Note {
  /** Seconds. */
  readonly at: number
  readonly lasts: number
  readonly hertz: number
  readonly volume: number
  /** From 0, left, to 1. */
  readonly side: number
  readonly instrument: Instrument | 'snare' | 'hat'
}

const scales = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const

/** The frequency of a degree of the scale, `octave` octaves above the second. */
function hertzOf({ root, mode }: MusicPlan, degree: number, octave: number): number {
  const scale = scales[mode]
  const step = scale[((degree % 7) + 7) % 7] ?? 0
  return 65.406 * 2 ** (octave + Math.floor(degree / 7) + (root + step) / 12)
}

interface Bar {
  readonly plan: MusicPlan
  readonly section: Section
  readonly at: number
  /** Seconds of a beat. */
  readonly beat: number
  readonly chord: number
  readonly random: Random
}

const triad = (chord: number) => [chord, chord + 2, chord + 4]

function drumNotes({ at, beat, section, random }: Bar): Note[] {
  const drum = (instrument: Note['instrument'], beats: number, volume: number): Note => ({
    ...{ at: at + beats * beat, lasts: 0.3, hertz: 55, volume, side: 0.5, instrument },
  })
  const hats = Array.from({ length: 8 }, (_, index) => drum('hat', index / 2, index % 2 === 0 ? 0.1 : 0.06))
  const full = [drum('drums', 0, 0.5), drum('snare', 1, 0.3), drum('drums', 2, 0.45), drum('snare', 3, 0.3)]
  const extra = random.next() < 0.4 ? [drum('drums', 2.5, 0.35)] : []
  return section.energy < 0.45 ? hats.slice(0, 4) : [...hats, ...full, ...extra]
}

function melodyNotes(bar: Bar, instrument: Instrument): Note[] {
  const { plan, at, beat, section, chord } = bar
  // The motif belongs to the section, so that it comes back with it.
  const random = randomOf(`${plan.tempo}/${plan.root}/${section.name}/${instrument}/${chord}`)
  const steps = section.energy > 0.8 ? 8 : 4
  let degree = chord + 7
  return Array.from({ length: steps }, (_, step): Note[] => {
    degree = step % 2 === 0 ? 7 + (triad(chord)[random.below(3)] ?? chord) : degree + random.below(3) - 1
    if (random.next() > 0.55 + section.energy * 0.4) return []
    const lasts = instrument === 'lead' ? (beat * 4) / steps : beat * 1.8
    const when = { at: at + (step * 4 * beat) / steps, lasts, hertz: hertzOf(plan, degree, 2) }
    return [{ ...when, volume: 0.16, side: 0.35 + random.next() * 0.3, instrument }]
  }).flat()
}

function chordNotes({ plan, at, beat, chord }: Bar, instrument: Instrument): Note[] {
  return triad(chord).map((degree, index) => ({
    ...{ at, lasts: beat * 4.2, hertz: hertzOf(plan, degree, 1.0), volume: 0.07, side: index / 2, instrument },
  }))
}

function bassNotes({ plan, at, beat, chord, section }: Bar): Note[] {
  const beats = section.energy > 0.7 ? [0, 1.5, 2, 3] : [0, 2]
  const note = {
    lasts: beat * 1.2,
    hertz: hertzOf(plan, chord, 0),
    volume: 0.22,
    side: 0.5,
    instrument: 'bass',
  } as const
  return beats.map((when) => ({ at: at + when * beat, ...note }))
}

function barNotes(bar: Bar): Note[] {
  const { plan, section } = bar
  const playing = plan.instruments.slice(0, Math.max(1, Math.ceil(plan.instruments.length * section.energy)))
  const loudness = 0.55 + 0.45 * section.energy
  const notes = playing.flatMap((instrument) => {
    if (instrument === 'drums') return drumNotes(bar)
    if (instrument === 'bass') return bassNotes(bar)
    if (instrument === 'pad' || instrument === 'strings') return chordNotes(bar, instrument)
    return melodyNotes(bar, instrument)
  })
  return notes.map((note) => ({ ...note, volume: note.volume * loudness }))
}

function* notesOf(plan: MusicPlan, seed: string): Generator<Note[]> {
  const beat = 60 / plan.tempo
  let start = 0
  for (const [index, section] of plan.sections.entries()) {
    const end = start + section.seconds
    const random = randomOf(`${seed}/section ${index}`)
    for (let bar = 0; start + bar * 4 * beat < end - 1e-6; bar += 1) {
      const at = start + bar * 4 * beat
      const chord = section.chords[bar % section.chords.length] ?? 0
      const notes = barNotes({ plan, section, at, beat, chord, random })
      yield notes.filter((note) => note.at < end - 1e-6)
    }
    start = end
  }
}

const partials: Readonly<Record<string, readonly number[]>> = {
  piano: [1, 0.5, 0.25, 0.15, 0.08],
  pluck: [1, 0.6, 0.4, 0.3, 0.2, 0.1],
  bell: [1, 0, 0.35, 0, 0.2],
  lead: [1, 0.5, 0.33, 0.25, 0.2, 0.16],
  bass: [1, 0.45, 0.2, 0.1],
  pad: [1, 0.25, 0.1],
  strings: [1, 0.5, 0.33, 0.2],
}

const isHeld = (instrument: Note['instrument']) => ['pad', 'strings', 'lead'].includes(instrument)

const secondsOf = ({ instrument, lasts }: Note) => (isHeld(instrument) ? lasts : Math.min(3, lasts * 1.8))

function sampleOf({ instrument, hertz, lasts }: Note, time: number, random: Random): number {
  if (instrument === 'drums')
    return Math.sin(2 * Math.PI * (45 * time + 6 * (1 - Math.exp(-time * 30)))) * Math.exp(-time * 9)
  if (instrument === 'snare') return (random.next() * 2 - 1) * Math.exp(-time * 18)
  if (instrument === 'hat') return (random.next() * 2 - 1) * Math.exp(-time * 60)
  const phase = 2 * Math.PI * hertz * time
  const vibrato = instrument === 'strings' ? 0.25 * Math.sin(2 * Math.PI * 5 * time) : 0
  let value = 0
  for (const [index, volume] of (partials[instrument] ?? [1]).entries())
    if (volume > 0) value += volume * Math.sin((phase + vibrato) * (index + 1))
  if (isHeld(instrument)) return value * Math.min(1, time * 8, (lasts - time) * 6)
  return value * Math.min(1, time * 300) * Math.exp(-time * (instrument === 'bass' ? 2.5 : 3.2))
}

const fadeSeconds = 1.5
const blockSeconds = 0.5

function addNote(left: Float32Array, right: Float32Array, from: number, rate: number, note: Note): void {
  const first = Math.max(0, Math.ceil(note.at * rate) - from)
  const last = Math.min(left.length, Math.ceil((note.at + secondsOf(note)) * rate) - from)
  const random = randomOf(`${note.at}/${note.instrument}/${from}`)
  for (let at = first; at < last; at += 1) {
    const value = sampleOf(note, (from + at) / rate - note.at, random) * note.volume
    left[at] = (left[at] ?? 0) + value * (1 - note.side * 0.7)
    right[at] = (right[at] ?? 0) + value * (0.3 + note.side * 0.7)
  }
}

/** Plays a plan block by block, in stereo, so that it can be sent while it is played. The same plan and seed give the same samples. */
export function* playMusic(plan: MusicPlan, seed: string, rate: number): Generator<readonly Float32Array[]> {
  const bars = notesOf(plan, seed)
  const frames = Math.round(plan.seconds * rate)
  let sounding: Note[] = []
  let known = 0
  for (let from = 0; from < frames; from += Math.round(blockSeconds * rate)) {
    const length = Math.min(Math.round(blockSeconds * rate), frames - from)
    const until = (from + length) / rate
    while (known < until) {
      const { value, done } = bars.next()
      if (done) break
      sounding.push(...value)
      known = Math.max(known, ...value.map(({ at }) => at))
    }
    const [left, right] = [new Float32Array(length), new Float32Array(length)]
    for (const note of sounding) addNote(left, right, from, rate, note)
    for (let at = 0; at < length; at += 1) {
      const fade = Math.min(1, (frames - from - at) / (fadeSeconds * rate))
      // Soft clipping: loud places are bent, not cut.
      left[at] = Math.tanh((left[at] ?? 0) * 1.2) * fade * 0.8
      right[at] = Math.tanh((right[at] ?? 0) * 1.2) * fade * 0.8
    }
    yield [left, right]
    sounding = sounding.filter((note) => note.at + secondsOf(note) > until)
  }
}

import { plainWords } from '../../akin.ts'
import { type Random, randomOf, seedOf } from '../../seeded-random.ts'
import { heardLevel, peakOf } from '../make/sound-measures.ts'
import type { EffectOrder, Sound } from '../sound-task.ts'

/** Where a layer is written: mono samples at a rate, and its own random numbers. */
interface Canvas {
  readonly samples: Float32Array
  readonly rate: number
  readonly random: Random
  /** How far from the usual a layer may be, from 0 to 1. */
  readonly spread: number
}

type Paint = (canvas: Canvas) => void

const noise = (random: Random) => random.next() * 2 - 1

function bandPass(rate: number): (input: number, hertz: number, quality: number) => number {
  let [low, band] = [0, 0]
  return (input, hertz, quality) => {
    const damping = 1 / quality
    // Above this bound the filter is unstable.
    const bound = Math.sqrt(damping ** 2 + 4) - damping
    const step = Math.min(2 * Math.sin(Math.PI * Math.min(0.5, hertz / rate)), bound * 0.95)
    low += step * band
    band += step * (input - low - band * damping)
    return band
  }
}

const wash =
  (hertz: number, quality: number, swellHertz: number, depth: number): Paint =>
  ({ samples, rate, random, spread }) => {
    const filter = bandPass(rate)
    const middle = hertz * (1 + spread * (random.next() - 0.5))
    const phase = random.next() * Math.PI * 2
    for (let at = 0; at < samples.length; at += 1) {
      const swell = 1 - depth + depth * (0.5 + 0.5 * Math.sin(phase + (at / rate) * swellHertz * Math.PI * 2))
      const value = filter(noise(random), middle * (0.7 + 0.6 * swell), quality) * swell
      samples[at] = (samples[at] ?? 0) + value
    }
  }

function hit({ samples, rate, random }: Canvas, from: number, hertz: number, seconds: number, noisy: number): void {
  const filter = bandPass(rate)
  const length = Math.min(samples.length - from, Math.round(seconds * rate * 3))
  for (let at = 0; at < length; at += 1) {
    const time = at / rate
    const fade = Math.exp(-time / (seconds / 2.5)) * Math.min(1, at / 40)
    const tone = Math.sin(2 * Math.PI * hertz * (time + 0.06 * seconds * Math.exp(-time / (0.2 * seconds))))
    const crack = filter(noise(random), hertz * 4, 1.2)
    samples[from + at] = (samples[from + at] ?? 0) + fade * (tone * (1 - noisy) + crack * noisy * 1.4)
  }
}

const hits =
  (every: number, hertz: number, seconds: number, noisy: number, jitter = 0.1): Paint =>
  (canvas) => {
    const { samples, rate, random } = canvas
    for (let time = 0.02; time * rate < samples.length; time += every * (1 + jitter * (random.next() * 2 - 1)))
      hit(canvas, Math.round(time * rate), hertz * (0.9 + 0.2 * random.next()), seconds, noisy)
  }

/** Tones that are repeated and glide: an alarm, a siren, a bird, a laser. */
const tones =
  (every: number, seconds: number, from: number, to: number, harmonics: number): Paint =>
  ({ samples, rate, random, spread }) => {
    const shift = 1 + spread * 0.5 * (random.next() - 0.5)
    for (let begin = 0; begin < samples.length; begin += Math.round(every * rate)) {
      const length = Math.min(Math.round(seconds * rate), samples.length - begin)
      let phase = 0
      for (let at = 0; at < length; at += 1) {
        const share = at / length
        phase += (2 * Math.PI * shift * from * (to / from) ** share) / rate
        const fade = Math.min(1, share * 30, (1 - share) * 12)
        let value = 0
        for (let order = 1; order <= harmonics; order += 1) value += Math.sin(phase * order) / order
        samples[begin + at] = (samples[begin + at] ?? 0) + value * fade * 0.5
      }
    }
  }

/** A motor: a low tone with harmonics, shaken by its own strokes. */
const motor =
  (hertz: number, strokes: number): Paint =>
  ({ samples, rate, random, spread }) => {
    const low = bandPass(rate)
    const base = hertz * (1 + spread * 0.4 * (random.next() - 0.5))
    let phase = 0
    for (let at = 0; at < samples.length; at += 1) {
      phase = (phase + (base * (1 + 0.02 * Math.sin(at / rate))) / rate) % 1
      const stroke = 0.6 + 0.4 * Math.sin((2 * Math.PI * strokes * at) / rate)
      samples[at] = (samples[at] ?? 0) + low((phase * 2 - 1) * stroke + noise(random) * 0.15, base * 5, 0.8) * 0.8
    }
  }

interface Recipe {
  readonly words: string
  readonly paint: Paint
  /** The usual length in seconds. */
  readonly seconds: number
}

const recipes: readonly Recipe[] = [
  { words: 'wind breeze storm gale blizzard air', paint: wash(500, 1.5, 0.21, 0.7), seconds: 6 },
  { words: 'rain drizzle downpour shower', paint: wash(5_200, 1.6, 0.1, 0.15), seconds: 6 },
  { words: 'wave waves sea ocean surf beach shore', paint: wash(900, 0.8, 0.14, 0.9), seconds: 8 },
  { words: 'river stream water waterfall creek fountain', paint: wash(1_800, 0.9, 0.5, 0.3), seconds: 5 },
  { words: 'fire campfire flame crackle crackling burning', paint: hits(0.07, 1_900, 0.012, 0.9, 0.9), seconds: 5 },
  { words: 'static hiss noise radio television steam', paint: wash(6_000, 1.4, 0.05, 0.05), seconds: 3 },
  { words: 'crowd applause clapping audience cheer', paint: hits(0.018, 1_300, 0.02, 0.95, 0.9), seconds: 4 },
  { words: 'thunder explosion bomb blast boom explode cannon', paint: hits(1.3, 45, 1.6, 0.78), seconds: 4 },
  { words: 'drum drums kick beat tom', paint: hits(0.5, 70, 0.3, 0.15, 0), seconds: 4 },
  { words: 'knock knocking door hammer wood', paint: hits(0.32, 190, 0.07, 0.45), seconds: 2 },
  { words: 'footstep footsteps steps walking walk running boots', paint: hits(0.55, 110, 0.08, 0.7), seconds: 4 },
  { words: 'gun gunshot shot pistol rifle', paint: hits(0.9, 150, 0.18, 0.9), seconds: 2 },
  { words: 'clock tick ticking watch metronome', paint: hits(0.5, 2_400, 0.012, 0.5, 0), seconds: 4 },
  { words: 'keyboard typing typewriter click mouse button', paint: hits(0.14, 1_500, 0.012, 0.8, 0.6), seconds: 3 },
  { words: 'coin coins glass crystal chime chimes ding', paint: hits(0.9, 1_900, 0.9, 0.02, 0), seconds: 2 },
  { words: 'bell bells gong church cathedral doorbell', paint: hits(1.6, 440, 2.2, 0.03, 0), seconds: 4 },
  { words: 'alarm beep beeping alert warning buzzer', paint: tones(0.5, 0.25, 980, 980, 3), seconds: 3 },
  { words: 'siren ambulance police', paint: tones(1.2, 1.2, 600, 1_150, 4), seconds: 4 },
  { words: 'phone telephone ringtone ringing', paint: tones(0.06, 0.05, 1_400, 1_600, 2), seconds: 3 },
  { words: 'laser zap ray blaster', paint: tones(0.4, 0.3, 2_600, 180, 4), seconds: 2 },
  { words: 'jump bounce spring cartoon boing', paint: tones(0.7, 0.35, 220, 720, 3), seconds: 1.5 },
  { words: 'bird birds chirp chirping tweet forest jungle', paint: tones(0.43, 0.12, 2_300, 3_900, 1), seconds: 5 },
  { words: 'cricket crickets insect insects night cicada', paint: tones(0.09, 0.045, 4_300, 4_400, 1), seconds: 5 },
  { words: 'cat meow kitten', paint: tones(1.3, 0.7, 700, 480, 8), seconds: 2 },
  { words: 'dog bark barking puppy', paint: tones(0.6, 0.16, 420, 230, 10), seconds: 2 },
  { words: 'car engine motor truck motorcycle vehicle', paint: motor(62, 17), seconds: 5 },
  { words: 'machine factory fan hum drone spaceship server fridge', paint: motor(98, 1.1), seconds: 5 },
  { words: 'helicopter propeller rotor train plane airplane', paint: motor(70, 11), seconds: 5 },
  { words: 'whoosh swoosh swish sword arrow pass transition fly', paint: wash(2_200, 2, 0.8, 0.95), seconds: 1.2 },
]

const mostLayers = 3

/** What a text names, in its order; something by its hash where it names nothing known. */
function recipesFor({ text, seed }: EffectOrder): readonly Recipe[] {
  const known = plainWords(text).flatMap((word) => {
    const found = recipes.find(({ words }) => words.split(' ').some((one) => one === word || `${one}s` === word))
    return found ? [found] : []
  })
  if (known.length > 0) return [...new Set(known)].slice(0, mostLayers)
  const random = randomOf(`${seed}/${text}/unknown`)
  return [random.pick(recipes), random.pick(recipes)]
}

const peakLevel = 0.7
/** The highest root mean square between the pauses, -18 dB: rain is not far louder than a clock. */
const mostLevel = 0.12
const crossfadeSeconds = 0.25

/** Fades the end over into the beginning, so that the sound can be repeated without a seam; the rest is cut off. */
function looped(samples: Float32Array, frames: number): Float32Array {
  const made = samples.slice(0, frames)
  const fade = samples.length - frames
  for (let at = 0; at < fade && at < frames; at += 1) {
    const share = at / fade
    made[at] = (samples[at] ?? 0) * Math.sqrt(share) + (samples[frames + at] ?? 0) * Math.sqrt(1 - share)
  }
  return made
}

function faded(samples: Float32Array, rate: number): Float32Array {
  const [rise, fall] = [0.004 * rate, Math.min(0.08 * rate, samples.length / 4)]
  return samples.map((value, at) => value * Math.min(1, at / rise, (samples.length - 1 - at) / fall))
}

/** A sound effect, in stereo: layers by what the text names. The same order gives the same samples. */
export function soundEffect(order: EffectOrder): Sound {
  const { text, rate, influence, isLoop, seed } = order
  const layers = recipesFor(order)
  const seconds = order.seconds ?? Math.max(...layers.map((layer) => layer.seconds))
  const frames = Math.round(seconds * rate)
  const whole = frames + (isLoop ? Math.round(Math.min(crossfadeSeconds, seconds / 3) * rate) : 0)
  const mixed = new Float32Array(whole)
  for (const [index, { paint }] of layers.entries()) {
    const part = new Float32Array(whole)
    paint({ samples: part, rate, random: randomOf(seedOf(`${seed}/${text}/${index}`)), spread: 1 - influence })
    const peak = Math.max(1e-6, peakOf(part))
    for (let at = 0; at < whole; at += 1) mixed[at] = (mixed[at] ?? 0) + (part[at] ?? 0) / peak / (index + 1)
  }
  const samples = isLoop ? looped(mixed, frames) : faded(mixed, rate)
  const gain = Math.min(peakLevel / peakOf(samples), mostLevel / heardLevel(samples, rate))
  const made = samples.map((value) => value * gain)
  return { rate, channels: [made, made] }
}

import { ownOf } from '#contract/core/loose-json.ts'
import type { Delivery, Mono, SpokenWord } from '../sound-task.ts'

const rate = 22_050

/** Formants in hertz. */
type Formants = readonly [number, number, number]

const vowels: Readonly<Record<string, Formants>> = {
  a: [730, 1090, 2440],
  e: [530, 1840, 2480],
  i: [270, 2290, 3010],
  o: [570, 840, 2410],
  u: [300, 870, 2240],
  y: [390, 1990, 2550],
}

/** The shares of voice and noise are from 0 to 1. */
type Phone = readonly [formants: Formants, voiced: number, noise: number, seconds: number]

/** Consonants by how they are made. */
const consonants: readonly (readonly [string, Phone])[] = [
  ['mnlrwj', [[320, 1250, 2350], 0.55, 0, 0.065]],
  ['sxczfhv', [[400, 2900, 6000], 0.08, 0.4, 0.08]],
  ['bdgptkq', [[275, 1600, 2800], 0.2, 0.2, 0.05]],
]

const silence = (seconds: number): Phone => [[500, 1500, 2500], 0, 0, seconds]

/** A letter's sound. Letters of other scripts have the sound of one of ours, by their code. */
function phoneOf(letter: string): Phone {
  const plain = letter.normalize('NFD').charAt(0).toLowerCase()
  const known = /[a-z]/.test(plain) ? plain : 'aeioumntsl'.charAt((letter.codePointAt(0) ?? 0) % 10)
  const formants = ownOf(vowels, known)
  if (formants) return [formants, 1, 0, 0.11]
  return consonants.find(([letters]) => letters.includes(known))?.[1] ?? silence(0.05)
}

function resonator(hertz: number, width: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * width) / rate)
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / rate)
  let [one, two] = [0, 0]
  return (input) => {
    const output = (1 - radius) * input + turn * one - radius * radius * two
    two = one
    one = output
    return output
  }
}

function say(made: number[], [formants, voiced, noise, seconds]: Phone, pace: number, hertz: number): void {
  const bands = formants.map((formant, index) => resonator(formant, 80 + index * 50))
  const length = Math.round((seconds / pace) * rate)
  let random = 1
  for (let index = 0; index < length; index += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0
    const phase = ((made.length * hertz) / rate) % 1
    const source = voiced * (phase < 0.1 ? 6 : -0.6) + noise * (random / 2 ** 31) * 2
    const fade = Math.min(1, index / 200, (length - index) / 200)
    made.push(bands.reduce((sum, band) => sum + band(source), 0) * fade * 0.3)
  }
}

/**
 * Formant synthesis letter by letter, for when espeak-ng is not installed: the rhythm and vowels of a text rather than intelligible speech.
 */
export function simpleSpeech(
  text: string,
  { pitch, rate: wordsPerMinute }: Delivery,
): Mono & { readonly words: readonly SpokenWord[] } {
  const pace = wordsPerMinute / 175
  const hertz = 80 + pitch * 1.6
  const made: number[] = []
  const words: SpokenWord[] = []
  for (const word of text.match(/\S+/g) ?? []) {
    const start = made.length / rate
    const letters = word.match(/[\p{L}\p{N}]/gu) ?? []
    for (const [index, letter] of letters.entries())
      say(made, phoneOf(letter), pace, hertz * (1.06 - (0.12 * index) / letters.length))
    if (letters.length > 0) words.push({ text: word, start, end: made.length / rate })
    say(made, silence(/[.!?,;:]$/.test(word) ? 0.25 : 0.05), pace, hertz)
  }
  return { rate, samples: Float32Array.from(made, (value) => Math.max(-1, Math.min(1, value))), words }
}

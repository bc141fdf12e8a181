import { dealt, type Random } from '../seed.ts'
import type { Prose } from './prose.ts'

const opening = 'Keywords: '
const words = [
  'tea',
  'oar',
  'tide',
  'wire',
  'loaf',
  'clock',
  'amber',
  'garden',
  'signal',
  'harbour',
  'lantern',
  'almanacs',
  'notebook',
  'telegraph',
  'lamplight',
  'bookbinder',
  'lighthouse',
  'candlelight',
]
/** Room for the opening, the shortest word and a full stop. */
const shortest = opening.length + 4
/** From here on a list of words needs no further comma: one word fills the rest. */
const longestWord = 11

/** How many sentences are tried for one that still fits. */
const draws = 12

/** Plain text of exactly `units` UTF-16 code units: sentences, and a last line made to measure. Nothing below 14 units. */
export function* closing(units: number, prose: Prose, random: Random): Generator<string> {
  let left = units
  for (let count = 1; left >= shortest; count += 1) {
    const sentence = fittingSentence(prose, left - shortest - 2)
    if (sentence === undefined) break
    const ended = `${sentence}${count % 4 === 0 ? '\n\n' : ' '}`
    left -= ended.length
    yield ended
  }
  if (left >= shortest) yield madeToMeasure(left, random)
}

function fittingSentence(prose: Prose, most: number): string | undefined {
  for (let draw = 0; draw < draws; draw += 1) {
    const sentence = prose.sentence()
    if (sentence.length <= most) return sentence
  }
  return undefined
}

function madeToMeasure(units: number, random: Random): string {
  let left = units - opening.length - 1
  const short = dealt(
    words.filter(({ length }) => length <= 7),
    random,
  )
  const listed: string[] = []
  while (left > longestWord) {
    const word = short.next().value
    listed.push(word)
    left -= word.length + 2
  }
  listed.push(random.pick(words.filter(({ length }) => length === left)))
  return `${opening}${listed.join(', ')}.`
}

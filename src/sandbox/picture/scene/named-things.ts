import { wordsOf } from '../../akin.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Asks for a picture, and names nothing in it. */
const asking = list(
  'a an the some my our your his her its their this that please draw paint create make generate show render design give me us can could you i want ' +
    'would like need image picture photo photograph illustration painting drawing sketch rendering render artwork art watercolor ' +
    'watercolour oil pencil closeup close up shot view scene style of one two three four five portrait poster logo icon cover banner flyer card ' +
    'sticker emblem badge mascot',
)

/** Here begins where a thing is, or what goes with it. */
const breaks = list(
  'in on at with by under near over through against among around between beside behind above below inside outside into onto ' +
    'from during while before after who which wearing holding riding for to as and',
)

/** Words that may follow a verb in -ing, not an adjective: `riding a boat`, `flying bird`. */
const openings = list('a an the his her its their my in on at with by over through into')

/**
 * What a prompt names first: its words up to where that is, or what goes with it. `a red bicycle against a wall in the city` →
 * red, bicycle.
 */
export function namedFirst(prompt: string): readonly string[] {
  for (const clause of prompt.split(/[,.;:!?\n()–—]/u)) {
    const named: string[] = []
    const words = wordsOf(clause)
    for (const [at, word] of words.entries()) {
      if (named.length > 0 && breaks.has(word)) break
      if (named.length > 0 && word.endsWith('ing') && openings.has(words[at + 1] ?? '')) break
      if (!asking.has(word) && !breaks.has(word)) named.push(word)
    }
    if (named.length > 0) return named
  }
  return []
}

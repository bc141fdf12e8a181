import { ownOf } from '#contract/core/loose-json.ts'
import { kinOf, plainWords } from '../../akin.ts'
import type { Colour } from './colour.ts'
import { type SubjectName, subjects } from './subjects/subjects.ts'
import { isCovered } from './typesetting.ts'
import {
  asking,
  breaks,
  colourWords,
  type Family,
  familyWords,
  type Mood,
  moodWords,
  numberWords,
  openings,
  otherWords,
  ownColours,
  sizeWords,
} from './vocabulary.ts'

export interface SceneWords {
  /** `lettering` where what is named first is nothing that can be drawn. */
  readonly family: Family
  readonly mood: Mood
  readonly colours: readonly Colour[]
  readonly subjects: readonly SubjectName[]
  /** How many of the first subject, where the prompt says so. */
  readonly count: number | undefined
  /** Relative to the usual size. */
  readonly size: number
  readonly snow: boolean
  readonly rain: boolean
  readonly removes: boolean
  readonly isBarren: boolean
  readonly hasWater: boolean
  readonly isSky: boolean
}

const hits = (list: string, isSaid: (word: string) => boolean): number => list.split(' ').filter(isSaid).length

/** A predicate: whether a word of the list occurs in `said`, or its plural where that is not in the list. */
const isSaidOf = (list: string, said: ReadonlySet<string>) => (word: string) =>
  said.has(word) || (said.has(`${word}s`) && !` ${list} `.includes(` ${word}s `))

/** A word and its possible singulars: `foxes`, `puppies`. */
const withSingular = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
]

function best<Key extends string>(lists: Readonly<Record<Key, string>>, said: ReadonlySet<string>): Key | undefined {
  let found: Key | undefined
  let most = 0
  for (const key in lists) {
    const list = ownOf<string>(lists, key) ?? ''
    const count = hits(list, isSaidOf(list, said))
    if (count > most) {
      most = count
      found = key
    }
  }
  return found
}

const longestRead = 4000

const drawable = [...Object.values(familyWords), ...Object.values(subjects).map(({ words }) => words)].join(' ')
const light = Object.values(moodWords).join(' ')

/**
 * Whether the first thing that a prompt names can be drawn, or it names only light and colour. Always true for prompts with words in other
 * languages, whose word order is not known.
 */
function namesAnyOf(prompt: string, own: readonly string[], words: readonly string[]): boolean {
  if (words.length > own.length) return true
  // A portrait may be of any name.
  if (/\bportrait of \p{Lu}/u.test(prompt)) return true
  const first = namedFirst(prompt)
  const named = first.length > 0 ? first : own
  const things = new Set(named.flatMap(withSingular))
  if (hits(drawable, (word) => things.has(word)) > 0) return true
  const isLight = isSaidOf(light, new Set(named))
  return hits(light, isLight) > 0 && named.every((word) => colourWords.has(word) || ` ${light} `.includes(` ${word} `))
}

const removal = /^\W*(?:please\s+)?(?:remove|erase|delete|clean up|get rid of|take (?:out|away)|fill in|heal)\b/i

const isSubject = (name: string): name is SubjectName => Object.hasOwn(subjects, name)

function subjectsIn(words: readonly string[]): readonly SubjectName[] {
  const names = Object.keys(subjects).filter(isSubject)
  const named = words.flatMap((word) => {
    const forms = withSingular(word)
    return names.filter((name) => hits(subjects[name].words, (one) => forms.includes(one)) > 0)
  })
  return [...new Set(named)]
}

const mostDrawn = 9

/** `two`, `a pair`, `12`: how many the prompt asks for, up to as many as are drawn. */
function countIn(words: readonly string[]): number | undefined {
  for (const word of words) {
    const count = /^\d{1,2}$/.test(word) ? Number(word) : word === 'pair' ? 2 : numberWords.indexOf(word)
    if (count > 0) return Math.min(mostDrawn, count)
  }
  return undefined
}

/** The family of a subject that is named without a place. */
const homes = { land: 'emblem', air: 'emblem', alone: 'emblem', water: 'sea', shore: 'sea' } as const

const alone = Object.values(subjects).filter(({ home }) => home === 'alone')
const byFamily = { emblem: alone.map(({ words }) => words).join(' '), ...familyWords }

function familyOf(said: ReadonlySet<string>, [subject]: readonly SubjectName[]): Family {
  return best(byFamily, said) ?? (subject === undefined ? 'lettering' : homes[subjects[subject].home])
}

/** Reads a prompt for what can be drawn: subjects, colours, light and kind of picture. */
export function sceneWords(prompt: string): SceneWords {
  const read = prompt.slice(0, longestRead)
  const own = plainWords(read)
  const words = [...own, ...wordsFromOthers(read, new Set(own))]
  const isSaid = kinOf(words)
  const said = new Set(words)
  const named = subjectsIn(words)
  const has = (list: string) => hits(list, (word) => said.has(word)) > 0
  const coloursIn = (map: typeof ownColours) =>
    words.flatMap((word) =>
      withSingular(word)
        .flatMap((one) => map.get(one) ?? [])
        .slice(0, 1),
    )
  const colours = coloursIn(colourWords)
  return {
    family: namesAnyOf(read, own, words) ? familyOf(said, named) : 'lettering',
    mood: best(moodWords, said) ?? 'day',
    colours: (colours.length > 0 ? colours : coloursIn(ownColours)).slice(0, 2),
    subjects: named,
    count: countIn(own),
    size: has(sizeWords.large) ? 1.35 : has(sizeWords.small) ? 0.6 : 1,
    snow: isSaid('snow') || isSaid('winter'),
    rain: has('rain rainy storm'),
    removes: removal.test(read),
    isBarren: has('desert dune dunes sahara canyon arctic glacier volcano savanna mars lava'),
    hasWater: has('lake river pond fjord loch reflection water'),
    isSky: has('sky skies cloud clouds storm thunder aurora'),
  }
}

const isWritten = (other: string) =>
  /[^\p{L}\p{M}\p{N}-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(other)

/** The English words for what a prompt says in another language, or with signs. */
function wordsFromOthers(prompt: string, words: ReadonlySet<string>): string[] {
  return Object.keys(otherWords).filter((english) =>
    (ownOf(otherWords, english) ?? '')
      .split(' ')
      .some((other) => (isWritten(other) ? prompt.includes(other) : words.has(other))),
  )
}

/**
 * What a prompt names first: its words up to where that is, or what goes with it. `a red bicycle against a wall in the city` →
 * red, bicycle.
 */
export function namedFirst(prompt: string): readonly string[] {
  for (const clause of prompt.split(/[,.;:!?\n()–—]/u)) {
    const named: string[] = []
    const words = plainWords(clause)
    for (const [at, word] of words.entries()) {
      if (named.length > 0 && breaks.has(word)) break
      if (named.length > 0 && word.endsWith('ing') && openings.has(words[at + 1] ?? '')) break
      if (!asking.has(word) && !breaks.has(word)) named.push(word)
    }
    if (named.length > 0) return named
  }
  return []
}

const marks = [
  /"([^"\n]{1,80})"/gu,
  /[“„]([^“”„\n]{1,80})[”“]/gu,
  /«([^«»\n]{1,80})»/gu,
  // Between two letters it is an apostrophe.
  /(?<![\p{L}\p{N}])['‘]((?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L})){1,80})['’](?![\p{L}\p{N}])/gu,
]

/** `a sign that says OPEN`: capitals need no marks. */
const said =
  /\b(?:says?|saying|reads?|reading|titled|labell?ed|the (?:words?|text|title))\s*:?\s+(\p{Lu}[\p{Lu}\p{N}&!?'’ -]*[\p{Lu}\p{N}!?])(?!\p{Ll})/gu

const most = 3

/** What a prompt puts in quotation marks to be written into the picture, as far as the font has its letters. */
export function quotedTexts(prompt: string): readonly string[] {
  const whole = prompt.trim().length
  const found = [...marks, said].flatMap((mark) =>
    // A prompt entirely in quotation marks is not a quotation.
    [...prompt.matchAll(mark)]
      .filter(([all]) => all.length < whole)
      .map(({ 1: text = '', index }) => ({ text, index })),
  )
  const texts = found.toSorted((a, b) => a.index - b.index).map(({ text }) => text.replace(/\s+/g, ' ').trim())
  return [...new Set(texts)].filter((text) => text !== '' && isCovered(text)).slice(0, most)
}

/** A prompt without what it quotes: that is to be written, not drawn. */
export const withoutQuotes = (prompt: string): string =>
  quotedTexts(prompt).reduce((left, text) => left.replace(text, ' '), prompt.replace(/\s+/g, ' '))

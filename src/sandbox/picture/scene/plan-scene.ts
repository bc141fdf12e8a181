import { type Random, randomOf } from '../../seed.ts'
import type { ScenePalette } from './colour.ts'
import { paletteFor } from './palette.ts'
import { quotedTexts, type SceneWords, sceneWords, withoutQuotes } from './read-prompt.ts'
import type { Sketch, Subject } from './sketch.ts'
import { type SubjectName, subjects } from './subjects/subjects.ts'
import type { Family, Mood } from './vocabulary.ts'

/** All decisions about a picture that do not depend on its size. */
export interface ScenePlan extends Omit<SceneWords, 'colours' | 'subjects'> {
  readonly seed: string
  readonly subject: SubjectName | undefined
  /** The prompt names the subject. */
  readonly isNamed: boolean
  readonly palette: ScenePalette
  /** Quoted texts, which are written into the picture. */
  readonly texts: readonly string[]
  readonly isNeon: boolean
  /** It names a colour. */
  readonly isColoured: boolean
  /** The caption, as far as the font has its characters. */
  readonly prompt: string
  /** A print has a margin of paper around it. */
  readonly isPrint: boolean
  readonly isNight: boolean
}

/** A family's drawing as SVG: background and figure. On a transparent ground only the figure is shown. */
export interface Scene {
  readonly ground: string
  readonly figure: string
}

/** The input of a family. */
export interface SceneParts extends Omit<ScenePlan, 'subject'> {
  readonly isTransparent: boolean
  readonly subject: Subject | undefined
  readonly subjectName: SubjectName | undefined
}

export type DrawFamily = (sketch: Sketch, parts: SceneParts) => Scene

const isSubject = (name: string): name is SubjectName => Object.hasOwn(subjects, name)

/** Moods with palettes for lettering, for prompts without a mood. */
const typeMoods: readonly Mood[] = ['paper', 'golden', 'spring', 'winter', 'dusk', 'dawn', 'paper', 'vivid', 'mist']

/** The mood of a prompt that names none. */
function moodFor(family: Family, random: Random): Mood {
  if (family === 'lettering') return random.pick(typeMoods)
  return family === 'space' || family === 'city' ? 'night' : 'day'
}

/**
 * Plans a picture for a prompt. `seed` is the hash of everything else that may change it. Pictures of one prompt share family and
 * subject; `index` is which of them it is.
 */
export function planScene(prompt: string, seed: string, index: number): ScenePlan {
  const said = sceneWords(withoutQuotes(prompt))
  const own = `${seed}/${prompt}/${index}`
  const { family } = said
  const named = said.subjects.filter(isSubject)
  const subject = named[index % Math.max(1, named.length)] ?? (family === 'sea' ? 'boat' : undefined)
  const isDark = said.mood === 'night' || said.mood === 'dusk'
  const mood = said.mood === 'day' ? moodFor(family, randomOf(`${own}/mood`)) : said.mood
  const printable = family === 'lettering' ? 0 : family === 'botanical' || family === 'poster' ? 1 : 0.3
  const { colours, subjects: _, ...read } = said
  return {
    ...read,
    seed: own,
    subject,
    isNamed: named.length > 0 && !said.removes,
    palette: paletteFor({ ...said, mood }, randomOf(`${own}/palette`)),
    prompt,
    texts: said.removes ? [] : quotedTexts(prompt),
    isColoured: colours.length > 0,
    isNeon: /\bneon\b/i.test(prompt),
    isPrint: randomOf(`${own}/print`).next() < printable,
    isNight: mood === 'night' || isDark,
  }
}

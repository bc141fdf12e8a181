import { type Random, randomOf } from '../../seeded-random.ts'
import type { ScenePalette } from './colour.ts'
import { paletteFor } from './palette.ts'
import { quotedTexts, type SceneWords, sceneWords, withoutQuotes } from './read-prompt.ts'
import type { ScenePoint, Sketch } from './sketch.ts'
import { type Habitat, type SubjectName, subjects } from './subjects/subjects.ts'
import type { Family, Mood } from './vocabulary.ts'

/** All decisions about a picture that do not depend on its size. */
export interface ScenePlan extends Omit<SceneWords, 'colours' | 'subjects'> {
  readonly seed: string
  readonly subject: SubjectName | undefined
  readonly others: readonly SubjectName[]
  readonly isNamed: boolean
  readonly palette: ScenePalette
  readonly texts: readonly string[]
  readonly isNeon: boolean
  readonly prompt: string
  readonly isNight: boolean
}

/** A family's drawing as SVG: background and figure. On a transparent ground only the figure is shown. */
export interface Scene {
  readonly ground: string
  readonly figure: string
}

export interface SceneParts extends ScenePlan {
  readonly isTransparent: boolean
  readonly home: Habitat | undefined
  /** Half the width of what `stand` draws, before its scale; 0 without a subject. */
  readonly reach: number
  /** Draws what the prompt names, with its feet at a point; a single subject is about 100 units high before the scale. */
  stand(at: ScenePoint, scale: number, flip?: boolean): string
}

export type DrawFamily = (sketch: Sketch, parts: SceneParts) => Scene

const typeMoods: readonly Mood[] = ['paper', 'golden', 'spring', 'winter', 'dusk', 'dawn', 'paper', 'vivid', 'mist']

/** The mood of a prompt that names none. */
function moodFor(family: Family, subject: SubjectName | undefined, random: Random): Mood {
  if (family === 'lettering') return random.pick(typeMoods)
  return subject === 'planet' || family === 'city' ? 'night' : 'day'
}

/**
 * Plans a picture for a prompt. `seed` is the hash of everything else that may change it. Pictures of one prompt share family and
 * subject; `index` is which of them it is.
 */
export function planScene(prompt: string, seed: string, index: number): ScenePlan {
  const { colours, subjects: named, ...said } = sceneWords(withoutQuotes(prompt))
  const own = `${seed}/${prompt}/${index}`
  const { family } = said
  const [subject = family === 'sea' ? 'boat' : undefined, ...others] = named
  const mood = said.mood === 'day' ? moodFor(family, subject, randomOf(`${own}/mood`)) : said.mood
  return {
    ...{ ...said, seed: own, subject, prompt },
    others: others.filter((name) => subjects[name].home !== 'alone').slice(0, 2),
    isNamed: named.length > 0 && !said.removes,
    palette: paletteFor(mood, colours, named.length > 0, randomOf(`${own}/palette`)),
    texts: said.removes ? [] : quotedTexts(prompt),
    isNeon: /\bneon\b/i.test(prompt),
    isNight: mood === 'night' || said.mood === 'dusk',
  }
}

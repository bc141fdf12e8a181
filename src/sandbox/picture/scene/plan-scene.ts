import { type Random, randomOf } from '../../seeded-random.ts'
import { paletteFor, type ScenePalette } from './palette.ts'
import { quotedTexts, type SceneWords, sceneWords, withoutQuotes } from './read-prompt.ts'
import { type SubjectName, subjects } from './subjects/subjects.ts'
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

import { type Random, randomOf } from '../../seeded-random.ts'
import { type Colour, fromHex, mix, type ScenePalette, turned } from './colour.ts'
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

/** high low light far near ink accent second paper */
const swatches: Readonly<Record<Mood, readonly string[]>> = {
  dawn: [
    '#8fa9c4 #f6d5bd #fff3d9 #b3a9bd #5f6c86 #2b3349 #e58b6d #f2b84b #fbf3e7',
    '#a6b6d8 #fbe0cf #fff6e2 #c3b1c4 #7a6f96 #352f4f #ef8f86 #f5c06a #fdf5ec',
  ],
  day: [
    '#5da2c9 #d8edee #fffbe8 #8fb8bd #3d7a6c #173f3d #e9724c #f2c14e #f7f4ea',
    '#3f8fc0 #cfe6ef #fffdf0 #86acc4 #4b8560 #1d3c34 #d95d39 #f0b93a #f8f5ee',
    '#74b3ce #f0efe0 #fffae0 #a3b899 #5b7f4f #24412f #dd6e42 #e8b04b #faf6ea',
  ],
  golden: [
    '#c9574a #fbc37a #fff0c2 #c9745d #6d3b4d #2c1d33 #f4a03f #2f7f86 #fbeeda',
    '#6a4c7d #f7a072 #ffe7ae #b0647a #57375f #251a38 #ffbf5e #e2574c #fdf0e1',
    '#3d6c8c #f9b76b #fff1c9 #a67a72 #4d4a5f #1f2336 #e85d4a #f6c667 #fcf1dd',
  ],
  dusk: [
    '#283c66 #d98f94 #ffe9cf #6d6a94 #353b62 #151a33 #ef8a70 #f3c678 #f6ede8',
    '#36305c #c77fa0 #ffe3d6 #75608f #403663 #191430 #f2a65a #6fb7c4 #f5ebee',
  ],
  night: [
    '#0c1733 #36507d #fdf3d0 #2c4169 #16233f #080d1c #f6c85f #e8795a #eef0f2',
    '#120f2d #4a4a86 #fff1d6 #37366b #1d1b41 #0a0819 #ff9e6d #63c7c2 #f0eef4',
    '#06222d #2e6a6f #fbf6d9 #1f5157 #0f3038 #04131a #f0b95a #e66d57 #edf2ee',
  ],
  mist: [
    '#aab8bf #e6e8e2 #fffdf5 #b9c3c4 #77888c #35444a #c96f52 #d9ab5d #f3f1eb',
    '#b7b5c4 #ebe5e3 #fffaf3 #c2bccb #827f98 #3a3950 #c5706f #d8b06a #f5f1ee',
  ],
  winter: [
    '#8fb0cc #eaf1f4 #fffdf6 #b7cbd9 #6f8fa8 #24384f #d2564a #e9b44c #f6f8f8',
    '#7d93b8 #f3e3e3 #fff8ee #b2bdd4 #7383a6 #29304f #c94f5b #e6b566 #f8f5f5',
  ],
  autumn: [
    '#c7b38d #f6e3c0 #fff5db #c48a4f #8a4b2d #33211f #d1532c #e3a12f #f8efdd',
    '#7f9aa0 #f3ddb9 #fff3d5 #c08552 #7b3f2b #2d2024 #dc5f2e #eab03c #f9f0de',
  ],
  spring: [
    '#9fcbd8 #fbeaea #fffbea #b9d3a9 #6fa173 #28503f #ee7f98 #f4c65b #fbf7ee',
    '#b9c9ea #fdeee6 #fffcec #c0d8b4 #7bab7c #2f5647 #e76f8a #f6cf65 #fcf8f1',
  ],
  vivid: [
    '#20339a #ff7f66 #ffe9a8 #7a3bb0 #3b1f8c #170b44 #ffbd3e #14b8b0 #fff4e4',
    '#0a6b78 #ffb347 #fff3c4 #d1495b #7b1e52 #2a0b33 #ffd23f #3bceac #fff6e3',
  ],
  paper: [
    '#e3d5bb #f4ebda #fffaf0 #c9b79a #6d7b6c #2b2f33 #c9482f #2a6f7f #f6efe1',
    '#d7dcd2 #f1f1e8 #fffef6 #b3bfb2 #5c6f73 #23292f #d9643a #e0a93b #f5f3ea',
    '#e8cfc4 #f7ebe4 #fffaf5 #d0a99b #6a5b6e #2c2733 #b8433f #3c6e8f #f9f0ea',
  ],
  grey: ['#8c8f94 #dfe0df #ffffff #a7aaad #5f6367 #1f2225 #3a3d41 #c4c6c7 #f4f4f2'],
}

const paletteOf = (colour: (name: keyof ScenePalette, at: number) => Colour): ScenePalette => ({
  ...{ high: colour('high', 0), low: colour('low', 1), light: colour('light', 2) },
  ...{ far: colour('far', 3), near: colour('near', 4), ink: colour('ink', 5) },
  ...{ accent: colour('accent', 6), second: colour('second', 7), paper: colour('paper', 8) },
})

/** Mixes a colour with another hue at the same lightness; a grey gets some of the other's chroma. */
const tinted = (colour: Colour, to: Colour, strength: number): Colour =>
  mix(colour, { l: colour.l, c: Math.max(colour.c, to.c * 0.75), h: to.h }, strength)

/** A palette for a mood, with a random shift of all hues. The first colour tints it, the second is the accent; a single one is both. With a subject the first is the accent. */
function paletteFor(mood: Mood, colours: readonly Colour[], hasSubject: boolean, random: Random): ScenePalette {
  const swatch = random.pick(swatches[mood]).split(' ')
  const drift = (random.next() - 0.5) * (colours.length > 0 ? 8 : 22)
  const palette = paletteOf((_, at) => turned(fromHex(swatch[at] ?? ''), drift))
  const [tint, other] = hasSubject ? [colours[1] ?? colours[0], colours[0]] : colours
  if (!tint) return palette
  // A grey has no hue to tint with.
  const strength = tint.c < 0.03 ? 0 : !hasSubject ? 0.72 : colours.length > 1 ? 0.22 : 0.08
  const accent = other ?? tint
  return {
    ...paletteOf((name) => tinted(palette[name], tint, strength)),
    light: tinted(palette.light, tint, strength / 3),
    paper: tinted(palette.paper, tint, strength / 3),
    accent: { ...accent, l: (accent.l * 2 + palette.accent.l) / 3 },
    second: tinted(palette.second, turned(accent, other ? 0 : 40), accent.c < 0.03 ? 0 : 0.6),
  }
}

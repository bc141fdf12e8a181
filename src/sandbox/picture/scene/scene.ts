import type { Sketch } from './sketch.ts'

/** What a family draws: the place, and what stands in it. On a transparent ground only the second is shown. */
export interface Scene {
  readonly ground: string
  readonly figure: string
}

/** Draws the subjects of the prompt, each standing on its own origin and about 100 units high. */
export type Subject = (sketch: Sketch) => string

/** What a family has to work with beside the sketch. */
export interface SceneParts {
  readonly prompt: string
  readonly texts: readonly string[]
  readonly isTransparent: boolean
  readonly subject: Subject | undefined
  readonly subjectName: string | undefined
  readonly snow: boolean
  readonly rain: boolean
  readonly isNight: boolean
  readonly isBarren: boolean
  readonly hasWater: boolean
  readonly isGeometric: boolean
}

export type DrawFamily = (sketch: Sketch, parts: SceneParts) => Scene

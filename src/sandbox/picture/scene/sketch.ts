import { type Random, randomOf } from '../../seed.ts'
import { type Colour, hex, type ScenePalette } from './colour.ts'

/** The level of detail: 1 large shapes only, 3 everything. */
export type Detail = 1 | 2 | 3

export interface ScenePoint {
  readonly x: number
  readonly y: number
}

interface Stop {
  readonly at: number
  readonly colour: Colour
  readonly opacity: number
}

/** A colour of a gradient; `at` is a share of its length. */
export const stop = (at: number, colour: Colour, opacity = 1): Stop => ({ at, colour, opacity })

/** Builds an SVG document. The shorter edge is 1000 units long, whatever the picture's size in pixels. */
export class Sketch {
  readonly width: number
  readonly height: number
  readonly detail: Detail
  readonly palette: ScenePalette
  readonly #seed: string
  readonly #defs: string[] = []

  constructor(frame: { width: number; height: number }, seed: string, palette: ScenePalette, detail: Detail) {
    const unit = Math.min(frame.width, frame.height) / 1000
    this.width = frame.width / unit
    this.height = frame.height / unit
    this.palette = palette
    this.detail = detail
    this.#seed = seed
  }

  /** A random source for one part of the picture, independent of the others, so that more detail moves nothing. */
  random(part: string): Random {
    return randomOf(`${this.#seed}/${part}`)
  }

  /** A gradient as a paint, from one point to another in the shape's own box. */
  linear(stops: readonly Stop[], { x = 0, y = 1 }: Partial<ScenePoint> = {}): string {
    return this.#define(
      `<linearGradient id="ID" x1="0" y1="0" x2="${round(x)}" y2="${round(y)}">${told(stops)}</linearGradient>`,
    )
  }

  /** A gradient that goes out from a point of the shape's own box. */
  radial(stops: readonly Stop[], { x = 0.5, y = 0.5 }: Partial<ScenePoint> = {}, radius = 0.5): string {
    return this.#define(
      `<radialGradient id="ID" cx="${round(x)}" cy="${round(y)}" r="${round(radius)}">${told(stops)}</radialGradient>`,
    )
  }

  /** A blur for `filter`, in units. */
  blur(by: number): string {
    return this.#define(
      `<filter id="ID" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${round(by)}"/></filter>`,
    )
  }

  /** Shows what is drawn only where `shapes` are. */
  clip(shapes: string): string {
    return this.#define(`<clipPath id="ID">${shapes}</clipPath>`)
  }

  /** Everything as an SVG document of exactly this many pixels. */
  document(content: string, pixels: { width: number; height: number }): string {
    const box = `0 0 ${round(this.width)} ${round(this.height)}`
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.width}" height="${pixels.height}" viewBox="${box}" preserveAspectRatio="none"><defs>${this.#defs.join('')}</defs>${content}</svg>`
  }

  #define(text: string): string {
    const id = `d${this.#defs.length}`
    this.#defs.push(text.replace('ID', id))
    return `url(#${id})`
  }
}

export const round = (value: number): number => Math.round(value * 100) / 100

const told = (stops: readonly Stop[]) =>
  stops
    .map(
      ({ at, colour, opacity }) =>
        `<stop offset="${round(at)}" stop-color="${hex(colour)}" stop-opacity="${round(opacity)}"/>`,
    )
    .join('')

/** The style of a shape beside its paint. */
interface Look {
  readonly opacity?: number
  readonly filter?: string
  readonly clip?: string
  readonly blend?: 'multiply' | 'screen' | 'overlay' | 'soft-light'
  /** Drawn as a line of this width. */
  readonly line?: number
}

type Paint = Colour | string

const paintOf = (paint: Paint) => (typeof paint === 'string' ? paint : hex(paint))

function lookOf(paint: Paint, { opacity, filter, clip, blend, line }: Look): string {
  const fill =
    line === undefined
      ? `fill="${paintOf(paint)}"`
      : `fill="none" stroke="${paintOf(paint)}" stroke-width="${round(line)}" stroke-linecap="round" stroke-linejoin="round"`
  return [
    fill,
    // The paint's opacity: for the shape's the renderer would set up a layer.
    opacity === undefined ? '' : `${line === undefined ? 'fill' : 'stroke'}-opacity="${round(opacity)}"`,
    filter ? `filter="${filter}"` : '',
    clip ? `clip-path="${clip}"` : '',
    blend ? `style="mix-blend-mode:${blend}"` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export const path = (outline: string, paint: Paint, look: Look = {}): string =>
  `<path d="${outline}" ${lookOf(paint, look)}/>`

export const circle = ({ x, y }: ScenePoint, radius: number, paint: Paint, look: Look = {}): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" ${lookOf(paint, look)}/>`

export const ellipse = ({ x, y }: ScenePoint, rx: number, ry: number, paint: Paint, look: Look = {}): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" ${lookOf(paint, look)}/>`

export const rect = (
  { x, y }: ScenePoint,
  width: number,
  height: number,
  paint: Paint,
  look: Look & { readonly corner?: number } = {},
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(look.corner ?? 0)}" ${lookOf(paint, look)}/>`

/** Moves, turns and sizes what is drawn around its own origin. */
export const placed = (content: string, at: ScenePoint, { scale = 1, turn = 0, flip = false } = {}): string =>
  `<g transform="translate(${round(at.x)} ${round(at.y)}) rotate(${round(turn)}) scale(${round((flip ? -1 : 1) * scale * 100) / 100} ${round(scale * 100) / 100})">${content}</g>`

/** Draws the subjects of the prompt, each standing on its own origin and about 100 units high. */
export type Subject = (sketch: Sketch) => string

/** A straight line through points. */
const through = (points: readonly ScenePoint[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** A soft line through points (Catmull–Rom). */
export function softly(points: readonly ScenePoint[], isClosed = false): string {
  const count = points.length
  const at = (index: number): ScenePoint => {
    const wrapped = isClosed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))
    return points[wrapped] ?? { x: 0, y: 0 }
  }
  const start = at(0)
  let line = `M${round(start.x)} ${round(start.y)}`
  for (let index = 0; index < (isClosed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    line += `C${round(from.x + (to.x - before.x) / 6)} ${round(from.y + (to.y - before.y) / 6)} ${round(to.x - (after.x - from.x) / 6)} ${round(to.y - (after.y - from.y) / 6)} ${round(to.x)} ${round(to.y)}`
  }
  return isClosed ? `${line}Z` : line
}

/** Smooth noise along a line, from −1 to 1, with a period of about one. */
function noiseOf(random: Random): (x: number) => number {
  const lattice = Array.from({ length: 256 }, () => random.next() * 2 - 1)
  const at = (index: number) => lattice[((index % 256) + 256) % 256] ?? 0
  return (x) => {
    const whole = Math.floor(x)
    const part = x - whole
    const eased = part * part * part * (part * (part * 6 - 15) + 10)
    return at(whole) * (1 - eased) + at(whole + 1) * eased
  }
}

/** The line of a range of hills or mountains: `height(x)` from about −1 to 1. `sharpness` 0 rolls, 1 has peaks. */
export function rangeOf(
  random: Random,
  { octaves, sharpness }: { octaves: number; sharpness: number },
): (x: number) => number {
  const layers = Array.from({ length: octaves }, () => noiseOf(random))
  const start = random.next() * 100
  return (x) => {
    let sum = 0
    let amplitude = 0.62
    let frequency = 1
    for (const noise of layers) {
      const smooth = noise(start + x * frequency)
      const peaked = 1 - 2 * Math.abs(smooth)
      sum += amplitude * (smooth * (1 - sharpness) + peaked * sharpness)
      amplitude *= 0.46
      frequency *= 2.07
    }
    return sum
  }
}

/** The points of `height(x)` from the left edge to the right one. */
export function along(width: number, step: number, height: (x: number) => number): ScenePoint[] {
  const count = Math.ceil(width / step) + 1
  return Array.from({ length: count + 2 }, (_, index) => ({ x: (index - 1) * step, y: height((index - 1) * step) }))
}

/** The area below a line, down to `bottom`. */
export function below(points: readonly ScenePoint[], bottom: number, isSoft = false): string {
  const [first, last] = [points[0], points[points.length - 1]]
  const line = isSoft ? softly(points) : through(points)
  return `${line}L${round(last?.x ?? 0)} ${round(bottom)}L${round(first?.x ?? 0)} ${round(bottom)}Z`
}

/** A round shape that is not quite a circle. */
export function blob(random: Random, centre: ScenePoint, radius: number, unrest = 0.12, corners = 9): string {
  const turn = random.next() * Math.PI * 2
  return softly(
    Array.from({ length: corners }, (_, index) => {
      const angle = turn + (index / corners) * Math.PI * 2
      const reach = radius * (1 + (random.next() * 2 - 1) * unrest)
      return { x: centre.x + Math.cos(angle) * reach, y: centre.y + Math.sin(angle) * reach }
    }),
    true,
  )
}

/** A number between two. */
export const between = (random: Random, low: number, high: number): number => low + random.next() * (high - low)

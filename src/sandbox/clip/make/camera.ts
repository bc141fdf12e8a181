import type { Random } from '../../seeded-random.ts'
import type { Planes } from './planes.ts'

/** What the camera sees of the source: the share of its edges, and where in the rest the view stands, all from 0 to 1. */
interface View {
  readonly share: number
  readonly x: number
  readonly y: number
}

/** The smallest share of the source that is ever seen. */
export const closest = 0.8

const near = { share: 0.84, x: 0.5, y: 0.5 }

/** Camera movements by the words for them: the first view and the last. */
const moves: readonly (readonly [RegExp, View, View])[] = [
  [/\b(zoom(s|ing)? out|pull(s|ing)? (back|out)|dolly out)\b/i, { ...near, share: closest }, { ...near, share: 1 }],
  [/\b(pan(s|ning)? left|to the left|leftwards?)\b/i, { ...near, x: 1 }, { ...near, x: 0 }],
  [/\b(pan(s|ning)?|to the right|rightwards?|tracking)\b/i, { ...near, x: 0 }, { ...near, x: 1 }],
  [/\b(tilt(s|ing)? down|descend(s|ing)?|fall(s|ing)?)\b/i, { ...near, y: 0 }, { ...near, y: 1 }],
  [/\b(tilt(s|ing)?|crane|ris(es|ing)|ascend(s|ing)?|lift(s|ing)? off)\b/i, { ...near, y: 1 }, { ...near, y: 0 }],
]

const eased = (at: number) => 0.4 * at + 0.6 * at * at * (3 - 2 * at)

/**
 * The camera's path over the source, from 0 to 1, by the prompt's words for movements; else it moves in on a random point. With
 * `startsWhole` the first view is the whole source.
 */
export function cameraPath(prompt: string, random: Random, startsWhole: boolean): (at: number) => View {
  const focus = { share: closest, x: 0.2 + random.next() * 0.6, y: 0.2 + random.next() * 0.6 }
  const [, first, last] = moves.find(([words]) => words.test(prompt)) ?? [undefined, { ...focus, share: 1 }, focus]
  const start = startsWhole ? { ...last, share: 1 } : first
  const end = startsWhole && last.share === 1 ? focus : last
  return (at) => {
    const moved = eased(at)
    const part = (name: keyof View) => start[name] + (end[name] - start[name]) * moved
    return { share: part('share'), x: part('x'), y: part('y') }
  }
}

/** Source positions of the samples along one edge: whole parts, and fractions in 1/256. */
function positions(count: number, length: number, share: number, offset: number) {
  const [at, by] = [new Int32Array(count), new Int32Array(count)]
  const [start, step] = [offset * (1 - share) * length - 0.5, (share * length) / count]
  for (let index = 0; index < count; index += 1) {
    const place = Math.min(length - 1, Math.max(0, start + (index + 0.5) * step))
    const whole = Math.min(length - 2, Math.floor(place))
    at[index] = whole
    by[index] = Math.round((place - whole) * 256)
  }
  return { at, by }
}

interface Plane {
  readonly samples: Uint8Array
  readonly width: number
  readonly height: number
}

/** Fills a plane with the view of another one, by bilinear interpolation: two rows into one, then its samples. */
function sample(from: Plane, to: Plane, { share, x, y }: View): void {
  const { at: columns, by: rights } = positions(to.width, from.width, share, x)
  const { at: rows, by: lows } = positions(to.height, from.height, share, y)
  const [{ samples: source, width }, { samples: target }] = [from, to]
  const first = columns[0] ?? 0
  const last = (columns.at(-1) ?? 0) + 1
  const blended = new Uint16Array(width)
  let out = 0
  for (let row = 0; row < to.height; row += 1) {
    // Casts, since fallbacks for 400 million samples would take seconds.
    const above = (rows[row] as number) * width
    const low = lows[row] as number
    for (let at = first; at <= last; at += 1)
      blended[at] = (source[above + at] as number) * (256 - low) + (source[above + width + at] as number) * low
    for (let column = 0; column < to.width; column += 1) {
      const at = columns[column] as number
      const right = rights[column] as number
      target[out] = ((blended[at] as number) * (256 - right) + (blended[at + 1] as number) * right + 32_768) >> 16
      out += 1
    }
  }
}

/** Fills a frame with a view of the source, which has the frame's aspect ratio. */
export function shoot(source: Planes, frame: Planes, view: View): void {
  for (const name of ['y', 'u', 'v'] as const) {
    const scale = name === 'y' ? 1 : 2
    const plane = (of: Planes) => ({ samples: of[name], width: of.width / scale, height: of.height / scale })
    sample(plane(source), plane(frame), view)
  }
}

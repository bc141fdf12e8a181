import { darker, lighter, mix } from '../colour.ts'
import { stars, weather } from '../heavens.ts'
import type { DrawFamily } from '../plan-scene.ts'
import { along, below, between, circle, ellipse, path, placed, rangeOf, rect, type Sketch, stop } from '../sketch.ts'
import { stem } from './botanical.ts'

function hills(sketch: Sketch, top: number): string {
  const { far, near, ink, low } = sketch.palette
  return [0, 1, 2]
    .map((index) => {
      const line = rangeOf(sketch.random(`hill${index}`), { octaves: 2, sharpness: 0 })
      const tone = [mix(far, low, 0.35), mix(far, near, 0.6), mix(near, ink, 0.45)][index] ?? near
      const y = top + index * 70
      const paint = sketch.linear([stop(0, lighter(tone, 0.03)), stop(0.5, darker(tone, 0.02))])
      return path(
        below(
          along(sketch.width, 20, (x) => y - 44 * line(x / 480)),
          sketch.height,
          true,
        ),
        paint,
      )
    })
    .join('')
}

/** Subjects in the air or in water, drawn without a shadow. */
const afloat: ReadonlySet<string> = new Set(['balloon', 'rocket', 'butterfly', 'fish', 'whale', 'astronaut'])

/** One large subject in front of a sun's disc, on hills between plants. */
export const emblem: DrawFamily = (sketch, parts) => {
  const random = sketch.random('emblem')
  const { high, low, light, accent, second } = sketch.palette
  const middle = sketch.width / 2
  const feet = sketch.height / 2 + 300
  const disc = { x: middle + between(random, -30, 30), y: sketch.height / 2 - 20 }
  const wall = sketch.linear([stop(0, mix(high, low, 0.15)), stop(1, low)])
  const ball = sketch.linear([stop(0, mix(light, second, 0.5)), stop(1, mix(accent, light, 0.35))])
  const isLight = random.next() < 0.5
  const rays =
    sketch.detail > 1
      ? Array.from({ length: 28 }, (_, index) =>
          placed(path('M-9 -388L9 -388L4 -900L-4 -900Z', light, { opacity: 0.16 }), disc, { turn: (index * 360) / 28 }),
        ).join('')
      : ''
  const plants = [-1, 1].flatMap((side) =>
    Array.from({ length: sketch.detail }, (_, index) =>
      stem(
        sketch,
        `plant${side}${index}`,
        { x: middle + side * (230 + index * 78), y: feet + 60 },
        { length: between(random, 170, 300), lean: side * between(random, 4, 26) },
      ),
    ),
  )
  const flies = afloat.has(parts.subjectName ?? '')
  const stand = flies ? { at: { x: middle, y: feet - 90 }, scale: 4.2 } : { at: { x: middle, y: feet }, scale: 5 }
  const standing = parts.subject
    ? placed(parts.subject(sketch), stand.at, { scale: stand.scale, flip: random.next() < 0.5 })
    : ''
  return {
    ground: [
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, wall),
      parts.isNight ? stars(sketch, feet) : '',
      rays,
      circle(disc, 372, light, { opacity: 0.22 }),
      circle(disc, 330, isLight ? ball : mix(light, low, 0.3)),
      hills(sketch, feet - 70),
    ].join(''),
    figure: [
      flies ? '' : ellipse({ x: middle, y: feet + 6 }, 190, 20, sketch.palette.ink, { opacity: 0.3 }),
      standing,
      plants.join(''),
      weather(sketch, parts),
    ].join(''),
  }
}

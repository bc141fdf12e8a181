import { darker, lighter, mix } from '../colour.ts'
import { stars, weather } from '../heavens.ts'
import type { DrawFamily, SceneParts } from '../plan-scene.ts'
import {
  along,
  below,
  between,
  blob,
  circle,
  ellipse,
  path,
  placed,
  rangeOf,
  rect,
  type Sketch,
  stop,
} from '../sketch.ts'
import { stem } from '../subjects/plants.ts'

function hills(sketch: Sketch, top: number): string {
  const { far, near, ink, low } = sketch.palette
  return [mix(far, low, 0.35), mix(far, near, 0.6), mix(near, ink, 0.45)]
    .map((tone, index) => {
      const line = rangeOf(sketch.random(`hill${index}`), { octaves: 2, sharpness: 0 })
      const points = along(sketch.width, 20, (x) => top + index * 70 - 44 * line(x / 480))
      const paint = sketch.linear([stop(0, lighter(tone, 0.03)), stop(0.5, darker(tone, 0.02))])
      return path(below(points, sketch.height, true), paint)
    })
    .join('')
}

function deepSpace(sketch: Sketch): string {
  const random = sketch.random('nebula')
  const { high, ink, accent, second, near, low } = sketch.palette
  const deep = sketch.linear([stop(0, mix(ink, high, 0.2)), stop(1, mix(ink, near, 0.5))], { x: 0.7, y: 1 })
  const clouds = Array.from({ length: sketch.detail * 3 }, (_, index) => {
    const colour = [mix(high, accent, 0.6), mix(high, second, 0.5), low][index % 3] ?? low
    const cloud = sketch.radial([stop(0, colour, 0.3), stop(0.5, colour, 0.1), stop(1, colour, 0)])
    const at = { x: sketch.width * random.next(), y: sketch.height * random.next() }
    return ellipse(at, between(random, 300, 620), between(random, 180, 420), cloud, { blend: 'screen' })
  }).join('')
  return rect({ x: 0, y: 0 }, sketch.width, sketch.height, deep) + clouds + stars(sketch, sketch.height * 1.2)
}

function backdrop(sketch: Sketch): string {
  const random = sketch.random('backdrop')
  const { high, low, light, accent, second, near } = sketch.palette
  const at = { x: sketch.width / 2 + between(random, -60, 60), y: sketch.height / 2 - 60 }
  const wall = sketch.linear([stop(0, mix(low, light, 0.2)), stop(1, mix(high, low, 0.5))], { x: 0.5, y: 1 })
  return [
    rect({ x: 0, y: 0 }, sketch.width, sketch.height, wall),
    circle(at, 330, mix(accent, low, 0.45)),
    path(blob(random, { x: at.x - 330, y: at.y + 240 }, 210, 0.2), mix(second, low, 0.4), { opacity: 0.9 }),
    path(blob(random, { x: at.x + 340, y: at.y - 230 }, 150, 0.2), mix(near, low, 0.4), { opacity: 0.75 }),
  ].join('')
}

function meadow(sketch: Sketch, { isNight, reach }: SceneParts, feet: number) {
  const random = sketch.random('meadow')
  const { high, low, light, accent, second } = sketch.palette
  const middle = sketch.width / 2
  const disc = { x: middle + between(random, -30, 30), y: sketch.height / 2 - 20 }
  const wall = sketch.linear([stop(0, mix(high, low, 0.15)), stop(1, low)])
  const warm = sketch.linear([stop(0, mix(light, second, 0.5)), stop(1, mix(accent, light, 0.35))])
  const rays = Array.from({ length: sketch.detail > 1 ? 28 : 0 }, (_, index) =>
    placed(path('M-9 -388L9 -388L4 -900L-4 -900Z', light, { opacity: 0.16 }), disc, { turn: (index * 360) / 28 }),
  )
  const plants = [-1, 1].flatMap((side) =>
    Array.from({ length: sketch.detail }, (_, index) => {
      const foot = { x: middle + side * (Math.max(250, reach * 4.4) + index * 78), y: feet + 70 }
      const form = { length: between(random, 170, 300), lean: side * between(random, 4, 26) }
      return stem(sketch, `plant${side}${index}`, foot, form)
    }),
  )
  return {
    ground: [
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, wall),
      isNight ? stars(sketch, feet) : '',
      ...rays,
      circle(disc, 372, light, { opacity: 0.22 }),
      circle(disc, 330, random.next() < 0.5 ? warm : mix(light, low, 0.3)),
      hills(sketch, feet - 70),
    ].join(''),
    plants: plants.join(''),
  }
}

export const emblem: DrawFamily = (sketch, parts) => {
  const middle = sketch.width / 2
  const feet = sketch.height / 2 + 300
  const flip = sketch.random('emblem').next() < 0.5
  const falling = weather(sketch, parts)
  if (parts.subject === 'planet')
    return { ground: deepSpace(sketch), figure: parts.stand({ x: middle, y: feet - 50 }, 5) + falling }
  if (parts.subject === 'flowers')
    return { ground: backdrop(sketch), figure: parts.stand({ x: middle, y: feet + 100 }, 7) + falling }
  if (parts.home === 'alone')
    return { ground: backdrop(sketch), figure: parts.stand({ x: middle, y: feet - 10 }, 5, flip) + falling }
  const { ground, plants } = meadow(sketch, parts, feet)
  const isAloft = parts.home === 'air' || parts.home === 'water'
  return {
    ground,
    figure: parts.stand({ x: middle, y: feet - (isAloft ? 90 : 0) }, isAloft ? 4.2 : 5, flip) + plants + falling,
  }
}

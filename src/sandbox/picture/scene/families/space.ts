import { darker, lighter, mix, turned } from '../colour.ts'
import { stars } from '../heavens.ts'
import type { DrawFamily } from '../plan-scene.ts'
import {
  between,
  circle,
  ellipse,
  path,
  placed,
  rangeOf,
  rect,
  type ScenePoint,
  type Sketch,
  softly,
  stop,
} from '../sketch.ts'

function nebula(sketch: Sketch): string {
  const random = sketch.random('nebula')
  const { high, accent, second, low } = sketch.palette
  const count = [3, 6, 10][sketch.detail - 1] ?? 3
  const turn = between(random, -0.6, 0.6)
  return Array.from({ length: count }, (_, index) => {
    const share = random.next() - 0.5
    const centre = {
      x: sketch.width * (0.5 + share),
      y: sketch.height * (0.5 + share * turn) + between(random, -120, 120),
    }
    const colour = [mix(high, accent, 0.6), mix(high, second, 0.5), low][index % 3] ?? low
    const cloud = sketch.radial([stop(0, colour, 0.34), stop(0.5, colour, 0.12), stop(1, colour, 0)])
    return ellipse(centre, between(random, 300, 620), between(random, 180, 420), cloud, { blend: 'screen' })
  }).join('')
}

function bands(sketch: Sketch, name: string, at: ScenePoint, radius: number, tone: ReturnType<typeof mix>): string {
  const random = sketch.random(name)
  const count = [0, 5, 11][sketch.detail - 1] ?? 0
  return Array.from({ length: count }, (_, index) => {
    const y = at.y + (index / count - 0.5) * 2 * radius + between(random, -8, 8)
    const wave = rangeOf(random, { octaves: 2, sharpness: 0 })
    const points = Array.from({ length: 13 }, (__, step) => {
      const x = at.x - radius + (step / 12) * radius * 2
      return { x, y: y + wave(step / 3) * radius * 0.05 }
    })
    const colour = index % 2 ? lighter(tone, between(random, 0.03, 0.12)) : darker(tone, between(random, 0.03, 0.1))
    return path(softly(points), colour, { line: radius * between(random, 0.05, 0.17), opacity: 0.5 })
  }).join('')
}

function planet(sketch: Sketch, name: string, at: ScenePoint, radius: number, tone: ReturnType<typeof mix>): string {
  const random = sketch.random(name)
  const disc = `<circle cx="${at.x.toFixed(1)}" cy="${at.y.toFixed(1)}" r="${radius.toFixed(1)}"/>`
  const { ink, light } = sketch.palette
  const shade = sketch.radial(
    [stop(0.35, ink, 0), stop(0.78, ink, 0.55), stop(1, ink, 0.93)],
    { x: 0.3, y: 0.26 },
    0.84,
  )
  const air = sketch.radial([stop(0.82, light, 0.34), stop(1, light, 0)])
  const tilt = between(random, -24, 24)
  const surface = placed(bands(sketch, `${name}/bands`, { x: 0, y: 0 }, radius, tone), at, { turn: tilt })
  return (
    circle({ x: at.x - radius * 0.05, y: at.y - radius * 0.05 }, radius * 1.16, air) +
    circle(at, radius, tone) +
    `<g clip-path="${sketch.clip(disc)}">${surface}${circle(at, radius, shade)}</g>`
  )
}

/** The half of the rings behind the planet or in front of it. */
function ring(sketch: Sketch, at: ScenePoint, radius: number, half: 'behind' | 'before'): string {
  const random = sketch.random('ring')
  const turn = between(random, -26, 26)
  const colours = [sketch.palette.light, sketch.palette.second, sketch.palette.accent]
  const bandCount = [2, 4, 7][sketch.detail - 1] ?? 2
  const sweep = half === 'before' ? 0 : 1
  return Array.from({ length: bandCount }, (_, index) => {
    const reach = radius * (1.36 + index * (0.42 / bandCount))
    const [rx, ry] = [reach, reach * 0.24]
    const arc = `M${-rx} 0A${rx.toFixed(1)} ${ry.toFixed(1)} 0 0 ${sweep} ${rx.toFixed(1)} 0`
    const colour = mix(colours[index % 3] ?? sketch.palette.light, sketch.palette.light, 0.4)
    return placed(path(arc, colour, { line: (radius * 0.3) / bandCount, opacity: between(random, 0.35, 0.85) }), at, {
      turn,
    })
  }).join('')
}

/** A large planet with moons, and often rings, in front of nebulae and stars. */
export const space: DrawFamily = (sketch, parts) => {
  const random = sketch.random('space')
  const { high, ink, accent, second, near } = sketch.palette
  const deep = sketch.linear([stop(0, darker(mix(ink, high, 0.25), 0.02)), stop(1, mix(ink, near, 0.5))], {
    x: 0.7,
    y: 1,
  })
  const radius = between(random, 190, 300)
  const at = { x: sketch.width * between(random, 0.4, 0.64), y: sketch.height * between(random, 0.42, 0.58) }
  const hasRing = random.next() < 0.65
  const moon = { x: at.x + radius * between(random, 1.05, 1.4), y: at.y - radius * between(random, 0.75, 1.1) }
  const small = { x: at.x - radius * between(random, 1.2, 1.5), y: at.y + radius * between(random, 0.8, 1.2) }
  const standing = parts.subject
    ? placed(
        parts.subject(sketch),
        { x: Math.max(sketch.width * 0.27, at.x - radius * 1.15), y: at.y - radius * 0.2 },
        { scale: 2.9, turn: -14 },
      )
    : ''
  return {
    ground:
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, deep) + nebula(sketch) + stars(sketch, sketch.height * 1.2),
    figure: [
      ellipse(at, radius * 1.9, radius * 1.9, sketch.radial([stop(0, accent, 0.28), stop(1, accent, 0)])),
      hasRing ? ring(sketch, at, radius, 'behind') : '',
      planet(sketch, 'planet', at, radius, mix(accent, second, 0.2)),
      hasRing ? ring(sketch, at, radius, 'before') : '',
      planet(sketch, 'moon', moon, radius * 0.22, second),
      planet(sketch, 'small', small, radius * 0.13, turned(accent, 60)),
      standing,
    ].join(''),
  }
}

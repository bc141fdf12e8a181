import { darker, lighter, mix } from '../colour.ts'
import { between, circle, path, placed, rangeOf, type Subject, softly, stop } from '../sketch.ts'

const radius = 46
const at = { x: 0, y: -50 }

export const planet: Subject = (sketch) => {
  const random = sketch.random('planet')
  const { accent, second, ink, light } = sketch.palette
  const tone = mix(accent, second, 0.2)
  const count = [0, 5, 11][sketch.detail - 1] ?? 0
  const bands = Array.from({ length: count }, (_, index) => {
    const y = (index / count - 0.5) * 2 * radius + between(random, -1.5, 1.5)
    const wave = rangeOf(random, { octaves: 2, sharpness: 0 })
    const points = Array.from({ length: 13 }, (__, step) => ({
      x: (step / 6 - 1) * radius,
      y: y + wave(step / 3) * radius * 0.05,
    }))
    const colour = index % 2 ? lighter(tone, between(random, 0.03, 0.12)) : darker(tone, between(random, 0.03, 0.1))
    return path(softly(points), colour, { line: radius * between(random, 0.05, 0.17), opacity: 0.5 })
  }).join('')
  const shade = sketch.radial(
    [stop(0.35, ink, 0), stop(0.78, ink, 0.55), stop(1, ink, 0.93)],
    { x: 0.3, y: 0.26 },
    0.84,
  )
  const halo = sketch.radial([stop(0.4, accent, 0.3), stop(1, accent, 0)])
  const disc = sketch.clip(`<circle cx="0" cy="0" r="${radius}"/>`)
  const turn = between(random, -26, 26)
  const rings = (sweep: 0 | 1) =>
    Array.from({ length: 6 }, (_, index) => {
      const reach = radius * (1.36 + index * 0.07)
      const colour = mix([light, second, accent][index % 3] ?? light, light, 0.4)
      return path(`M${-reach} 0A${reach} ${reach * 0.24} 0 0 ${sweep} ${reach} 0`, colour, {
        line: 2.2,
        opacity: 0.45 + (index % 3) * 0.15,
      })
    }).join('')
  const ball = `${circle({ x: 0, y: 0 }, radius, tone)}<g clip-path="${disc}">${bands}${circle({ x: 0, y: 0 }, radius, shade)}</g>`
  const moon = { x: between(random, 52, 66), y: -between(random, 36, 50) }
  return placed(
    circle({ x: 0, y: 0 }, radius * 1.9, halo) +
      placed(rings(1) + placed(ball, { x: 0, y: 0 }) + rings(0), { x: 0, y: 0 }, { turn }) +
      circle(moon, radius * 0.2, second) +
      circle(moon, radius * 0.2, shade),
    at,
  )
}

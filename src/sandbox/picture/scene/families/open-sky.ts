import { mix } from '../colour.ts'
import { birds, heavens, weather } from '../heavens.ts'
import type { DrawFamily } from '../plan-scene.ts'
import { between, ellipse, placed, rect, type Sketch, stop } from '../sketch.ts'

/** Banks of cloud, larger towards the lower edge. */
function banks(sketch: Sketch): string {
  const { low, light, far, high } = sketch.palette
  const count = [2, 3, 4][sketch.detail - 1] ?? 2
  return Array.from({ length: count }, (_, index) => {
    const random = sketch.random(`bank${index}`)
    const depth = (index + 1) / count
    const top = sketch.height * (0.52 + depth * 0.36)
    const tone = mix(mix(low, light, 0.55 - depth * 0.2), mix(far, high, 0.4), depth * 0.4)
    const paint = sketch.linear([stop(0, mix(tone, light, 0.45)), stop(0.42, tone)])
    const puffs = Math.ceil((sketch.width / 1000) * (6 + sketch.detail * 2))
    const body = rect({ x: 0, y: top + 90 }, sketch.width, sketch.height - top, tone)
    return Array.from({ length: puffs }, (__, at) => {
      const size = between(random, 80, 190) * (0.6 + depth * 0.6)
      const x = ((at + random.next()) / puffs) * sketch.width * 1.1 - sketch.width * 0.05
      return ellipse({ x, y: top + size * between(random, 0.2, 0.7) }, size * 1.25, size, paint)
    })
      .concat(body)
      .join('')
  }).join('')
}

/** Sky alone, above a sea of clouds. */
export const openSky: DrawFamily = (sketch, parts) => {
  const random = sketch.random('open sky')
  const { width, height } = sketch
  const at = { x: width * between(random, 0.25, 0.75), y: height * between(random, 0.2, 0.4) }
  const radius = between(random, 46, 84)
  const x = width * (at.x < width / 2 ? between(random, 0.6, 0.74) : between(random, 0.26, 0.4))
  return {
    ground: [
      heavens(sketch, parts.isNight, { horizon: height * 0.7, at, radius }),
      birds(sketch, { x: width - at.x, y: height * 0.3 }),
    ].join(''),
    figure: [
      banks(sketch),
      // Under rain there is less light.
      parts.rain ? rect({ x: 0, y: 0 }, width, height, sketch.palette.ink, { opacity: 0.36 }) : '',
      parts.subject ? placed(parts.subject(sketch), { x, y: height * 0.6 }, { scale: 2.6, flip: x > at.x }) : '',
      weather(sketch, parts),
    ].join(''),
  }
}

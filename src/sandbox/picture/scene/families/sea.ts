import { darker, fromHex, lighter, mix } from '../colour.ts'
import { glitter, haze, heavens, weather } from '../heavens.ts'
import type { DrawFamily } from '../plan-scene.ts'
import { along, below, between, path, rangeOf, rect, type Sketch, softly, stop } from '../sketch.ts'

function waves(sketch: Sketch, horizon: number, sunX: number): string {
  const count = [6, 11, 18][sketch.detail - 1] ?? 6
  const { high, low, near, light, ink } = sketch.palette
  return Array.from({ length: count }, (_, index) => {
    const depth = (index + 1) / count
    const y = horizon + (sketch.height - horizon) * depth ** 1.7 * 0.94
    const random = sketch.random(`wave${Math.round(depth * 36)}`)
    const swell = rangeOf(random, { octaves: 2, sharpness: 0.5 })
    const rise = 2 + depth ** 1.6 * 34
    const points = along(sketch.width, 14, (x) => y - rise * swell(x / (60 + depth * 330)))
    const tone = mix(mix(low, high, 0.35 + depth * 0.4), mix(near, ink, 0.35), depth * 0.75)
    const shine = Math.max(0, 1 - Math.abs(sunX - sketch.width / 2) / sketch.width)
    const paint = sketch.linear([
      stop(0, lighter(mix(tone, light, 0.16 * shine), 0.03)),
      stop(0.2, tone),
      stop(1, darker(tone, 0.03)),
    ])
    const crest =
      sketch.detail > 1
        ? path(softly(points), mix(tone, light, 0.55), { line: 0.8 + depth * 1.8, opacity: 0.28 + depth * 0.15 })
        : ''
    return path(below(points, sketch.height, true), paint) + crest
  }).join('')
}

function island(sketch: Sketch, horizon: number, from: number, to: number): string {
  const random = sketch.random('island')
  const range = rangeOf(random, { octaves: 2 + sketch.detail, sharpness: 0.5 })
  const width = to - from
  const rise = between(random, 60, 140)
  const points = along(
    width,
    6,
    (x) => horizon + 3 - rise * Math.max(0, Math.sin((x / width) * Math.PI)) ** 0.8 * (0.62 + 0.5 * range(x / 170)),
  )
  const { far, low, near } = sketch.palette
  const paint = sketch.linear([stop(0, mix(far, near, 0.4)), stop(1, mix(far, low, 0.35))])
  return `<g transform="translate(${from.toFixed(1)} 0)">${path(below(points, horizon + 3), paint)}</g>`
}

function swash(sketch: Sketch, x: number, y: number, reach: number): string {
  const { low, high, light } = sketch.palette
  const foam = `M${(x - reach * 0.8).toFixed(1)} ${y + 8}q${reach * 0.4} -9 ${reach * 0.8} 0t${reach * 0.8} 0`
  return (
    rect({ x: x - reach, y: y + 8 }, reach * 2, 16, mix(low, high, 0.5), { corner: 8, opacity: 0.9 }) +
    path(foam, light, { line: 3, opacity: 0.6 })
  )
}

function beach(sketch: Sketch, at: number): string {
  const { low, light, ink, second } = sketch.palette
  const shore = rangeOf(sketch.random('shore'), { octaves: 2, sharpness: 0 })
  const points = (by: number) => along(sketch.width, 16, (x) => at + by - 22 * shore(x / 420))
  const sand = mix(mix(fromHex('#e2c79c'), low, 0.35), second, 0.1)
  const dry = sketch.linear([stop(0, lighter(sand, 0.02)), stop(1, mix(sand, ink, 0.24))])
  return [
    path(below(points(-14), sketch.height, true), light, { opacity: 0.7 }),
    path(below(points(-6), sketch.height, true), mix(sand, ink, 0.22)),
    path(below(points(16), sketch.height, true), dry),
  ].join('')
}

export const sea: DrawFamily = (sketch, parts) => {
  const random = sketch.random('sea')
  const horizon = sketch.height * between(random, 0.4, 0.54)
  const sun = { x: sketch.width * between(random, 0.25, 0.75), y: horizon * between(random, 0.5, 0.86) }
  const radius = between(random, 44, 92)
  const { high, low, near } = sketch.palette
  const water = sketch.linear([stop(0, mix(low, high, 0.4)), stop(1, mix(high, near, 0.6))])
  const side = sun.x < sketch.width / 2 ? sketch.width * between(random, 0.5, 0.62) : -60
  const boatX = sketch.width * (sun.x < sketch.width / 2 ? between(random, 0.58, 0.74) : between(random, 0.26, 0.42))
  const boatY = horizon + (sketch.height - horizon) * between(random, 0.2, 0.36)
  const isFar = parts.home === 'shore'
  const flies = parts.home === 'air'
  const isAfloat = parts.home === 'water'
  const shore = sketch.height * between(random, 0.76, 0.82)
  const y = isAfloat ? boatY : isFar ? horizon + 6 : flies ? horizon * 0.86 : shore + (sketch.height - shore) * 0.42
  const scale = isAfloat ? 2.6 : flies ? 2 : 2.9
  const standing = parts.stand({ x: boatX, y }, scale, boatX > sun.x)
  const inFront = isAfloat
    ? standing + swash(sketch, boatX, boatY, parts.reach * scale)
    : beach(sketch, shore) + standing
  return {
    ground: [
      heavens(sketch, parts.isNight, { horizon, at: sun, radius }),
      haze(sketch, horizon, 120, 0.4),
      random.next() < 0.6 ? island(sketch, horizon, side, side + sketch.width * 0.48) : '',
      isFar || flies ? standing : '',
      rect({ x: 0, y: horizon }, sketch.width, sketch.height - horizon, water),
    ].join(''),
    figure: [
      waves(sketch, horizon + 6, sun.x),
      glitter(sketch, sun, { top: horizon + 2, bottom: sketch.height * 0.98, spread: radius * 0.9 }),
      isFar || flies ? '' : inFront,
      weather(sketch, parts),
    ].join(''),
  }
}

import { darker, hex, lighter, mix } from './colour.ts'
import { between, circle, ellipse, path, rect, type ScenePoint, type Sketch, stop } from './sketch.ts'

export function heavens(
  sketch: Sketch,
  isNight: boolean,
  { horizon, at, radius }: { horizon: number; at: ScenePoint; radius: number },
): string {
  return [
    sky(sketch, horizon),
    isNight ? stars(sketch, horizon) : clouds(sketch, { top: horizon * 0.1, bottom: horizon * 0.8 }),
    orb(sketch, at, radius),
  ].join('')
}

/** The sky, drawn past the horizon so that the foreground leaves no gap. */
function sky(sketch: Sketch, horizon: number): string {
  const { high, low } = sketch.palette
  const paint = sketch.linear([stop(0, high), stop(0.55, mix(high, low, 0.62)), stop(1, low)])
  return (
    rect({ x: 0, y: 0 }, sketch.width, horizon + 2, paint) +
    rect({ x: 0, y: horizon }, sketch.width, sketch.height - horizon, low)
  )
}

function orb(sketch: Sketch, at: ScenePoint, radius: number): string {
  const { light } = sketch.palette
  const glow = sketch.radial([stop(0, light, 0.85), stop(0.18, light, 0.42), stop(0.5, light, 0.12), stop(1, light, 0)])
  return circle(at, radius * 6.5, glow) + circle(at, radius, light)
}

export function stars(sketch: Sketch, down: number): string {
  const random = sketch.random('stars')
  const count = [40, 110, 260][sketch.detail - 1] ?? 40
  const { light } = sketch.palette
  return Array.from({ length: Math.round(count * (sketch.width / 1000)) }, () => {
    const y = down * random.next() ** 1.5
    const size = 0.7 + random.next() ** 5 * 3.4
    return circle({ x: random.next() * sketch.width, y }, size, light, {
      opacity: between(random, 0.3, 1) * (1 - (y / down) * 0.7),
    })
  }).join('')
}

function clouds(sketch: Sketch, { top, bottom }: { top: number; bottom: number }): string {
  const random = sketch.random('clouds')
  const { low, light, high } = sketch.palette
  const count = [2, 4, 7][sketch.detail - 1] ?? 2
  return Array.from({ length: count }, () => {
    const depth = random.next()
    const y = top + (bottom - top) * depth
    const x = random.next() * sketch.width
    const length = between(random, 160, 460) * (1.15 - depth * 0.5)
    const thickness = between(random, 9, 26) * (1.2 - depth * 0.5)
    const paint = sketch.linear([
      stop(0, mix(lighter(low, 0.04), light, 0.4), 0.85),
      stop(1, mix(low, high, 0.35), 0.05),
    ])
    const puffs = Array.from({ length: 5 }, (_, index) => {
      const share = (index + 0.5) / 5
      const bulge = Math.sin(share * Math.PI)
      return ellipse(
        { x: x + (share - 0.5) * length * 0.9, y: y - thickness * bulge * between(random, 0.2, 0.7) },
        length * 0.16,
        thickness * (0.45 + bulge * 0.9),
        paint,
      )
    })
    return ellipse({ x, y }, length / 2, thickness * 0.7, paint) + puffs.join('')
  }).join('')
}

export const weather = (sketch: Sketch, { snow, rain }: { snow: boolean; rain: boolean }): string =>
  (snow ? falling(sketch, 'snow') : '') + (rain ? falling(sketch, 'rain') : '')

function falling(sketch: Sketch, kind: 'snow' | 'rain'): string {
  const random = sketch.random(kind)
  const count = Math.round(([60, 150, 320][sketch.detail - 1] ?? 60) * (sketch.width / 1000) * (sketch.height / 1000))
  const colour = lighter(sketch.palette.light, 0.05)
  return Array.from({ length: count }, () => {
    const at = { x: random.next() * sketch.width, y: random.next() * sketch.height }
    const near = random.next() ** 3
    if (kind === 'snow') return circle(at, 1.2 + near * 6, colour, { opacity: 0.35 + near * 0.5 })
    return path(
      `M${at.x.toFixed(1)} ${at.y.toFixed(1)}l${(-5 - near * 6).toFixed(1)} ${(26 + near * 40).toFixed(1)}`,
      colour,
      { line: 0.8 + near * 1.6, opacity: 0.16 + near * 0.3 },
    )
  }).join('')
}

export function haze(sketch: Sketch, y: number, height: number, strength: number): string {
  const { low, light } = sketch.palette
  const colour = mix(low, light, 0.3)
  const paint = sketch.linear([stop(0, colour, 0), stop(0.62, colour, strength), stop(1, colour, 0)])
  return rect({ x: 0, y: y - height }, sketch.width, height, paint)
}

export function glitter(
  sketch: Sketch,
  at: ScenePoint,
  { top, bottom, spread }: { top: number; bottom: number; spread: number },
): string {
  const random = sketch.random('glitter')
  const rows = [9, 20, 38][sketch.detail - 1] ?? 9
  const colour = hex(sketch.palette.light)
  return Array.from({ length: rows }, (_, index) => {
    const share = (index + 0.5) / rows
    const y = top + (bottom - top) * share ** 1.5
    const width = spread * (0.3 + share * 1.5) * between(random, 0.35, 1)
    return ellipse(
      { x: at.x + between(random, -1, 1) * spread * (0.1 + share * 0.5), y },
      width,
      0.9 + share * 4.2,
      colour,
      { opacity: (1 - share * 0.7) * between(random, 0.35, 0.85) },
    )
  }).join('')
}

export function vignette(sketch: Sketch, strength = 0.28): string {
  const colour = darker(sketch.palette.ink, 0.05)
  const paint = sketch.radial([stop(0.55, colour, 0), stop(1, colour, strength)], { x: 0.5, y: 0.46 }, 0.78)
  return rect({ x: 0, y: 0 }, sketch.width, sketch.height, paint)
}

import { darker, lighter, mix } from '../colour.ts'
import { glitter, haze, heavens, weather } from '../heavens.ts'
import type { DrawFamily, SceneParts } from '../plan-scene.ts'
import { along, below, between, path, rangeOf, rect, type ScenePoint, type Sketch, stop } from '../sketch.ts'

interface Layer {
  /** 0 is the farthest, 1 the nearest. */
  readonly depth: number
  readonly base: number
  readonly rise: number
  readonly line: (x: number) => number
}

function fir(x: number, y: number, height: number, lean: number): string {
  const tiers = 4
  const half = height * 0.2
  let left = ''
  let right = ''
  for (let tier = 0; tier < tiers; tier += 1) {
    const top = y - height * (1 - tier / tiers)
    const bottom = y - height * (1 - (tier + 1.15) / tiers) * 0.98
    const reach = half * (0.3 + (0.7 * (tier + 1)) / tiers)
    right += `L${(x + reach).toFixed(1)} ${bottom.toFixed(1)}L${(x + reach * 0.42).toFixed(1)} ${(bottom - height * 0.02).toFixed(1)}`
    left = `L${(x - reach * 0.42).toFixed(1)} ${(bottom - height * 0.02).toFixed(1)}L${(x - reach).toFixed(1)} ${bottom.toFixed(1)}${left}`
    if (tier === 0) right = `M${(x + lean).toFixed(1)} ${top.toFixed(1)}${right}`
  }
  return `${right}L${(x + half * 0.08).toFixed(1)} ${(y + height * 0.05).toFixed(1)}L${(x - half * 0.08).toFixed(1)} ${(y + height * 0.05).toFixed(1)}${left}Z`
}

function forest(sketch: Sketch, { line, depth }: Layer, index: number): string {
  const random = sketch.random(`firs${index}`)
  const density = [0, 0.6, 1][sketch.detail - 1] ?? 0
  const height = 16 + depth ** 2 * 150
  const count = Math.round((sketch.width / height) * 3.4 * density)
  const clump = rangeOf(sketch.random(`clump${index}`), { octaves: 2, sharpness: 0 })
  let outline = ''
  for (let tree = 0; tree < count; tree += 1) {
    const x = random.next() * sketch.width
    const tall = height * between(random, 0.55, 1.25)
    const lean = between(random, -1, 1)
    if (clump(x / 260) > -0.12) outline += fir(x, line(x) + height * 0.05, tall, lean)
  }
  return outline
}

function lit(sketch: Sketch, { line, base }: Layer, index: number, sunX: number): string {
  if (sketch.detail === 1) return ''
  const random = sketch.random(`lit${index}`)
  const step = sketch.detail === 3 ? 26 : 52
  let outline = ''
  for (let x = 0; x < sketch.width; x += step) {
    const [here, next] = [line(x), line(x + step)]
    const faces = (next - here) * (sunX > x ? -1 : 1)
    const reach = (base - Math.min(here, next)) * between(random, 0.16, 0.5)
    if (faces < step * 0.02 && random.next() > 0.25) continue
    outline += `M${x.toFixed(1)} ${here.toFixed(1)}L${(x + step).toFixed(1)} ${next.toFixed(1)}L${(x + step * between(random, 0.2, 0.8)).toFixed(1)} ${(Math.max(here, next) + Math.max(4, reach)).toFixed(1)}Z`
  }
  return outline
}

function layersOf(sketch: Sketch, horizon: number, isSharp: boolean): Layer[] {
  const count = [4, 5, 6][sketch.detail - 1] ?? 4
  const all = 6
  const room = sketch.height - horizon
  return Array.from({ length: count }, (_, index) => {
    const depth = index / (count - 1)
    const slot = Math.round(depth * (all - 1))
    const random = sketch.random(`range${slot}`)
    const octaves = sketch.detail + (isSharp && depth < 0.6 ? 3 : 1)
    const range = rangeOf(random, { octaves, sharpness: isSharp ? 0.85 * (1 - depth) : 0 })
    const base = horizon + room * (0.02 + depth ** 1.25 * 0.72)
    const rise = (isSharp ? 210 : 90) * (1 - depth * 0.62)
    const period = (isSharp ? 420 : 560) * (0.8 + depth * 0.7)
    return { depth, base, rise, line: (x) => base - rise * (0.35 + range(x / period)) }
  })
}

function ground(sketch: Sketch, layer: Layer, index: number, sunX: number, parts: SceneParts): string {
  const { far, near, ink, low, light } = sketch.palette
  const tone = layer.depth < 0.5 ? mix(far, near, layer.depth * 2) : mix(near, ink, (layer.depth - 0.5) * 1.7)
  const snowy = parts.snow && layer.depth < 0.95 ? mix(tone, lighter(low, 0.06), 0.62 - layer.depth * 0.25) : tone
  const paint = sketch.linear([
    stop(0, lighter(snowy, 0.035)),
    stop(0.5, mix(snowy, low, 0.22 * (1 - layer.depth))),
    stop(1, mix(snowy, low, 0.5 * (1 - layer.depth))),
  ])
  const points = along(sketch.width, sketch.detail === 3 ? 6 : 12, layer.line)
  const area = below(points, sketch.height)
  const isWooded = layer.depth > 0.3 && sketch.detail > 1 && !parts.isBarren
  const trees = isWooded ? forest(sketch, layer, index) : ''
  const glow = layer.depth < 0.7 ? lit(sketch, layer, index, sunX) : ''
  return [
    path(area, paint),
    glow && path(glow, mix(lighter(snowy, 0.1), light, 0.45), { opacity: 0.4 * (1 - layer.depth * 0.6) }),
    trees && path(trees, darker(mix(tone, ink, 0.35), 0.02)),
    haze(sketch, layer.base + 60, 150, 0.3 * (1 - layer.depth)),
  ].join('')
}

function lake(sketch: Sketch, sun: ScenePoint, top: number, bottom: number): string {
  const { low, high, light } = sketch.palette
  const paint = sketch.linear([stop(0, mix(low, light, 0.25)), stop(1, mix(low, high, 0.75))])
  return (
    rect({ x: 0, y: top }, sketch.width, bottom - top, paint) +
    glitter(sketch, sun, { top: top + 2, bottom, spread: 52 })
  )
}

export const landscape: DrawFamily = (sketch, parts) => {
  const random = sketch.random('landscape')
  const horizon = sketch.height * (parts.isSky ? 0.8 : between(random, 0.44, 0.56))
  const sun = { x: sketch.width * between(random, 0.22, 0.78), y: horizon * between(random, 0.42, 0.82) }
  const radius = between(random, 38, 74)
  const isSharp = random.next() < (parts.isBarren ? 0.25 : 0.7)
  const hasLake = (random.next() < 0.45 || parts.hasWater) && !parts.isBarren
  const layers = layersOf(sketch, horizon, isSharp)
  const shore = horizon + (sketch.height - horizon) * 0.3
  const drawn = layers.map((layer, index) => {
    const water = hasLake && index === layers.length - 2 ? lake(sketch, sun, shore, sketch.height) : ''
    return water + ground(sketch, layer, index, sun.x, parts)
  })
  const front = layers[layers.length - 1]
  const x = sketch.width * (sun.x < sketch.width / 2 ? between(random, 0.6, 0.76) : between(random, 0.24, 0.4))
  const stand = front ? front.line(x) : sketch.height * 0.8
  const flies = parts.home === 'air'
  const standing = parts.stand({ x, y: flies ? horizon * 0.74 : stand + 10 }, flies ? 2.1 : 2.3, x > sun.x)
  const last = drawn.pop() ?? ''
  return {
    ground: [heavens(sketch, parts.isNight, { horizon, at: sun, radius }), ...drawn].join(''),
    figure: last + standing + weather(sketch, parts),
  }
}

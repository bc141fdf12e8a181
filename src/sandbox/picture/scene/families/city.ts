import type { Rect } from '#media/mask/rect.ts'
import { hex, lighter, mix, turned } from '../colour.ts'
import { glitter, haze, heavens, weather } from '../heavens.ts'
import type { DrawFamily } from '../plan-scene.ts'
import { between, path, rect, type Sketch, stop } from '../sketch.ts'

interface Row {
  readonly depth: number
  readonly base: number
  readonly tallest: number
}

function roof(kind: number, x: number, y: number, width: number): string {
  const middle = x + width / 2
  const roofs = [
    `M${x} ${y}L${middle} ${y - width * 0.5}L${x + width} ${y}Z`,
    `M${x} ${y}L${x} ${y - width * 0.35}L${x + width} ${y}Z`,
    `M${middle - 1.5} ${y}L${middle} ${y - width * 0.95}L${middle + 1.5} ${y}Z`,
    `M${x + width * 0.2} ${y}v${-width * 0.22}h${width * 0.6}v${width * 0.22}ZM${x + width * 0.36} ${y - width * 0.2}v${-width * 0.22}h${width * 0.28}v${width * 0.22}Z`,
    `M${x} ${y}A${width / 2} ${width / 2} 0 0 1 ${x + width} ${y}Z`,
  ]
  return roofs[kind] ?? ''
}

function windows(sketch: Sketch, name: string, box: Rect, glow: number): string {
  if (sketch.detail === 1) return ''
  const random = sketch.random(name)
  const size = Math.max(4.5, box.width / between(random, 7, 11))
  const [columns, rows] = [Math.floor((box.width - size) / (size * 1.55)), Math.floor((box.height - size) / (size * 2))]
  const margin = (box.width - columns * size * 1.55 + size * 0.55) / 2
  const { light, accent } = sketch.palette
  const [warm, odd] = [hex(mix(light, accent, 0.25)), hex(mix(light, accent, 0.65))]
  let lit = ''
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const chance = random.next()
      if (chance > glow) continue
      const at = { x: box.x + margin + column * size * 1.55, y: box.y + size + row * size * 2 }
      lit += rect(at, size, size * 1.15, chance < glow * 0.2 ? odd : warm, { opacity: between(random, 0.45, 1) })
    }
  }
  return lit
}

function row(sketch: Sketch, index: number, { depth, base, tallest }: Row, glow: number): string {
  const random = sketch.random(`street${index}`)
  const { far, near, ink, low } = sketch.palette
  const tone = depth < 0.5 ? mix(mix(far, low, 0.45), near, depth * 1.4) : mix(near, ink, (depth - 0.4) * 1.5)
  let drawn = ''
  let x = -30
  for (let house = 0; x < sketch.width; house += 1) {
    const width = between(random, 46, 118) * (0.66 + depth * 0.7)
    const reach = Math.sin((Math.max(0, x) / sketch.width) * Math.PI) * 0.45 + 0.55
    const height = tallest * between(random, 0.32, 1) * reach
    const y = base - height
    const shade = mix(tone, turned(ink, 20), random.next() * 0.16)
    const paint = sketch.linear([stop(0, lighter(shade, 0.03)), stop(1, mix(shade, low, 0.42 * (1 - depth)))])
    drawn += rect({ x, y }, width + 1, sketch.height - y, paint)
    drawn += path(roof(random.below(7), x, y + 0.5, width), lighter(shade, 0.03))
    const side = random.next()
    if (sketch.detail > 1)
      drawn += rect({ x: x + width * 0.72, y }, width * 0.28, sketch.height - y, hex(ink), {
        opacity: 0.14 + side * 0.08,
      })
    if (depth > 0.2)
      drawn += windows(
        sketch,
        `windows${index}/${house}`,
        { x, y, width, height: base - y },
        glow * (0.5 + depth * 0.5),
      )
    x += width * between(random, 0.94, 1.1)
  }
  return drawn + haze(sketch, base + 20, 190, 0.42 * (1 - depth))
}

export const city: DrawFamily = (sketch, parts) => {
  const random = sketch.random('city')
  const ground = sketch.height * between(random, 0.74, 0.86)
  // What drives or walks needs a street.
  const hasRiver = random.next() < 0.55 && (parts.subject === undefined || parts.home === 'water')
  const sun = { x: sketch.width * between(random, 0.24, 0.76), y: sketch.height * between(random, 0.2, 0.38) }
  const radius = between(random, 46, 96)
  const isDark = sketch.palette.high.l < 0.5
  const rows = Array.from({ length: sketch.detail + 1 }, (_, index): Row => {
    const depth = index / sketch.detail
    return { depth, base: ground, tallest: sketch.height * (0.62 - depth * 0.3) }
  })
  const skyline = rows.map((one) => row(sketch, Math.round(one.depth * 12), one, isDark ? 0.5 : 0.16)).join('')
  const { low, high, ink } = sketch.palette
  const water = sketch.linear([stop(0, mix(mix(low, high, 0.4), ink, 0.2)), stop(1, mix(high, ink, 0.55))])
  const mirrored = `<g transform="translate(0 ${(2 * ground).toFixed(1)}) scale(1 -1)" opacity="0.32">${skyline}</g>`
  const clipped = `<g clip-path="${sketch.clip(rect({ x: 0, y: ground }, sketch.width, sketch.height - ground, '#000'))}">${mirrored}</g>`
  const street = rect({ x: 0, y: ground }, sketch.width, sketch.height - ground, mix(ink, high, 0.12))
  const river =
    rect({ x: 0, y: ground }, sketch.width, sketch.height - ground, water) +
    clipped +
    glitter(sketch, sun, { top: ground + 4, bottom: sketch.height, spread: 90 })
  const standing = parts.stand({ x: sketch.width * 0.5, y: ground + (hasRiver ? 60 : 70) }, 2.1)
  return {
    ground: heavens(sketch, parts.isNight || isDark, { horizon: ground, at: sun, radius }),
    figure: skyline + (hasRiver ? river : street) + standing + weather(sketch, parts),
  }
}

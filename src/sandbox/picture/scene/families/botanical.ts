import { lighter, mix } from '../colour.ts'
import { between, blob } from '../outline.ts'
import type { DrawFamily } from '../scene.ts'
import { circle, path, placed, rect, type Sketch } from '../sketch.ts'
import { stem } from './stem.ts'

function scattered(sketch: Sketch): string {
  if (sketch.detail === 1) return ''
  const random = sketch.random('petals')
  const { accent, second, light } = sketch.palette
  return Array.from({ length: sketch.detail * 9 }, () => {
    const at = { x: random.next() * sketch.width, y: random.next() * sketch.height }
    return circle(at, between(random, 1.5, 5), random.pick([accent, second, light]), {
      opacity: between(random, 0.25, 0.7),
    })
  }).join('')
}

/** Stems that fan out from one root before a round of colour, like a plate from a herbarium. */
export const botanical: DrawFamily = (sketch, parts) => {
  const random = sketch.random('botanical')
  const { paper, low, light, second, high } = sketch.palette
  const isDark = high.l < 0.42
  const base = isDark ? high : mix(paper, low, 0.25)
  const ground = sketch.linear([
    { at: 0, colour: lighter(base, isDark ? 0.02 : 0.01) },
    { at: 1, colour: mix(base, isDark ? sketch.palette.ink : low, 0.5) },
  ])
  const middle = sketch.width / 2
  const root = { x: middle + between(random, -40, 40), y: sketch.height * 0.9 }
  const reach = sketch.height * 0.74
  const count = [5, 8, 11][sketch.detail - 1] ?? 5
  const all = 11
  const stems = Array.from({ length: count }, (_, index) => {
    const slot = Math.round((index / (count - 1)) * (all - 1))
    const own = sketch.random(`stem${slot}`)
    const lean = ((slot - 5) / 5) * Math.min(52, (sketch.width / sketch.height) * 44) + between(own, -6, 6)
    const length = reach * between(own, 0.62, 1) * (1 - Math.abs(lean) / 190)
    return {
      lean,
      drawn: stem(sketch, `stem${slot}`, { x: root.x + lean * 0.9, y: root.y }, { length, lean, size: 0.94 }),
    }
  })
  const ordered = [...stems].sort((a, b) => Math.abs(b.lean) - Math.abs(a.lean))
  const disc = { x: middle + between(random, -90, 90), y: sketch.height * between(random, 0.36, 0.46) }
  const size = between(random, 250, 330)
  const standing = parts.subject
    ? placed(parts.subject(sketch), { x: root.x + 190, y: sketch.height * 0.92 }, { scale: 2.7 })
    : ''
  return {
    ground: [
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, ground),
      circle(disc, size, mix(second, base, isDark ? 0.5 : 0.42), { opacity: 0.85 }),
      path(blob(random, { x: disc.x + size * 0.5, y: disc.y + size * 0.62 }, size * 0.62, 0.1), mix(light, low, 0.4), {
        opacity: 0.5,
      }),
      scattered(sketch),
    ].join(''),
    figure: ordered.map(({ drawn }) => drawn).join('') + standing,
  }
}

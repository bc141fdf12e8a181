import { darker, fromHex, lighter, mix, turned } from '../colour.ts'
import type { DrawFamily } from '../plan-scene.ts'
import { between, blob, circle, path, placed, rect, type ScenePoint, type Sketch, stop } from '../sketch.ts'

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

/** Stems that fan out from one root in front of a disc, like a botanical plate. */
export const botanical: DrawFamily = (sketch, parts) => {
  const random = sketch.random('botanical')
  const { paper, low, light, second, high } = sketch.palette
  const isDark = high.l < 0.42
  const base = isDark ? high : mix(paper, low, 0.25)
  const ground = sketch.linear([
    stop(0, lighter(base, isDark ? 0.02 : 0.01)),
    stop(1, mix(base, isDark ? sketch.palette.ink : low, 0.5)),
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

const leafy = fromHex('#5c7d4f')

/** A pointed leaf along the x axis, with its vein. */
function leaf(sketch: Sketch, length: number, width: number, colour: ReturnType<typeof mix>): string {
  const outline = `M0 0C${length * 0.25} ${-width} ${length * 0.7} ${-width * 0.8} ${length} 0C${length * 0.7} ${width * 0.8} ${length * 0.25} ${width} 0 0Z`
  const upper = `M0 0C${length * 0.25} ${-width} ${length * 0.7} ${-width * 0.8} ${length} 0Z`
  const vein =
    sketch.detail > 1
      ? path(`M0 0L${length * 0.94} 0`, lighter(colour, 0.14), { line: Math.max(0.8, width * 0.06), opacity: 0.75 })
      : ''
  return path(outline, colour) + path(upper, lighter(colour, 0.05)) + vein
}

/** Petals around a centre. */
function flower(sketch: Sketch, name: string, size: number): string {
  const random = sketch.random(name)
  const { accent, second, light } = sketch.palette
  const colour = turned(random.next() < 0.7 ? accent : second, between(random, -14, 14))
  const petals = 5 + random.below(4)
  const kind = random.below(3)
  const width = size * (kind === 1 ? 0.3 : 0.52)
  const petal = (reach: number, tone: typeof colour) =>
    Array.from({ length: petals }, (_, index) =>
      placed(
        path(
          `M0 0C${width} ${-reach * 0.3} ${width * 0.9} ${-reach} 0 ${-reach}C${-width * 0.9} ${-reach} ${-width} ${-reach * 0.3} 0 0Z`,
          tone,
        ),
        { x: 0, y: 0 },
        { turn: (index * 360) / petals },
      ),
    ).join('')
  const inner =
    sketch.detail > 1 ? placed(petal(size * 0.62, lighter(colour, 0.07)), { x: 0, y: 0 }, { turn: 180 / petals }) : ''
  const heart = circle({ x: 0, y: 0 }, size * 0.2, mix(second, light, 0.3))
  const seeds =
    sketch.detail > 2
      ? Array.from({ length: 9 }, (_, index) =>
          circle(
            {
              x: Math.cos(index * 2.4) * size * 0.045 * Math.sqrt(index),
              y: Math.sin(index * 2.4) * size * 0.045 * Math.sqrt(index),
            },
            size * 0.025,
            darker(second, 0.22),
          ),
        ).join('')
      : ''
  return petal(size, darker(colour, 0.02)) + inner + heart + seeds
}

/** A stem with leaves on both sides and a flower, or a fern. */
export function stem(
  sketch: Sketch,
  name: string,
  foot: ScenePoint,
  { length, lean, size = 1 }: { length: number; lean: number; size?: number },
): string {
  const random = sketch.random(name)
  const green = turned(
    mix(mix(leafy, sketch.palette.near, between(random, 0.25, 0.7)), sketch.palette.ink, random.next() * 0.2),
    between(random, -12, 12),
  )
  const bend = lean * 1.5 + between(random, -14, 14)
  const angle = (degrees: number) => ((degrees - 90) * Math.PI) / 180
  const control = { x: Math.cos(angle(lean * 0.4)) * length * 0.55, y: Math.sin(angle(lean * 0.4)) * length * 0.55 }
  const end = {
    x: control.x + Math.cos(angle(bend)) * length * 0.5,
    y: control.y + Math.sin(angle(bend)) * length * 0.5,
  }
  const at = (share: number): ScenePoint => ({
    x: 2 * (1 - share) * share * control.x + share * share * end.x,
    y: 2 * (1 - share) * share * control.y + share * share * end.y,
  })
  const pairs = Math.round(between(random, 2, 5) + sketch.detail)
  const isFern = random.next() < 0.3
  const rows = isFern ? pairs * 3 : pairs
  const leaves = Array.from({ length: rows }, (_, index) => {
    const share = 0.2 + (index / rows) * 0.74
    const taper = 1.1 - share * 0.65
    const long = (isFern ? length * 0.22 : length * between(random, 0.2, 0.32)) * taper * size
    const side = index % 2 ? 1 : -1
    const drawOne = (sign: number) =>
      placed(
        leaf(
          sketch,
          long,
          long * (isFern ? 0.13 : between(random, 0.2, 0.3)),
          mix(green, sketch.palette.near, random.next() * 0.4),
        ),
        at(share),
        { turn: lean + (sign > 0 ? -38 : -142) + between(random, -9, 9) },
      )
    return isFern ? drawOne(1) + drawOne(-1) : drawOne(side)
  }).join('')
  const line = path(
    `M0 0Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`,
    darker(green, 0.03),
    { line: Math.max(1.6, length * 0.011) },
  )
  const blooms = isFern
    ? ''
    : placed(flower(sketch, `${name}/flower`, length * between(random, 0.13, 0.2) * size), end, { turn: bend })
  return placed(line + leaves + blooms, foot)
}

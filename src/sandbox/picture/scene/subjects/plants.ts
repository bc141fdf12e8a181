import type { Random } from '../../../seeded-random.ts'
import { type Colour, darker, fromHex, lighter, mix, turned } from '../colour.ts'
import { between, circle, path, placed, type ScenePoint, type Sketch, type Subject } from '../sketch.ts'

function leaf(length: number, width: number, colour: Colour): string {
  const upper = `M0 0C${length * 0.25} ${-width} ${length * 0.7} ${-width * 0.8} ${length} 0`
  return (
    path(`${upper}C${length * 0.7} ${width * 0.8} ${length * 0.25} ${width} 0 0Z`, colour) +
    path(`${upper}Z`, lighter(colour, 0.05))
  )
}

function blossom(sketch: Sketch, random: Random, size: number): string {
  const { accent, second, light } = sketch.palette
  const colour = turned(random.next() < 0.7 ? accent : second, between(random, -14, 14))
  const petals = 5 + random.below(4)
  const width = size * random.pick([0.3, 0.52, 0.52])
  const ring = (reach: number, tone: Colour, turn: number) => {
    const petal = `M0 0C${width} ${-reach * 0.3} ${width * 0.9} ${-reach} 0 ${-reach}C${-width * 0.9} ${-reach} ${-width} ${-reach * 0.3} 0 0Z`
    return Array.from({ length: petals }, (_, index) =>
      placed(path(petal, tone), { x: 0, y: 0 }, { turn: turn + (index * 360) / petals }),
    ).join('')
  }
  const inner = sketch.detail > 1 ? ring(size * 0.62, lighter(colour, 0.07), 180 / petals) : ''
  return ring(size, darker(colour, 0.02), 0) + inner + circle({ x: 0, y: 0 }, size * 0.2, mix(second, light, 0.3))
}

const leafy = fromHex('#5c7d4f')

/** A bent stem with leaves and a flower, or a fern. `lean` is in degrees. */
export function stem(
  sketch: Sketch,
  name: string,
  foot: ScenePoint,
  { length, lean, kind }: { readonly length: number; readonly lean: number; readonly kind?: 'flower' | 'fern' },
): string {
  const random = sketch.random(name)
  const { near, ink } = sketch.palette
  const toned = mix(mix(leafy, near, between(random, 0.25, 0.7)), ink, random.next() * 0.2)
  const green = turned(toned, between(random, -12, 12))
  const bend = lean * 1.5 + between(random, -14, 14)
  const reach = (degrees: number, by: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180
    return { x: Math.cos(angle) * length * by, y: Math.sin(angle) * length * by }
  }
  const [control, tip] = [reach(lean * 0.4, 0.55), reach(bend, 0.5)]
  const end = { x: control.x + tip.x, y: control.y + tip.y }
  const isFern = kind ? kind === 'fern' : random.next() < 0.3
  const rows = Math.round(between(random, 2, 5) + sketch.detail) * (isFern ? 3 : 1)
  const leaves = Array.from({ length: rows }, (_, index) => {
    const share = 0.2 + (index / rows) * 0.74
    const long = length * (isFern ? 0.22 : between(random, 0.2, 0.32)) * (1.1 - share * 0.65)
    const width = long * (isFern ? 0.13 : between(random, 0.2, 0.3))
    const at = {
      x: 2 * (1 - share) * share * control.x + share * share * end.x,
      y: 2 * (1 - share) * share * control.y + share * share * end.y,
    }
    const one = (side: number) =>
      placed(leaf(long, width, mix(green, near, random.next() * 0.4)), at, {
        turn: lean + (side > 0 ? -38 : -142) + between(random, -9, 9),
      })
    return isFern ? one(1) + one(-1) : one(index % 2 ? 1 : -1)
  })
  const stalk = `M0 0Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`
  const top = isFern ? '' : placed(blossom(sketch, random, length * between(random, 0.13, 0.2)), end, { turn: bend })
  return placed(path(stalk, darker(green, 0.03), { line: Math.max(1.6, length * 0.011) }) + leaves.join('') + top, foot)
}

export const flowers: Subject = (sketch) => {
  const count = [5, 8, 11][sketch.detail - 1] ?? 5
  const drawn = Array.from({ length: count }, (_, index) => {
    const slot = Math.round((index / (count - 1)) * 10)
    const random = sketch.random(`stem${slot}`)
    const lean = ((slot - 5) / 5) * 42 + between(random, -6, 6)
    const length = 110 * between(random, 0.66, 1) * (1 - Math.abs(lean) / 190)
    const kind = index % 3 === 1 ? 'fern' : 'flower'
    const svg = stem(sketch, `stem${slot}`, { x: lean * 0.12, y: 0 }, { length, lean, kind })
    return { depth: Math.abs(lean) + (kind === 'fern' ? 100 : 0), svg }
  })
  const ordered = drawn.toSorted((a, b) => b.depth - a.depth)
  return ordered.map(({ svg }) => svg).join('')
}

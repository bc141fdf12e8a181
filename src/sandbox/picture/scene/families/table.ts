import type { Random } from '../../../seeded-random.ts'
import { type Colour, darker, lighter, mix, turned } from '../colour.ts'
import type { DrawFamily } from '../plan-scene.ts'
import { between, circle, ellipse, path, placed, rect, type ScenePoint, type Sketch, softly, stop } from '../sketch.ts'
import { fruit, stem } from '../subjects/plants.ts'

function rounded(sketch: Sketch, colour: Colour): string {
  const { ink, light } = sketch.palette
  return sketch.linear(
    [
      stop(0, mix(colour, ink, 0.12)),
      stop(0.24, mix(lighter(colour, 0.08), light, 0.3)),
      stop(0.55, colour),
      stop(1, mix(darker(colour, 0.12), ink, 0.42)),
    ],
    { x: 1, y: 0.12 },
  )
}

function shadow(sketch: Sketch, at: ScenePoint, width: number): string {
  const paint = sketch.linear([stop(0, sketch.palette.ink, 0.5), stop(1, sketch.palette.ink, 0)], { x: 1, y: 0 })
  return (
    ellipse({ x: at.x + width * 0.55, y: at.y }, width * 1.05, width * 0.13, paint) +
    ellipse(at, width * 0.52, width * 0.075, sketch.palette.ink, { opacity: 0.4 })
  )
}

/** Outlines of vessels from foot to mouth: half the width, and the height, as shares. */
const vessels: readonly (readonly (readonly [reach: number, up: number])[])[] = [
  '0.3,0 0.5,0.12 0.56,0.36 0.42,0.62 0.2,0.76 0.18,0.9 0.26,1',
  '0.24,0 0.3,0.08 0.46,0.5 0.5,0.7 0.34,0.88 0.3,1',
  '0.3,0 0.32,0.02 0.33,0.5 0.32,0.58 0.13,0.72 0.11,0.96 0.14,1',
  '0.22,0 0.44,0.1 0.52,0.5 0.5,0.84 0.46,1',
  '0.28,0 0.2,0.1 0.48,0.42 0.44,0.62 0.22,0.8 0.34,1',
].map((outline) =>
  outline.split(' ').map((point) => {
    const [reach = 0, up = 0] = point.split(',').map(Number)
    return [reach, up] as const
  }),
)

interface Standing {
  readonly at: ScenePoint
  readonly height: number
  readonly width: number
}

function vessel(sketch: Sketch, random: Random, { at, height, width }: Standing, colour: Colour): string {
  const shape = random.pick(vessels)
  const side = (sign: number) => shape.map(([reach, up]) => ({ x: sign * reach * width, y: -up * height }))
  const outline = `${softly(side(1))}L${softly(side(-1).reverse()).slice(1)}Z`
  const [mouth = 0.2] = shape[shape.length - 1] ?? []
  const lip = ellipse({ x: 0, y: -height }, mouth * width, mouth * width * 0.2, mix(colour, sketch.palette.ink, 0.62))
  const clip = sketch.clip(`<path d="${outline}"/>`)
  const bandY = -height * between(random, 0.3, 0.5)
  const band = rect({ x: -width, y: bandY }, width * 2, height * 0.035, mix(colour, sketch.palette.paper, 0.7), {
    opacity: 0.75,
  })
  const stripes =
    sketch.detail > 1 && random.next() < 0.6
      ? band +
        rect(
          { x: -width, y: bandY + height * 0.06 },
          width * 2,
          height * 0.012,
          mix(colour, sketch.palette.paper, 0.7),
          { opacity: 0.75 },
        )
      : ''
  const shine =
    sketch.detail > 1
      ? path(
          softly([
            { x: -width * 0.27, y: -height * 0.2 },
            { x: -width * 0.31, y: -height * 0.4 },
            { x: -width * 0.22, y: -height * 0.58 },
          ]),
          sketch.palette.light,
          { line: width * 0.035, opacity: 0.4 },
        )
      : ''
  return (
    shadow(sketch, at, width) +
    placed(`${path(outline, rounded(sketch, colour))}<g clip-path="${clip}">${stripes}</g>${shine}${lip}`, at)
  )
}

function wallAndTable(sketch: Sketch, edge: number): string {
  const { high, low, far, near, light, ink, paper } = sketch.palette
  const middle = sketch.width / 2
  const wall = sketch.linear([stop(0, mix(low, light, 0.2)), stop(1, mix(mix(high, far, 0.5), low, 0.45))], {
    x: 1,
    y: 0.55,
  })
  const board = sketch.linear([stop(0, mix(far, paper, 0.35)), stop(1, mix(near, far, 0.4))])
  const beam = `M${middle - 640} 0L${middle - 300} 0L${middle + 330} ${edge}L${middle - 130} ${edge}Z`
  return [
    rect({ x: 0, y: 0 }, sketch.width, edge + 2, wall),
    circle({ x: middle + 210, y: edge * 0.42 }, 210, mix(low, light, 0.5), { opacity: 0.28 }),
    sketch.detail > 1 ? path(beam, light, { opacity: 0.2, filter: sketch.blur(16) }) : '',
    rect({ x: 0, y: edge }, sketch.width, sketch.height - edge, board),
    rect({ x: 0, y: edge }, sketch.width, 5, mix(far, light, 0.6), { opacity: 0.7 }),
    sketch.detail > 2 ? grain(sketch, edge, mix(near, ink, 0.3)) : '',
  ].join('')
}

function spray(sketch: Sketch, { at, height }: Standing): string {
  return Array.from({ length: [3, 5, 7][sketch.detail - 1] ?? 3 }, (_, index) => {
    const random = sketch.random(`place${index}`)
    const foot = { x: at.x + between(random, -12, 12), y: at.y - height + 8 }
    const lean = (index - 2.6) * 13 + between(random, -6, 6)
    return stem(sketch, `spray${index}`, foot, { length: between(random, 170, 290), lean })
  }).join('')
}

function fruits(sketch: Sketch, x: number, y: number, count: number | undefined, tones: readonly Colour[]): string {
  const random = sketch.random('fruits')
  const { accent } = sketch.palette
  return Array.from({ length: count ?? 3 + random.below(2) }, (_, index) => {
    const isInFront = index % 4 === 3
    const at = {
      x: x + (index - Math.floor(index / 4)) * 84 - (isInFront ? 210 : 0),
      y: y + (index % 2) * 30 + (isInFront ? 44 : 0),
    }
    const drawn = fruit(sketch, mix(tones[index % tones.length] ?? accent, accent, 0.4), random.pick(['apple', 'pear']))
    return placed(drawn, at, { scale: between(random, 0.95, 1.2), turn: between(random, -8, 8) })
  }).join('')
}

/** Vessels with flowers on a table, lit from the left, and beside them the subject or fruit. */
export const table: DrawFamily = (sketch, parts) => {
  const random = sketch.random('table')
  const { high, far, near, accent, second, paper } = sketch.palette
  const edge = sketch.height * between(random, 0.62, 0.7)
  const tones = [accent, second, mix(near, high, 0.4), mix(paper, far, 0.35), turned(accent, 28)]
  const tall = between(random, 370, 450)
  const scale = 1.7
  const room = Math.max(110, parts.reach * scale)
  const x = Math.max(390, sketch.width / 2 + between(random, -70, 40) - room * 0.5)
  const main = { at: { x, y: edge + 78 }, height: tall, width: tall * between(random, 0.56, 0.68) }
  const tone = random.pick(tones)
  const others = tones.filter((other) => other !== tone)
  const left = {
    at: { x: x - between(random, 250, 290), y: edge + 62 },
    height: between(random, 190, 270),
    width: between(random, 150, 190),
  }
  const beside = { x: x + main.width * 0.5 + room, y: edge + 118 }
  return {
    ground: wallAndTable(sketch, edge),
    figure: [
      vessel(sketch, sketch.random('side vessel'), left, random.pick(others)),
      random.next() < 0.6 ? spray(sketch, main) : '',
      vessel(sketch, sketch.random('vessel'), main, tone),
      parts.subject ? parts.stand(beside, scale) : fruits(sketch, x + 165, edge + 96, parts.count, others),
    ].join(''),
  }
}

function grain(sketch: Sketch, edge: number, colour: Colour): string {
  const random = sketch.random('wood')
  return Array.from({ length: 26 }, (_, index) => {
    const y = edge + 10 + ((sketch.height - edge) * (index + random.next())) / 26
    const x = between(random, -100, sketch.width * 0.8)
    const length = between(random, 160, 620)
    return path(
      `M${x.toFixed(1)} ${y.toFixed(1)}q${(length / 2).toFixed(1)} ${between(random, -7, 7).toFixed(1)} ${length.toFixed(1)} 0`,
      colour,
      { line: between(random, 0.6, 2), opacity: 0.2 },
    )
  }).join('')
}

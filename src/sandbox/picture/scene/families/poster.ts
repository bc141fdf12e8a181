import type { Random } from '../../../seed.ts'
import { type Colour, hex, lighter, mix } from '../colour.ts'
import type { DrawFamily, Scene } from '../plan-scene.ts'
import { between, circle, path, placed, rect, type Sketch, stop } from '../sketch.ts'

/** One tile of the grid, of nine random kinds, without a background. */
function tile(
  random: Random,
  size: number,
  [one, two, three]: readonly [Colour, Colour, Colour],
  detail: number,
): string {
  const half = size / 2
  const bars = [3, 5, 7][detail - 1] ?? 3
  switch (random.below(9)) {
    case 0:
      return path(`M0 0A${size} ${size} 0 0 1 ${size} ${size}L0 ${size}Z`, one)
    case 1:
      return circle({ x: half, y: half }, half, one) + circle({ x: half, y: half }, half * 0.5, two)
    case 2:
      return (
        path(`M0 ${half}A${half} ${half} 0 0 1 ${size} ${half}Z`, one) +
        path(`M0 ${size}A${half} ${half} 0 0 1 ${size} ${size}Z`, two)
      )
    case 3:
      return Array.from({ length: bars }, (_, bar) =>
        rect({ x: 0, y: (bar * size) / bars }, size, size / bars / 2, bar % 2 ? two : one),
      ).join('')
    case 4:
      return path(`M0 0L${size} ${size}L0 ${size}Z`, one) + path(`M0 0L${size} 0L${size} ${size}Z`, two)
    case 5:
      return Array.from({ length: bars }, (_, ring) =>
        path(
          `M0 ${(size * (ring + 0.5)) / bars}A${(size * (ring + 0.5)) / bars} ${(size * (ring + 0.5)) / bars} 0 0 0 ${(size * (ring + 0.5)) / bars} 0`,
          ring % 2 ? two : one,
          { line: size / bars / 2.1 },
        ),
      ).join('')
    case 6:
      return (
        path(`M${half} 0A${half} ${half} 0 0 1 ${half} ${size}ZM0 0A${half} ${half} 0 0 1 0 ${size}Z`, one) +
        circle({ x: half * 0.5, y: half }, half * 0.16, three)
      )
    case 7:
      return Array.from({ length: bars * bars }, (_, dot) =>
        circle(
          { x: (((dot % bars) + 0.5) * size) / bars, y: ((Math.floor(dot / bars) + 0.5) * size) / bars },
          (size / bars) * 0.26,
          three,
        ),
      ).join('')
    default:
      return (
        path(
          `M${half} 0A${half} ${half} 0 0 0 0 ${half}A${half} ${half} 0 0 0 ${half} ${size}A${half} ${half} 0 0 0 ${size} ${half}A${half} ${half} 0 0 0 ${half} 0Z`,
          one,
        ) + path(`M${half} ${half * 0.4}L${half * 1.6} ${half}L${half} ${half * 1.6}L${half * 0.4} ${half}Z`, three)
      )
  }
}

function grid(sketch: Sketch): Scene {
  const random = sketch.random('grid')
  const { paper, ink, accent, second, high, near } = sketch.palette
  const colours = [accent, second, ink, high, near]
  const columns = Math.round((sketch.width / 1000) * random.pick([3, 4, 5]))
  const size = sketch.width / columns
  const rows = Math.ceil(sketch.height / size)
  const top = (sketch.height - rows * size) / 2
  let ground = rect({ x: 0, y: 0 }, sketch.width, sketch.height, paper)
  let figure = ''
  for (let index = 0; index < columns * rows; index += 1) {
    const own = sketch.random(`tile${index}`)
    const at = { x: (index % columns) * size, y: top + Math.floor(index / columns) * size }
    const first = own.below(colours.length)
    const trio = [
      colours[first] ?? ink,
      colours[(first + 1 + own.below(3)) % colours.length] ?? accent,
      colours[(first + 4) % colours.length] ?? second,
    ] as const
    const back = own.next()
    if (back < 0.5)
      ground += rect(
        at,
        size + 0.5,
        size + 0.5,
        back < 0.2 ? mix(paper, second, 0.35) : back < 0.36 ? mix(paper, high, 0.3) : mix(paper, ink, 0.06),
      )
    if (own.next() < 0.1) continue
    const turned = `<g transform="rotate(${own.below(4) * 90} ${(size / 2).toFixed(1)} ${(size / 2).toFixed(1)})">${tile(own, size, trio, sketch.detail)}</g>`
    figure += placed(turned, at)
  }
  return { ground, figure }
}

function orbit(sketch: Sketch): Scene {
  const random = sketch.random('orbit')
  const { paper, ink, accent, second, high, low, near } = sketch.palette
  const middle = { x: sketch.width * between(random, 0.42, 0.58), y: sketch.height * between(random, 0.4, 0.52) }
  const radius = between(random, 230, 310)
  const turn = between(random, -40, 40)
  const reach = Math.hypot(sketch.width, sketch.height)
  const ball = sketch.linear([stop(0, lighter(accent, 0.06)), stop(1, mix(accent, near, 0.45))], { x: 0.4, y: 1 })
  const lines = Array.from({ length: [4, 9, 16][sketch.detail - 1] ?? 4 }, (_, index) =>
    path(`M${(-reach).toFixed(0)} ${(index * 15).toFixed(1)}L${reach.toFixed(0)} ${(index * 15).toFixed(1)}`, ink, {
      line: 2.2,
      opacity: 0.8,
    }),
  ).join('')
  const small = Array.from({ length: 3 + sketch.detail }, (_, index) => {
    const own = sketch.random(`dot${index}`)
    const angle = own.next() * Math.PI * 2
    const far = radius * between(own, 1.1, 1.8)
    return circle(
      { x: middle.x + Math.cos(angle) * far, y: middle.y + Math.sin(angle) * far },
      between(own, 8, 46),
      own.pick([second, ink, high, near]),
    )
  }).join('')
  return {
    ground:
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, mix(paper, low, 0.2)) +
      placed(rect({ x: -reach, y: 0 }, reach * 2, reach, mix(paper, second, 0.55)), middle, { turn }),
    figure: [
      placed(lines, { x: middle.x, y: middle.y + radius * 0.3 }, { turn }),
      circle(middle, radius, ball),
      placed(
        path(`M${-radius * 1.35} 0A${radius * 1.35} ${radius * 1.35} 0 0 1 ${radius * 1.35} 0`, high, { line: 34 }),
        middle,
        { turn: turn + 180 },
      ),
      placed(
        path(`M0 0L${radius * 1.1} 0A${radius * 1.1} ${radius * 1.1} 0 0 1 0 ${radius * 1.1}Z`, ink, { opacity: 0.92 }),
        middle,
        { turn: turn + 90 },
      ),
      placed(rect({ x: -radius * 1.5, y: -17 }, radius * 3, 34, second), middle, { turn: turn - 32 }),
      small,
    ].join(''),
  }
}

function flow(sketch: Sketch): Scene {
  const random = sketch.random('flow')
  const { high, low, far, near, accent, second, light, ink } = sketch.palette
  const colours = [mix(second, light, 0.4), second, accent, far, mix(near, low, 0.2), near, high, ink]
  const count = [7, 11, 17][sketch.detail - 1] ?? 7
  const [swing, phase, tilt] = [between(random, 70, 170), random.next() * 6, between(random, -0.3, 0.3)]
  const bands = Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1)
    const place = share * (colours.length - 1)
    const colour = mix(colours[Math.floor(place)] ?? ink, colours[Math.ceil(place)] ?? ink, place % 1)
    const y = sketch.height * (share * 1.1 - 0.04)
    const wave = (x: number) =>
      y +
      Math.sin((x / sketch.width) * Math.PI * 2 + phase + share * 2.2) * swing * (0.35 + Math.sin(share * Math.PI)) +
      x * tilt -
      sketch.width * tilt * 0.5
    const steps = Array.from({ length: 25 }, (__, step) => ({
      x: (step / 24) * sketch.width,
      at: wave((step / 24) * sketch.width),
    }))
    const outline = `M0 ${sketch.height * 1.4}L${steps.map(({ x, at }) => `${x.toFixed(1)} ${at.toFixed(1)}`).join('L')}L${sketch.width.toFixed(1)} ${(sketch.height * 1.4).toFixed(1)}Z`
    const paint = sketch.linear([stop(0, lighter(colour, 0.05)), stop(0.35, colour), stop(1, colour)])
    return path(outline, index === 0 ? hex(colour) : paint)
  })
  const sun = { x: sketch.width * between(random, 0.25, 0.75), y: sketch.height * between(random, 0.16, 0.3) }
  return {
    ground:
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, mix(low, light, 0.4)) +
      circle(sun, between(random, 90, 150), accent),
    figure: bands.slice(Math.floor(count * 0.2)).join(''),
  }
}

/** Geometry in few colours: a grid of tiles, a ball with orbits, or wavy bands. A subject is drawn in front. */
export const poster: DrawFamily = (sketch, parts) => {
  const kinds = parts.isGeometric ? [grid, orbit] : [grid, orbit, orbit, flow, grid]
  const { ground, figure } = sketch.random('poster').pick(parts.subject ? [orbit, flow] : kinds)(sketch)
  if (!parts.subject) return { ground, figure }
  const at = { x: sketch.width / 2, y: sketch.height / 2 + 280 }
  return { ground: ground + figure, figure: placed(parts.subject(sketch), at, { scale: 5 }) }
}

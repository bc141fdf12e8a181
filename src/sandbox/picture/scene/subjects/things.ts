import { darker, fromHex, lighter, mix } from '../colour.ts'
import { between, circle, ellipse, path, placed, rangeOf, rect, type Subject, softly, stop } from '../sketch.ts'

export const house: Subject = (sketch) => {
  const { accent, paper, ink, light, near } = sketch.palette
  const wall = mix(paper, near, 0.18)
  const pane = (x: number, y: number) =>
    rect({ x, y }, 14, 16, mix(light, sketch.palette.second, 0.4)) +
    path(`M${x + 7} ${y}v16M${x} ${y + 8}h14`, mix(ink, wall, 0.3), { line: 1.6 })
  return [
    rect({ x: 18, y: -98 }, 11, 34, mix(accent, ink, 0.35)),
    rect({ x: -42, y: -52 }, 84, 56, wall),
    path('M42 -52L42 4L10 4L10 -52Z', ink, { opacity: 0.16 }),
    path('M-52 -50L0 -96L52 -50Z', accent),
    path('M0 -96L52 -50L10 -50Z', ink, { opacity: 0.18 }),
    rect({ x: -8, y: -30 }, 17, 34, mix(accent, ink, 0.45), { corner: 1 }),
    pane(-33, -38),
    pane(19, -38),
    circle({ x: 0, y: -68 }, 6.5, mix(light, sketch.palette.second, 0.4)),
  ].join('')
}

export const boat: Subject = (sketch) => {
  const { accent, second, paper, ink, light } = sketch.palette
  return [
    path('M0 -14L0 -106', mix(ink, accent, 0.2), { line: 2.6 }),
    path('M4 -102C30 -78 42 -48 44 -24L4 -22Z', mix(paper, light, 0.3)),
    path('M-4 -94C-14 -70 -26 -46 -38 -28L-4 -24Z', mix(second, paper, 0.25)),
    path('M4 -60C22 -52 36 -44 42 -40L43 -32C30 -36 16 -42 4 -46Z', accent, { opacity: 0.9 }),
    path('M-48 -16L52 -16C46 2 36 8 26 8L-26 8C-38 6 -44 -4 -48 -16Z', mix(accent, ink, 0.25)),
    path('M-48 -16L52 -16L50 -10L-46 -10Z', paper, { opacity: 0.85 }),
    path('M0 -106L-14 -101L0 -97Z', accent),
  ].join('')
}

export const lighthouse: Subject = (sketch) => {
  const { accent, paper, ink, light, near } = sketch.palette
  const tower = 'M-14 0L-9 -78L9 -78L14 0Z'
  const beam = sketch.linear([stop(0, light, 0.6), stop(1, light, 0)], { x: 1, y: 0 })
  const clip = sketch.clip(`<path d="${tower}"/>`)
  return [
    path('M4 -90L260 -150L260 -50Z', beam),
    path('M-60 6C-40 -12 -20 -6 0 -10C22 -6 46 -10 64 6Z', mix(near, ink, 0.5)),
    path(tower, mix(paper, light, 0.3)),
    `<g clip-path="${clip}">${[-68, -42, -16].map((y) => rect({ x: -20, y }, 40, 13, accent)).join('')}${rect({ x: 3, y: -80 }, 16, 84, ink, { opacity: 0.2 })}</g>`,
    rect({ x: -12, y: -81 }, 24, 4, ink),
    rect({ x: -7, y: -95 }, 14, 14, mix(light, sketch.palette.second, 0.25)),
    path('M-10 -95L0 -107L10 -95Z', accent),
  ].join('')
}

export const balloon: Subject = (sketch) => {
  const { accent, second, paper, ink } = sketch.palette
  const envelope =
    'M0 -140C48 -140 62 -92 44 -62C32 -42 16 -34 10 -26L-10 -26C-16 -34 -32 -42 -44 -62C-62 -92 -48 -140 0 -140Z'
  const clip = sketch.clip(`<path d="${envelope}"/>`)
  return `<g transform="scale(0.86)">${[
    path('M-9 -26L-7 -10M9 -26L7 -10', ink, { line: 1.2 }),
    path(envelope, accent),
    `<g clip-path="${clip}">${[ellipse({ x: 0, y: -86 }, 32, 60, second), ellipse({ x: 0, y: -86 }, 12, 62, mix(paper, accent, 0.1)), rect({ x: -60, y: -76 }, 120, 7, paper, { opacity: 0.8 }), ellipse({ x: 46, y: -70 }, 40, 80, ink, { opacity: 0.18 })].join('')}</g>`,
    rect({ x: -9, y: -11 }, 18, 13, mix(fromHex('#8a6238'), ink, 0.2), { corner: 2 }),
  ].join('')}</g>`
}

export const planet: Subject = (sketch) => {
  const radius = 46
  const random = sketch.random('planet')
  const { accent, second, ink, light } = sketch.palette
  const tone = mix(accent, second, 0.2)
  const count = [0, 5, 11][sketch.detail - 1] ?? 0
  const bands = Array.from({ length: count }, (_, index) => {
    const y = (index / count - 0.5) * 2 * radius + between(random, -1.5, 1.5)
    const wave = rangeOf(random, { octaves: 2, sharpness: 0 })
    const points = Array.from({ length: 13 }, (__, step) => ({
      x: (step / 6 - 1) * radius,
      y: y + wave(step / 3) * radius * 0.05,
    }))
    const colour = index % 2 ? lighter(tone, between(random, 0.03, 0.12)) : darker(tone, between(random, 0.03, 0.1))
    return path(softly(points), colour, { line: radius * between(random, 0.05, 0.17), opacity: 0.5 })
  }).join('')
  const shade = sketch.radial(
    [stop(0.35, ink, 0), stop(0.78, ink, 0.55), stop(1, ink, 0.93)],
    { x: 0.3, y: 0.26 },
    0.84,
  )
  const halo = sketch.radial([stop(0.4, accent, 0.3), stop(1, accent, 0)])
  const disc = sketch.clip(`<circle cx="0" cy="0" r="${radius}"/>`)
  const turn = between(random, -26, 26)
  const rings = (sweep: 0 | 1) =>
    Array.from({ length: 6 }, (_, index) => {
      const reach = radius * (1.36 + index * 0.07)
      const colour = mix([light, second, accent][index % 3] ?? light, light, 0.4)
      return path(`M${-reach} 0A${reach} ${reach * 0.24} 0 0 ${sweep} ${reach} 0`, colour, {
        line: 2.2,
        opacity: 0.45 + (index % 3) * 0.15,
      })
    }).join('')
  const ball = `${circle({ x: 0, y: 0 }, radius, tone)}<g clip-path="${disc}">${bands}${circle({ x: 0, y: 0 }, radius, shade)}</g>`
  const moon = { x: between(random, 52, 66), y: -between(random, 36, 50) }
  return placed(
    circle({ x: 0, y: 0 }, radius * 1.9, halo) +
      placed(rings(1) + placed(ball, { x: 0, y: 0 }) + rings(0), { x: 0, y: 0 }, { turn }) +
      circle(moon, radius * 0.2, second) +
      circle(moon, radius * 0.2, shade),
    { x: 0, y: -50 },
  )
}

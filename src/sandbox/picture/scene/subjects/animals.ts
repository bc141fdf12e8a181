import { type Colour, darker, fromHex, lighter, mix } from '../colour.ts'
import { circle, ellipse, path, type Sketch, type Subject, stop } from '../sketch.ts'

const coat = (sketch: Sketch, own: string, share = 0.35): Colour => mix(fromHex(own), sketch.palette.accent, share)

const eyes = (sketch: Sketch, x: number, y: number, size: number): string =>
  [-x, x]
    .map(
      (at) =>
        circle({ x: at, y }, size, sketch.palette.ink) +
        (sketch.detail > 1
          ? circle({ x: at - size * 0.3, y: y - size * 0.35 }, size * 0.32, sketch.palette.light)
          : ''),
    )
    .join('')

export const cat: Subject = (sketch) => {
  const fur = mix(sketch.palette.ink, sketch.palette.accent, 0.4)
  const lit = lighter(fur, 0.07)
  const tail = path('M20 -6C52 -2 64 -24 52 -44C46 -54 56 -62 62 -56', fur, { line: 8 })
  const body = path(
    'M-24 0C-32 -34 -18 -62 0 -64C18 -62 32 -34 24 0Z',
    sketch.linear([stop(0, lit), stop(1, fur)], { x: 1, y: 0.6 }),
  )
  const legs = path('M-13 0C-13 -18 -8 -24 -2 -24L-2 0ZM13 0C13 -18 8 -24 2 -24L2 0Z', lighter(fur, 0.05))
  const head = path(
    'M-22 -78C-22 -92 -24 -102 -21 -105C-16 -104 -11 -99 -8 -96C-3 -98 3 -98 8 -96C11 -99 16 -104 21 -105C24 -102 22 -92 22 -78C22 -64 10 -58 0 -58C-10 -58 -22 -64 -22 -78Z',
    lit,
  )
  const face =
    sketch.detail > 1
      ? path('M-3 -72L3 -72L0 -69Z', sketch.palette.accent) +
        path('M0 -69L0 -66M-8 -68L-24 -71M-8 -66L-24 -65M8 -68L24 -71M8 -66L24 -65', sketch.palette.light, {
          line: 0.8,
          opacity: 0.75,
        })
      : ''
  const gaze = [-9, 9]
    .map(
      (x) =>
        ellipse({ x, y: -80 }, 4.2, 4.8, mix(sketch.palette.second, sketch.palette.light, 0.25)) +
        ellipse({ x, y: -80 }, 1.4, 4.3, sketch.palette.ink),
    )
    .join('')
  return tail + body + legs + head + gaze + face
}

export const dog: Subject = (sketch) => {
  const fur = coat(sketch, '#a5764a')
  const dark = mix(darker(fur, 0.16), sketch.palette.ink, 0.25)
  const cream = mix(fromHex('#f3e3cc'), fur, 0.15)
  return [
    path('M20 -8C44 -12 50 -34 44 -46', fur, { line: 8 }),
    path('M-24 0C-32 -34 -16 -60 0 -60C16 -60 32 -34 24 0Z', fur),
    path('M-10 0C-16 -30 -8 -46 0 -48C8 -46 16 -30 10 0Z', cream),
    path('M-22 -74C-24 -98 -10 -102 0 -102C10 -102 24 -98 22 -74C20 -58 10 -52 0 -52C-10 -52 -20 -58 -22 -74Z', fur),
    path(
      'M-16 -98C-34 -102 -38 -78 -31 -62C-22 -62 -18 -80 -16 -98ZM16 -98C34 -102 38 -78 31 -62C22 -62 18 -80 16 -98Z',
      dark,
    ),
    ellipse({ x: 0, y: -64 }, 11, 10, cream),
    ellipse({ x: 0, y: -69 }, 4.6, 3.4, sketch.palette.ink),
    eyes(sketch, 9, -80, 3),
  ].join('')
}

export const fox: Subject = (sketch) => {
  const fur = coat(sketch, '#d2622a', 0.2)
  const dark = mix(darker(fur, 0.12), sketch.palette.ink, 0.2)
  const cream = mix(fromHex('#f7ead9'), sketch.palette.light, 0.3)
  return [
    path('M14 -2C54 6 72 -22 58 -56C48 -40 40 -26 14 -22Z', fur),
    path('M58 -56C68 -38 66 -24 60 -16C54 -26 50 -34 51 -42Z', cream),
    path(
      'M-22 0C-30 -36 -14 -60 0 -62C14 -60 30 -36 22 0Z',
      sketch.linear([stop(0, lighter(fur, 0.03)), stop(1, dark)], { x: 1, y: 0.5 }),
    ),
    path('M-9 0C-14 -30 -6 -48 0 -50C6 -48 14 -30 9 0Z', cream),
    path('M-31 -80L-25 -108L-9 -95C-4 -97 4 -97 9 -95L25 -108L31 -80C22 -68 8 -58 0 -54C-8 -58 -22 -68 -31 -80Z', fur),
    path('M-31 -80C-20 -82 -8 -76 0 -54C-8 -58 -22 -68 -31 -80ZM31 -80C20 -82 8 -76 0 -54C8 -58 22 -68 31 -80Z', cream),
    path('M-23 -101L-21 -90L-14 -95ZM23 -101L21 -90L14 -95Z', dark),
    ellipse({ x: 0, y: -57 }, 3.8, 3, sketch.palette.ink),
    eyes(sketch, 11, -79, 2.8),
  ].join('')
}

export const bird: Subject = (sketch) => {
  const plumage = coat(sketch, '#3f7fae', 0.75)
  const breast = mix(sketch.palette.light, sketch.palette.second, 0.2)
  return [
    path('M-4 0L-8 -18M8 0L6 -18', sketch.palette.ink, { line: 2.4 }),
    path('M-66 -22L-28 -46L-20 -30Z', darker(plumage, 0.08)),
    path('M-34 -34C-24 -14 14 -8 32 -30C44 -44 46 -72 26 -82C8 -88 -2 -74 -8 -62C-16 -50 -28 -44 -34 -34Z', plumage),
    path('M8 -14C30 -16 42 -42 36 -60C28 -40 14 -28 -8 -24C-4 -18 2 -14 8 -14Z', breast),
    path('M-36 -36C-20 -52 2 -56 14 -50C8 -30 -16 -24 -36 -36Z', darker(plumage, 0.06)),
    path('M36 -72L56 -66L38 -60Z', sketch.palette.second),
    circle({ x: 26, y: -69 }, 3.4, sketch.palette.ink) + circle({ x: 25, y: -70.2 }, 1.1, sketch.palette.light),
  ].join('')
}

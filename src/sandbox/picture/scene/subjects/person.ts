import type { Random } from '../../../seeded-random.ts'
import { type Colour, darker, fromHex, lighter, mix } from '../colour.ts'
import { between, circle, ellipse, path, placed, type Sketch, type Subject, stop } from '../sketch.ts'

const skins = ['#f1c9a5', '#dba37a', '#b97a52', '#8a5539', '#5f3a2a', '#e8b592']

const face = 'M-108 -60C-108 -150 108 -150 108 -60C112 30 92 92 54 132C24 160 -20 160 -50 132C-92 92 -112 30 -108 -60Z'
const long =
  'M-132 -40C-150 -230 150 -230 132 -40C146 70 168 160 128 246C70 284 -70 284 -128 246C-168 160 -146 70 -132 -40Z'
const short = 'M-122 0C-140 -224 140 -224 122 0C112 40 -112 40 -122 0Z'
const bun = 'M-124 -16C-138 -230 138 -230 124 -16C110 60 -110 60 -124 -16Z'

function hairOf(sketch: Sketch, random: Random, hair: Colour): readonly [behind: string, before: string] {
  const paint = sketch.linear([stop(0, lighter(hair, 0.07)), stop(1, darker(hair, 0.03))], { x: 0.7, y: 1 })
  const curls = Array.from({ length: 15 }, (_, index) => {
    const angle = Math.PI * (0.9 + (index / 14) * 1.2)
    return circle({ x: Math.cos(angle) * 122, y: -58 + Math.sin(angle) * 132 }, between(random, 44, 62), paint)
  }).join('')
  const kinds = [path(long, paint), circle({ x: 22, y: -216 }, 62, paint) + path(bun, paint), curls, path(short, paint)]
  const fringe = `M-118 -28C-128 -150 -60 -206 8 -204C86 -202 132 -140 118 -22C110 -70 86 -104 40 -122C${between(random, -40, 20).toFixed(0)} -96 -84 -86 -118 -28Z`
  return [random.pick(kinds), path(fringe, paint)]
}

function features(sketch: Sketch, skin: Colour, shade: Colour): string {
  if (sketch.detail === 1) return ''
  const { ink, accent } = sketch.palette
  const line = mix(ink, shade, 0.2)
  return [
    ellipse({ x: -66, y: 52 }, 32, 22, accent, { opacity: 0.2 }),
    ellipse({ x: 72, y: 52 }, 26, 22, accent, { opacity: 0.2 }),
    path('M-70 -12q26 -20 52 0M24 -12q26 -20 52 0', line, { line: 6 }),
    path('M-74 -44q28 -18 58 -4M20 -48q30 -14 58 4', line, { line: 7, opacity: 0.85 }),
    path('M4 -6C10 30 20 44 22 54C12 66 -4 64 -10 58', shade, { line: 5.5 }),
    path('M-30 92C-14 80 -4 86 3 88C10 86 22 80 38 92C22 112 -12 114 -30 92Z', mix(accent, skin, 0.35)),
    path('M-30 92C-8 98 16 98 38 92', mix(line, accent, 0.4), { line: 2.6 }),
  ].join('')
}

const dress =
  'M-56 196C-150 226 -270 262 -300 420L-340 2600L340 2600L300 420C270 262 150 226 58 196C40 246 -36 246 -56 196Z'

/** Head and shoulders in flat shapes, one side shaded; the clothes go on far below. */
export const person: Subject = (sketch) => {
  const random = sketch.random('person')
  const { low, accent, second, near, ink, light, paper } = sketch.palette
  const skin = mix(fromHex(random.pick(skins)), low, 0.14)
  const shade = mix(darker(skin, 0.13), accent, 0.22)
  const cloth = random.pick([second, accent, near])
  const hair = mix(ink, random.pick([near, accent, ink]), between(random, 0.1, 0.55))
  const [behind, before] = hairOf(sketch, random, hair)
  const weave = sketch.linear([stop(0, lighter(cloth, 0.05)), stop(1, mix(cloth, ink, 0.34))], { x: 0.9, y: 1 })
  const drawn = [
    behind,
    path('M-46 90L-50 214C-30 250 36 250 54 214L50 90Z', shade),
    path('M-46 90L-50 214C-40 236 -12 244 -2 240L2 160Z', skin),
    path(dress, weave),
    path('M-70 204Q-50 268 2 274Q54 268 72 204', mix(cloth, paper, 0.6), { line: 11 }),
    path(face, skin),
    path('M14 -160C40 -60 10 -20 34 60C20 90 40 130 20 170L160 180L160 -180Z', shade, {
      opacity: 0.62,
      clip: sketch.clip(`<path d="${face}"/>`),
    }),
    features(sketch, skin, shade),
    before,
    random.next() < 0.5 ? circle({ x: -108, y: 56 }, 11, mix(second, light, 0.4)) : '',
  ].join('')
  return placed(drawn, { x: 0, y: -64 }, { scale: 0.245 })
}

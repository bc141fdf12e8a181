import type { Colour } from './colour.ts'
import { weather } from './heavens.ts'
import { sign } from './inscriptions.ts'
import type { ScenePlan } from './plan-scene.ts'
import { between, type Detail, ellipse, path, placed, round, Sketch } from './sketch.ts'
import { type SubjectName, subjects } from './subjects/subjects.ts'

/** Subjects that are in the air or in the water: they throw no shadow on a ground. */
const floating: ReadonlySet<SubjectName> = new Set([
  'balloon',
  'rocket',
  'bird',
  'butterfly',
  'fish',
  'whale',
  'boat',
  'astronaut',
])

/** The position of an edit's subject: off-centre in a whole picture, or central in a masked hole. */
function standOf(sketch: Sketch, stand: 'beside' | 'middle') {
  const random = sketch.random('overlay')
  const isFlipped = random.next() < 0.5
  const { width, height } = sketch
  if (stand === 'middle') {
    const scale = between(random, 4.6, 5.4)
    return {
      at: { x: width / 2 + (width - 1000) * between(random, -0.2, 0.2), y: height / 2 + scale * 48 },
      scale,
      flip: isFlipped,
    }
  }
  return {
    at: {
      x: width * (isFlipped ? between(random, 0.64, 0.72) : between(random, 0.28, 0.36)),
      y: height * between(random, 0.82, 0.9),
    },
    scale: 2.8,
    flip: isFlipped,
  }
}

/** A quoted text as a board in the middle of its place, or above the subject there; in a corner of a whole picture. */
function standingSign(
  sketch: Sketch,
  text: string,
  { stand, isNeon, hasSubject }: { stand: 'beside' | 'middle'; isNeon: boolean; hasSubject: boolean },
): string {
  const { width, height } = sketch
  if (stand === 'beside')
    return sign(sketch, text, {
      at: { x: width * 0.5, y: height * 0.08 },
      width: Math.min(520, width * 0.6),
      height: 160,
      isNeon,
    })
  const high = Math.min(height * (hasSubject ? 0.2 : 0.56), 560)
  const y = hasSubject ? height * 0.05 : height / 2 - high * 0.36
  return sign(sketch, text, { at: { x: width / 2, y }, width: Math.min(width * 0.8, 1400), height: high, isNeon })
}

/** What an edit adds to a picture, as an SVG document that is clear elsewhere: the prompt's subject, snow, rain. Undefined where that is nothing. */
export function drawOverlay(
  plan: ScenePlan,
  frame: { width: number; height: number; detail: Detail },
  stand: 'beside' | 'middle',
): string | undefined {
  const { subject, snow, rain, isNamed, texts, isNeon } = plan
  if (!isNamed && !snow && !rain && texts.length === 0) return undefined
  const sketch = new Sketch(frame, plan.seed, plan.palette, frame.detail)
  const { at, scale, flip } = standOf(sketch, stand)
  let drawn = ''
  if (subject && isNamed) {
    const shadow = ellipse(at, 40 * scale, 4 * scale, plan.palette.ink, { opacity: 0.22 })
    drawn = (floating.has(subject) ? '' : shadow) + placed(subjects[subject](sketch), at, { scale, flip })
  }
  const [text] = texts
  if (text !== undefined) drawn += standingSign(sketch, text, { stand, isNeon, hasSubject: drawn !== '' })
  return sketch.document(drawn + (snow ? weather(sketch, 'snow') : '') + (rain ? weather(sketch, 'rain') : ''), frame)
}

const white: Colour = { l: 1, c: 0, h: 0 }

/**
 * Broad, soft strokes of more and less light, as an SVG document that is clear elsewhere: laid over what goes on behind them they take its
 * colours. They follow one soft current. A colour that the prompt names takes part.
 */
export function brushwork(plan: ScenePlan, frame: { width: number; height: number; detail: Detail }): string {
  const sketch = new Sketch(frame, plan.seed, plan.palette, frame.detail)
  const random = sketch.random('brushwork')
  const { width, height } = sketch
  const [turn, wave, phase] = [random.next() * Math.PI, between(random, 0.8, 1.8), random.next() * 6]
  const { ink, accent } = plan.palette
  const tones: readonly Colour[] = plan.isColoured ? [white, ink, accent, accent] : [white, ink, white]
  const count = Math.round(60 * (Math.max(width, height) / 1000))
  const strokes = Array.from({ length: count }, () => {
    const [x, y] = [random.next() * width, random.next() * height]
    const angle = turn + 0.9 * Math.sin((x / 1000) * wave * 3 + phase) + 0.6 * Math.cos((y / 1000) * wave * 4 + phase)
    const long = between(random, 50, 150)
    const bend = between(random, -0.35, 0.35)
    const ends = [-1, 1].map((side) => ({
      x: round(x + side * long * Math.cos(angle + side * bend)),
      y: round(y + side * long * Math.sin(angle + side * bend)),
    }))
    const [from, to] = ends
    const tone = random.pick(tones)
    const opacity = between(random, 0.03, 0.075) * (tone === accent ? 2.6 : 1)
    return path(`M${from?.x} ${from?.y}Q${round(x)} ${round(y)} ${to?.x} ${to?.y}`, tone, {
      line: between(random, 80, 170),
      opacity,
    })
  })
  // Without edges: light and shade, and not lines.
  return sketch.document(`<g filter="${sketch.blur(26)}">${strokes.join('')}</g>`, frame)
}

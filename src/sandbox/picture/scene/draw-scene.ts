import type { Colour } from './colour.ts'
import { botanical } from './families/botanical.ts'
import { city } from './families/city.ts'
import { emblem } from './families/emblem.ts'
import { landscape } from './families/landscape.ts'
import { lettering } from './families/lettering.ts'
import { openSky } from './families/open-sky.ts'
import { portrait } from './families/portrait.ts'
import { poster } from './families/poster.ts'
import { sea } from './families/sea.ts'
import { space } from './families/space.ts'
import { stillLife } from './families/still-life.ts'
import { vignette, weather } from './heavens.ts'
import {
  captionLines,
  hangingSigns,
  lettered,
  marginBottom,
  marginSides,
  marked,
  printed,
  sign,
} from './inscriptions.ts'
import type { DrawFamily, Scene, ScenePlan } from './plan-scene.ts'
import { between, type Detail, ellipse, path, placed, rect, round, Sketch } from './sketch.ts'
import { type SubjectName, subjects } from './subjects/subjects.ts'
import type { Family } from './vocabulary.ts'

const families: Readonly<Record<Family, DrawFamily>> = {
  landscape,
  sea,
  city,
  'still-life': stillLife,
  botanical,
  poster,
  portrait,
  space,
  emblem,
  sky: openSky,
  lettering,
}

/** Families that fill their frame; on a transparent background they are clipped to a circle. */
const wide: ReadonlySet<Family> = new Set(['landscape', 'sea', 'city', 'space', 'sky'])

interface Frame {
  readonly width: number
  readonly height: number
  readonly detail: Detail
  readonly isTransparent: boolean
  /** Without caption and margin, for the fill of a hole in another picture. */
  readonly isBare?: boolean
}

function cutOut(sketch: Sketch, family: Family, { ground, figure }: Scene): string {
  if (!wide.has(family)) return figure
  const [x, y] = [sketch.width / 2, sketch.height / 2]
  const round = sketch.clip(`<circle cx="${x}" cy="${y}" r="${Math.min(x, y) * 0.9}"/>`)
  return `<g clip-path="${round}">${ground}${figure}</g>`
}

/** The picture as an SVG document of exactly the frame's size in pixels. */
export function drawScene(plan: ScenePlan, frame: Frame): string {
  const sketch = new Sketch(frame, plan.seed, plan.palette, frame.detail)
  const subject = plan.subject && subjects[plan.subject]
  const scene = families[plan.family](sketch, {
    ...plan,
    subject,
    subjectName: plan.subject,
    isTransparent: frame.isTransparent,
  })
  if (plan.family === 'lettering')
    return sketch.document(frame.isTransparent ? scene.figure : ground(sketch) + scene.ground + scene.figure, frame)
  const hasMargin = plan.isPrint && !frame.isBare && !frame.isTransparent
  const signs = hangingSigns(sketch, plan.texts, plan.isNeon, hasMargin ? marginSides : 0)
  if (frame.isTransparent) return sketch.document(cutOut(sketch, plan.family, scene) + signs + marked(sketch), frame)
  const whole = ground(sketch) + scene.ground + scene.figure + (plan.family === 'poster' ? '' : vignette(sketch))
  if (frame.isBare) return sketch.document(whole + signs, frame)
  const caption = captionLines(plan.prompt, sketch.width)
  if (!hasMargin) return sketch.document(whole + lettered(sketch, caption) + signs, frame)
  return sketch.document(ground(sketch) + within(sketch, whole) + signs + printed(sketch, caption), frame)
}

/** Extends beyond every edge, since antialiasing would leave the outermost pixels of a shape of the frame's size translucent. */
const ground = ({ width, height, palette }: Sketch) =>
  rect({ x: -width, y: -height }, width * 3, height * 3, palette.paper)

/** Scales the scene into a print's margin. */
function within(sketch: Sketch, content: string): string {
  const [width, height] = [sketch.width - marginSides * 2, sketch.height - marginSides - marginBottom]
  const scale = Math.max(width / sketch.width, height / sketch.height)
  const [x, y] = [marginSides + (width - sketch.width * scale) / 2, marginSides + (height - sketch.height * scale) / 2]
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})">${content}</g>`
}

/** Subjects in the air or in water, drawn without a shadow. */
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

/** A quoted text on a board: central in a masked hole, above its subject; at the top of a whole picture. */
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

/** An edit's additions as an SVG document with a transparent background: subject, quoted text, snow, rain. Undefined without any. */
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
  return sketch.document(drawn + weather(sketch, { snow, rain }), frame)
}

const white: Colour = { l: 1, c: 0, h: 0 }

/**
 * Broad blurred strokes of white and ink at low opacity along one curved field, as an SVG document with a transparent background. A colour
 * that the prompt names is added.
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
  return sketch.document(`<g filter="${sketch.blur(26)}">${strokes.join('')}</g>`, frame)
}

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
import { vignette } from './heavens.ts'
import { captionLines, hangingSigns, lettered, marginBottom, marginSides, marked, printed } from './inscriptions.ts'
import type { DrawFamily, Scene, ScenePlan } from './plan-scene.ts'
import { type Detail, rect, Sketch } from './sketch.ts'
import { subjects } from './subjects/subjects.ts'
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

/** Families that fill their frame: on a transparent ground they are cut to a round. */
const wide: ReadonlySet<Family> = new Set(['landscape', 'sea', 'city', 'space', 'sky'])

interface Frame {
  readonly width: number
  readonly height: number
  readonly detail: Detail
  readonly isTransparent: boolean
  /** Without words: what fills a hole in another picture has none. */
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

/** Reaches over every edge: a shape that ends with the frame covers its outermost pixels only in part. */
const ground = ({ width, height, palette }: Sketch) =>
  rect({ x: -width, y: -height }, width * 3, height * 3, palette.paper)

/** Makes room for a print's margin. */
function within(sketch: Sketch, content: string): string {
  const [width, height] = [sketch.width - marginSides * 2, sketch.height - marginSides - marginBottom]
  const scale = Math.max(width / sketch.width, height / sketch.height)
  const [x, y] = [marginSides + (width - sketch.width * scale) / 2, marginSides + (height - sketch.height * scale) / 2]
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})">${content}</g>`
}

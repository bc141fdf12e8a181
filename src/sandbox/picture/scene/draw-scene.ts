import type { Size } from '../picture-task.ts'
import { city } from './families/city.ts'
import { emblem } from './families/emblem.ts'
import { landscape } from './families/landscape.ts'
import { abstract, lettering, titleOf } from './families/poster.ts'
import { sea } from './families/sea.ts'
import { vignette, weather } from './heavens.ts'
import { captionLines, hangingSigns, lettered, marked, sign } from './inscriptions.ts'
import type { DrawFamily, Scene, SceneParts, ScenePlan } from './plan-scene.ts'
import { between, type Detail, ellipse, placed, rect, Sketch } from './sketch.ts'
import { type SubjectName, subjects } from './subjects/subjects.ts'
import type { Family } from './vocabulary.ts'

const families: Readonly<Record<Family, DrawFamily>> = {
  ...{ landscape, sea, city, emblem, lettering, poster: abstract },
}

/** Families that fill their frame; on a transparent background they are clipped to a circle. */
const wide: ReadonlySet<Family> = new Set(['landscape', 'sea', 'city'])

/** The width of a subject in a row, in its own units. */
const step = 104
const mostInRow = 4

/** What the prompt names, as often and as large as it says: in a row, from five on in two. */
function groupOf({ subject, others, count = 1, size }: ScenePlan): Pick<SceneParts, 'reach'> & {
  readonly draw: (sketch: Sketch) => string
} {
  if (!subject) return { reach: 0, draw: () => '' }
  const isOne = subject === 'flowers'
  const names = [...Array.from({ length: isOne ? 1 : count }, () => subject), ...others]
  const columns = names.length > mostInRow ? Math.ceil(names.length / 2) : names.length
  const scale = columns === 1 ? size : Math.min(size * (1.05 - 0.13 * columns), 1.8 / columns)
  return {
    reach: columns === 1 ? 65 * size : (columns * step * scale) / 2,
    draw(sketch) {
      const random = sketch.random('group')
      const placedOnes = names.map((name, index) => {
        const row = index < names.length - columns ? 1 : 0
        const inRow = row === 0 ? columns : names.length - columns
        const at = row === 0 ? index - (names.length - columns) : index
        const lift = subjects[name].home === 'air' ? between(random, -30, 30) * (columns - 1) : row * 52
        const x = (at - (inRow - 1) / 2) * step * scale
        const isFlipped = columns > 1 && random.next() < 0.5
        return placed(one(sketch, name), { x, y: -lift * scale }, { scale: scale * (1 - row * 0.12), flip: isFlipped })
      })
      return placedOnes.join('')
    },
  }
}

function one(sketch: Sketch, name: SubjectName): string {
  const shadow = ellipse({ x: 0, y: 2 }, 42, 4.4, sketch.palette.ink, { opacity: 0.26 })
  return (subjects[name].home === 'land' ? shadow : '') + subjects[name].draw(sketch)
}

interface Frame extends Size {
  readonly detail: Detail
  readonly isTransparent: boolean
  /** Without caption, for the fill of a hole in another picture. */
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
  const { reach, draw } = groupOf(plan)
  const scene = families[plan.family](sketch, {
    ...{ ...plan, reach, isTransparent: frame.isTransparent },
    home: plan.subject && subjects[plan.subject].home,
    stand: (at, scale, flip = false) => (reach === 0 ? '' : placed(draw(sketch), at, { scale, flip })),
  })
  if (plan.family === 'lettering')
    return sketch.document(frame.isTransparent ? scene.figure : ground(sketch) + scene.ground + scene.figure, frame)
  const signs = hangingSigns(sketch, plan.texts, plan.isNeon)
  if (frame.isTransparent) return sketch.document(cutOut(sketch, plan.family, scene) + signs + marked(sketch), frame)
  const whole = ground(sketch) + scene.ground + scene.figure + (plan.family === 'poster' ? '' : vignette(sketch))
  const caption = frame.isBare ? '' : lettered(sketch, captionLines(titled(plan.prompt), sketch.width))
  return sketch.document(whole + caption + signs, frame)
}

/** A scene shows what it has figures for, which may be less than the prompt says: its caption claims no more. */
const titled = (prompt: string) => (prompt.trim() === '' ? '' : `A composition for “${prompt.trim()}”`)

/** Extends beyond every edge, since antialiasing would leave the outermost pixels of a shape of the frame's size translucent. */
const ground = ({ width, height, palette }: Sketch) =>
  rect({ x: -width, y: -height }, width * 3, height * 3, palette.paper)

/**
 * An edit's additions as an SVG document with a transparent background: subject, text, snow, rain; undefined without any. In a hole they
 * stand in the `middle`, and words that no scene knows are written on a board; in a whole picture they stand `beside` its middle.
 */
export function drawOverlay(
  plan: ScenePlan,
  frame: Size & { readonly detail: Detail },
  place: 'beside' | 'middle',
): string | undefined {
  const { snow, rain, isNamed, isNeon, family } = plan
  const isInHole = place === 'middle'
  const isUnknown = isInHole && family === 'lettering' && !isNamed && !plan.removes
  const [text] = isUnknown && plan.texts.length === 0 ? [titleOf(plan)] : plan.texts
  if (!isNamed && !snow && !rain && !text) return undefined
  const sketch = new Sketch(frame, plan.seed, plan.palette, frame.detail)
  const random = sketch.random('overlay')
  const { width, height } = sketch
  const { reach, draw } = groupOf(plan)
  const flip = random.next() < 0.5
  const scale = isInHole ? Math.min(between(random, 4.6, 5.4), (width * 0.48) / reach) : 2.8
  const at = isInHole
    ? { x: width / 2, y: height / 2 + scale * 48 }
    : { x: width * (0.5 + (flip ? 1 : -1) * between(random, 0.14, 0.22)), y: height * between(random, 0.82, 0.9) }
  const drawn = isNamed ? placed(draw(sketch), at, { scale, flip }) : ''
  const board = isInHole
    ? { width: Math.min(width * 0.8, 1400), height: Math.min(height * (isNamed ? 0.2 : 0.5), 560) }
    : { width: Math.min(520, width * 0.6), height: 160 }
  const y = isInHole && !isNamed ? height / 2 - board.height * 0.36 : height * 0.06
  const written = text ? sign(sketch, text, { ...board, at: { x: width / 2, y }, isNeon }) : ''
  return sketch.document(drawn + written + weather(sketch, { snow, rain }), frame)
}

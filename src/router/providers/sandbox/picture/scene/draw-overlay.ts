import { weather } from './heavens.ts'
import { between } from './outline.ts'
import type { ScenePlan } from './plan-scene.ts'
import { type Detail, ellipse, placed, Sketch } from './sketch.ts'
import { subjects } from './subjects/subjects.ts'

/** What an edit adds to a picture, as an SVG document that is clear elsewhere: the prompt's subject, snow, rain. Undefined where that is nothing. */
export function drawOverlay(
  plan: ScenePlan,
  frame: { width: number; height: number; detail: Detail },
): string | undefined {
  const { subject, snow, rain, isNamed } = plan
  if (!isNamed && !snow && !rain) return undefined
  const sketch = new Sketch(frame, plan.seed, plan.palette, frame.detail)
  const random = sketch.random('overlay')
  const at = { x: sketch.width * between(random, 0.22, 0.78), y: sketch.height * between(random, 0.84, 0.92) }
  const drawn =
    subject && isNamed
      ? ellipse(at, 120, 12, plan.palette.ink, { opacity: 0.3 }) + placed(subjects[subject](sketch), at, { scale: 3 })
      : ''
  const { width, height } = frame
  return sketch.document(drawn + (snow ? weather(sketch, 'snow') : '') + (rain ? weather(sketch, 'rain') : ''), {
    width,
    height,
  })
}

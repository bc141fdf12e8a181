import type { Colour } from './colour.ts'
import { between } from './outline.ts'
import type { ScenePlan } from './plan-scene.ts'
import { type Detail, path, round, Sketch } from './sketch.ts'

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

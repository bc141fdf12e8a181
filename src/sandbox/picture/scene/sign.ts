import { darker, hex, lighter, mix } from './colour.ts'
import { type Point, path, placed, rect, type Sketch } from './sketch.ts'
import { fitted, line } from './typesetting.ts'

const leading = 1.12

interface Board {
  /** The middle of its upper edge. */
  readonly at: Point
  readonly width: number
  readonly height: number
  /** From where it hangs; left out where it just stands there. */
  readonly from?: number
  readonly isNeon: boolean
}

/** A board with a text on it, which takes as much of its room as the text needs. */
export function sign(sketch: Sketch, text: string, { at, width, height, from, isNeon }: Board): string {
  const { paper, ink, accent, light } = sketch.palette
  const margin = Math.min(44, width * 0.09)
  const room = { width: width - margin * 2, height: height - margin * 1.3, leading, largest: height * 0.62 }
  const { lines, size, width: set } = fitted(text.split(' '), room)
  if (size === 0) return ''
  const box = { width: set + margin * 2, height: lines.length * size * leading + margin * 1.3 }
  const ground = isNeon ? mix(ink, { l: 0.14, c: 0.01, h: 0 }, 0.6) : lighter(mix(paper, light, 0.3), 0.02)
  const letters = isNeon ? lighter({ ...accent, c: Math.max(0.12, accent.c) }, 0.14) : darker(ink, 0.04)
  const corner = Math.min(18, box.height * 0.12)
  const left = -box.width / 2
  const cords =
    from === undefined ? '' : [-0.34, 0.34].map((side) => cord(sketch, side * box.width, from - at.y)).join('')
  const first = margin * 0.65 + size * (0.5 * leading + 0.35)
  const written = (blur?: string) =>
    lines
      .map((one, row) =>
        line(
          one,
          { x: 0, y: first + row * size * leading },
          { size, fill: letters, anchor: 'middle', bold: 0.03, ...(blur && { filter: blur }) },
        ),
      )
      .join('')
  const inset = Math.max(3, corner * 0.45)
  const drawn = [
    cords,
    rect({ x: left + 5, y: 9 }, box.width, box.height, ink, { corner, opacity: 0.28, filter: sketch.blur(9) }),
    rect({ x: left, y: 0 }, box.width, box.height, ground, { corner }),
    rect({ x: left + inset, y: inset }, box.width - inset * 2, box.height - inset * 2, letters, {
      corner: corner * 0.7,
      line: 2,
      opacity: isNeon ? 0.35 : 0.55,
    }),
    isNeon ? written(sketch.blur(size * 0.16)) : '',
    written(),
  ]
  return placed(drawn.join(''), at)
}

const cord = (sketch: Sketch, x: number, length: number) =>
  path(`M${x} 0L${x * 0.96} ${length}`, hex(mix(sketch.palette.ink, sketch.palette.near, 0.3)), {
    line: 3.5,
    opacity: 0.85,
  })

/** The texts that a prompt quotes, on boards that hang into the picture from above. */
export function hangingSigns(sketch: Sketch, texts: readonly string[], isNeon: boolean, margin = 0): string {
  const height = Math.min(190, sketch.height * 0.17)
  const width = Math.min(sketch.width * 0.62, 680)
  const top = margin + 74
  const lean = (sketch.random('sign').next() - 0.5) * Math.max(0, sketch.width - 1000) * 0.4
  return texts
    .slice(0, 2)
    .map((text, at) =>
      sign(sketch, text, {
        at: { x: sketch.width / 2 + lean, y: top + at * (height + 26) },
        width,
        height,
        from: at === 0 ? -10 : top + height * 0.7,
        isNeon,
      }),
    )
    .join('')
}

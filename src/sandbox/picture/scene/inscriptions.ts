import { darker, hex, lighter, mix } from './colour.ts'
import { path, placed, rect, round, type ScenePoint, type Sketch, stop } from './sketch.ts'
import { balanced, fittedType, isCovered, line, widthOf } from './typesetting.ts'

const mostLines = 2

/** The most characters of a line in a picture `width` units wide. */
const perLine = (width: number) => Math.round(Math.min(84, 46 * (width / 1000)))

/** The prompt as one or two lines for a picture `width` units wide; none where it is empty or the font lacks a character. */
export function captionLines(prompt: string, width = 1000): string[] {
  const room = perLine(width)
  const text = prompt.slice(0, 2000).replace(/\s+/g, ' ').trim()
  if (text === '' || !isCovered(text.slice(0, room * mostLines))) return []
  if (text.length <= room) return [text]
  // Less than two full lines, since lines end at words.
  const most = room * mostLines - 8
  const cut = text.length > most ? `${text.slice(0, most).replace(/[\s,.;:–—-]+\S*$/, '')}…` : text
  return balanced(cut.split(' '), mostLines).map((one) => (one.length > room ? `${one.slice(0, room - 1)}…` : one))
}

const grown = ({ width, height }: Sketch) => Math.min(1.45, Math.sqrt(Math.max(width, height) / 1000) ** 0.8)

export function lettered(sketch: Sketch, lines: readonly string[]): string {
  const { light, ink } = sketch.palette
  const { width, height } = sketch
  const shade = sketch.linear([stop(0, ink, 0), stop(1, ink, 0.62)])
  const size = Math.min(28 * grown(sketch), (width - 260) / Math.max(1, ...lines.map(widthOf)))
  const fill = hex(mix(light, { l: 1, c: 0, h: 0 }, 0.5))
  const said = lines.map((one, at) =>
    line(one, { x: 48, y: height - 46 - (lines.length - 1 - at) * size * 1.26 }, { size: size, fill, opacity: 0.96 }),
  )
  const made = line(
    'SANDBOX',
    { x: width - 48, y: height - 47 },
    { size: 14, fill, opacity: 0.7, anchor: 'end', spacing: 2.5 },
  )
  return `<rect x="0" y="${round(height - 210)}" width="${round(width)}" height="210" fill="${shade}"/>${said.join('')}${made}`
}

export const marked = ({ width, height }: Sketch): string =>
  line('SANDBOX', { x: width - 48, y: height - 44 }, { size: 14, fill: '#808080', anchor: 'end', spacing: 2.5 })

const leading = 1.12

interface Board {
  /** The middle of its upper edge. */
  readonly at: ScenePoint
  readonly width: number
  readonly height: number
  /** The y of its hooks; left out for a board without cords. */
  readonly from?: number
  readonly isNeon: boolean
}

/** A text on a board that is as large as the text, within the given size. */
export function sign(sketch: Sketch, text: string, { at, width, height, from, isNeon }: Board): string {
  const { paper, ink, accent, light } = sketch.palette
  const margin = Math.min(44, width * 0.09)
  const room = { width: width - margin * 2, height: height - margin * 1.3, leading, largest: height * 0.62 }
  const { lines, size, width: set } = fittedType(text.split(' '), room)
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

/** The first two quoted texts of a prompt on boards that hang from the upper edge. */
export function hangingSigns(sketch: Sketch, texts: readonly string[], isNeon: boolean): string {
  const height = Math.min(190, sketch.height * 0.17)
  const width = Math.min(sketch.width * 0.62, 680)
  const top = 74
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

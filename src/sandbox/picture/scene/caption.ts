import { hex, mix } from './colour.ts'
import { isCovered, widthOf } from './font.ts'
import { round, type Sketch } from './sketch.ts'
import { line } from './typesetting.ts'

const mostLines = 2

/** Letters of a line, in a picture so many units wide. */
const perLine = (width: number) => Math.round(Math.min(84, 46 * (width / 1000)))

/** Where two lines come out about equally long: better to read than one word alone on the second. */
function balanced(words: readonly string[]): string[] {
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length))
  return breaks.reduce((best, one) => (longest(one) < longest(best) ? one : best), [words.join(' ')])
}

/** The words that have room, the last one with an ellipsis where there are more. */
function fitting(words: readonly string[], room: number): string[] {
  const fits: string[] = []
  for (const word of words) {
    if ([...fits, word].join(' ').length > room) {
      if (fits.length === 0) return [`${word.slice(0, room - 1)}…`]
      return [...fits, '…']
        .join(' ')
        .replace(/[\s,.;:–—-]+…$/, '…')
        .split(' ')
    }
    fits.push(word)
  }
  return fits
}

/** The prompt as one or two lines for a picture so many units wide; none where the font lacks a letter, or nothing is said. */
export function captionLines(prompt: string, width = 1000): string[] {
  const room = perLine(width)
  const text = prompt.slice(0, 2000).replace(/\s+/g, ' ').trim()
  if (text === '' || !isCovered(text.slice(0, room * mostLines))) return []
  if (text.length <= room) return [text]
  // A little less than two full lines: they end where words do.
  const lines = balanced(fitting(text.split(' '), room * mostLines - 8))
  return lines.map((line) => (line.length > room ? `${line.slice(0, room - 1)}…` : line)).filter((line) => line !== '')
}

/** Letters grow a little in pictures that are much longer than wide, which are mostly seen small. */
const grown = ({ width, height }: Sketch) => Math.min(1.45, Math.sqrt(Math.max(width, height) / 1000) ** 0.8)

export const marginSides = 44
export const marginBottom = 132

/** A print: the picture within a margin of paper, its words and what made it below. */
export function printed(sketch: Sketch, lines: readonly string[]): string {
  const { paper, ink } = sketch.palette
  const { width, height } = sketch
  const fill = hex(mix(ink, paper, 0.12))
  const inner = `M0 0H${round(width)}V${round(height)}H0ZM${marginSides} ${marginSides}V${round(height - marginBottom)}H${round(width - marginSides)}V${marginSides}Z`
  const room = width - marginSides * 2 - 150
  const size = Math.min(30 * grown(sketch), room / Math.max(1, ...lines.map(widthOf)))
  const first = height - marginBottom + 62 - (lines.length - 1) * size * 0.62
  const said = lines.map((one, at) =>
    line(one, { x: marginSides, y: first + at * size * 1.26 }, { size: size, fill, opacity: 1 }),
  )
  const made = line(
    'SANDBOX',
    { x: width - marginSides, y: height - marginBottom + 58 },
    { size: 15, fill, opacity: 0.55, anchor: 'end', spacing: 2.5 },
  )
  return `<path fill-rule="evenodd" d="${inner}" fill="${hex(paper)}"/>${said.join('')}${made}`
}

/** Words in the lower corner of a picture without a margin. */
export function lettered(sketch: Sketch, lines: readonly string[]): string {
  const { light, ink } = sketch.palette
  const { width, height } = sketch
  const shade = sketch.linear([
    { at: 0, colour: ink, opacity: 0 },
    { at: 1, colour: ink, opacity: 0.62 },
  ])
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

/** What made a picture without a ground, in a grey that can be seen on any. */
export const marked = ({ width, height }: Sketch): string =>
  line('SANDBOX', { x: width - 48, y: height - 44 }, { size: 14, fill: '#808080', anchor: 'end', spacing: 2.5 })

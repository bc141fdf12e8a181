import { hex, mix } from './colour.ts'
import { round, type Sketch } from './sketch.ts'

/** The family name that the font calls itself. */
export const captionFont = 'Instrument Sans'

/** What the Latin file of the font has a glyph for. */
const uncovered = /[^\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u20ac]/u

const perLine = 46
const mostLines = 2

/** About how wide a text is, in ems. */
const widthOf = (text: string) =>
  Array.from(text, (one) =>
    /[ilIj.,:;'!|]/.test(one) ? 0.28 : /[mwMW@]/.test(one) ? 0.85 : /[A-Z]/.test(one) ? 0.66 : 0.52,
  ).reduce((sum, one) => sum + one, 0)

/** The prompt as one or two lines; none where the font lacks a letter, or nothing is said. */
export function captionLines(prompt: string): string[] {
  const text = prompt.replace(/\s+/g, ' ').trim()
  if (text === '' || uncovered.test(text.slice(0, perLine * mostLines))) return []
  const lines: string[] = []
  let line = ''
  for (const word of text.slice(0, 400).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= perLine) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    if (lines.length === mostLines) break
  }
  if (lines.length < mostLines && line !== '') lines.push(line)
  const fits = lines.map((one) => one.slice(0, perLine))
  const said = fits.join(' ').length
  return fits.map((one, at) =>
    at === fits.length - 1 && said < text.length ? `${one.slice(0, perLine - 1).replace(/[\s,.;:–—-]+$/, '')}…` : one,
  )
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function words(
  text: string,
  at: { x: number; y: number },
  look: { size: number; fill: string; opacity: number; anchor?: string; spacing?: number },
): string {
  return `<text x="${round(at.x)}" y="${round(at.y)}" font-family="${captionFont}" font-size="${look.size}" letter-spacing="${look.spacing ?? 0}" text-anchor="${look.anchor ?? 'start'}" fill="${look.fill}" fill-opacity="${look.opacity}">${escaped(text)}</text>`
}

export const marginSides = 44
export const marginBottom = 132

/** A print: the picture within a margin of paper, its words and what made it below. */
export function printed(sketch: Sketch, lines: readonly string[]): string {
  const { paper, ink } = sketch.palette
  const { width, height } = sketch
  const fill = hex(mix(ink, paper, 0.12))
  const inner = `M0 0H${round(width)}V${round(height)}H0ZM${marginSides} ${marginSides}V${round(height - marginBottom)}H${round(width - marginSides)}V${marginSides}Z`
  const room = width - marginSides * 2 - 150
  const size = Math.min(30, room / Math.max(1, ...lines.map(widthOf)))
  const first = height - marginBottom + 62 - (lines.length - 1) * size * 0.62
  const said = lines.map((line, at) =>
    words(line, { x: marginSides, y: first + at * size * 1.26 }, { size: round(size), fill, opacity: 1 }),
  )
  const made = words(
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
  const size = Math.min(28, (width - 260) / Math.max(1, ...lines.map(widthOf)))
  const fill = hex(mix(light, { l: 1, c: 0, h: 0 }, 0.5))
  const said = lines.map((line, at) =>
    words(
      line,
      { x: 48, y: height - 46 - (lines.length - 1 - at) * size * 1.26 },
      { size: round(size), fill, opacity: 0.96 },
    ),
  )
  const made = words(
    'SANDBOX',
    { x: width - 48, y: height - 47 },
    { size: 14, fill, opacity: 0.7, anchor: 'end', spacing: 2.5 },
  )
  return `<rect x="0" y="${round(height - 210)}" width="${round(width)}" height="210" fill="${shade}"/>${said.join('')}${made}`
}

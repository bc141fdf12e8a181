import { type Colour, hex } from './colour.ts'
import { round, type ScenePoint } from './sketch.ts'

/** The font's family name. Cyrillic characters come from the app's other font. */
export const fontFamily = 'Instrument Sans'

const fontsource = (family: string, part: string) =>
  `@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`

export const fontFiles = [
  fontsource('instrument-sans', 'latin'),
  fontsource('instrument-sans', 'latin-ext'),
  fontsource('geist-mono', 'cyrillic'),
]

const cyrillic = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёІіЇїЄєҐґЎўЂђЉљЊњЋћЏџЈј№'

/** The characters of these files by their advance width in hundredths of an em. Measured; without kerning. */
const advances = `
23 ' 24 ijl|ìíîïĩīįıĺļ 25 IÌÍÎÏĨĪĮİ‚ 26 ,.:;ł‘’ 27 !¡· 29 ľ 30 ¸ 35 f´ 37 ª 38 "rtŕŗřť 39 1° 40 „
41 ()*[]{}¯º“” 43 _ 44 /¨ 46 J 47 sśşš 49 «» 50 z§źżž 51 - 52 vyýÿŷ 53 +7<=>^ac~¢×àáâãäåç÷āăąćċč
54 kķ 55 2x 56 eèéêëēėęě 57 35?¿ 58 8oòóôõöøōő 59 Lu£ðùúûüĹĻĽŁũūŭůűų– 60 46Fhnñħńņňŋ
61 $9SbdgpqßþđğġģŚŞŠ 62 Z¥ŹŻŽ 64 BEÈÉÊËĒĖĘĚ 65 TďŤ 66 PRÞŔŖŘ… 67 0 68 YÝŶŸ 69 KXĶ 70 €
71 U¶ÙÚÛÜŨŪŬŮŰŲ 72 # 73 AVÀÁÂÃÄÅĀĂĄ 74 CHNÇÑĆĊČĦŃŅŇŊ 75 DÐĎĐ 76 & 77 GwĞĠĢŵ 79 %OQÒÓÔÕÖØŌŐ 85 @©®
87 æ 89 — 91 M 92 m 94 Æ 95 œ 106 Œ 109 WŴ
`

const advanceOf: ReadonlyMap<string, number> = new Map([
  ...Array.from(' \u00a0', (one): [string, number] => [one, 0.26]),
  ...Array.from(cyrillic, (one): [string, number] => [one, 0.6]),
  ...[...advances.matchAll(/(\d+) (\S+)/g)].flatMap(([, advance, letters = '']) =>
    Array.from(letters, (one): [string, number] => [one, Number(advance) / 100]),
  ),
  ...([
    ['`', 0.35],
    ['\\', 0.44],
  ] as const),
])

export const isCovered = (text: string): boolean => Array.from(text).every((one) => advanceOf.has(one))

export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + (advanceOf.get(one) ?? 0.68), 0)

const second = 'įļĮİłľŗřťşšżžŷăąċčķėęěőĻĽŁŭůűųħņňŋđğġģŞŠŻŽĖĘĚďŤŖŘŶĶŬŮŰŲĄĊČĦŅŇŊĎĐĞĠĢŵŐŴ'
const byFile = new RegExp(`[${second}]+|[${cyrillic}]+|[^${second}${cyrillic}]+`, 'gu')

/**
 * Splits a text by the file that has its characters. For a missing glyph the renderer shapes the whole run again with another file, and
 * draws nothing where the number of glyphs then differs.
 */
const runsOf = (text: string): readonly string[] => text.match(byFile) ?? []

export interface Setting {
  readonly lines: readonly string[]
  readonly size: number
  readonly width: number
}

interface Measure {
  readonly width: number
  readonly height: number
  readonly leading: number
  readonly largest: number
}

const space = widthOf(' ')

/** Greedy line breaking at `room` ems; a longer word is a line of its own. */
function wrapped(words: readonly string[], room: number): string[] {
  const lines: string[] = []
  let left = 0
  for (const word of words) {
    const long = widthOf(word)
    const last = lines.length - 1
    if (last >= 0 && left + space + long <= room) {
      lines[last] += ` ${word}`
      left += space + long
    } else {
      lines.push(word)
      left = long
    }
  }
  return lines
}

const longest = (lines: readonly string[]) => Math.max(0, ...lines.map(widthOf))

/** Breaks words into `count` lines of about equal length, by a binary search for the smallest width. */
export function balanced(words: readonly string[], count: number): string[] {
  let [low, high] = [longest(words), widthOf(words.join(' '))]
  for (let step = 0; step < 18; step += 1) {
    const room = (low + high) / 2
    if (wrapped(words, room).length <= count) high = room
    else low = room
  }
  return wrapped(words, high)
}

const mostLines = 24

/** The number of lines in which words fit a measure at the largest size. */
export function fittedType(words: readonly string[], { width, height, leading, largest }: Measure): Setting {
  let best: Setting = { lines: [], size: 0, width: 0 }
  for (let count = 1; count <= Math.min(words.length, mostLines); count += 1) {
    const lines = balanced(words, count)
    const size = Math.min(largest, width / longest(lines), height / (lines.length * leading))
    if (size > best.size * 1.02) best = { lines, size, width: size * longest(lines) }
  }
  return best
}

/** Words at one size in as many lines as fit; an ellipsis where some are left out. */
export function running(words: readonly string[], size: number, { width, height, leading }: Measure): string[] {
  const lines = wrapped(words, width / size)
  const most = Math.max(1, Math.floor(height / (size * leading)))
  if (lines.length <= most) return lines
  return lines.slice(0, most).map((line, at) => (at === most - 1 ? `${line.replace(/[\s\p{P}]*\S*$/u, '')}…` : line))
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

interface Type {
  readonly size: number
  readonly fill: Colour | string
  readonly opacity?: number
  readonly anchor?: 'start' | 'middle' | 'end'
  /** In units. */
  readonly spacing?: number
  /** The font has one weight: a bold one is drawn by an outline of this share of the size. */
  readonly bold?: number
  readonly filter?: string
}

/** Each run as a `tspan` with its own x, since runs without one would be shaped together. */
function spans(
  runs: readonly string[],
  text: string,
  x: number,
  { size, spacing = 0, anchor = 'start' }: Type,
): string {
  const long = (part: string) => widthOf(part) * size + part.length * spacing
  let at = x - long(text) * { start: 0, middle: 0.5, end: 1 }[anchor]
  return runs
    .map((run) => {
      const drawn = `<tspan x="${round(at)}" text-anchor="start">${escaped(run)}</tspan>`
      at += long(run)
      return drawn
    })
    .join('')
}

/** A line of text anchored at a point of its base line. */
export function line(text: string, { x, y }: ScenePoint, type: Type): string {
  const { size, opacity = 1, anchor = 'start', spacing = 0, bold = 0, filter } = type
  const fill = typeof type.fill === 'string' ? type.fill : hex(type.fill)
  const outline = bold > 0 ? ` stroke="${fill}" stroke-width="${round(bold * size)}" stroke-linejoin="round"` : ''
  const runs = runsOf(text)
  // The x of each run is computed from advances, which exclude kerning.
  const mixed = runs.length > 1 ? ' style="font-kerning:none"' : ''
  const blur = filter ? ` filter="${filter}"` : ''
  return `<text x="${round(x)}" y="${round(y)}" font-family="${fontFamily}" font-size="${round(size)}" letter-spacing="${round(spacing)}" text-anchor="${anchor}" fill="${fill}" fill-opacity="${opacity}" xml:space="preserve"${outline}${mixed}${blur}>${mixed === '' ? escaped(text) : spans(runs, text, x, type)}</text>`
}

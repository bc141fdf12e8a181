import { plainWords } from '../../../akin.ts'
import type { Random } from '../../../seed.ts'
import { type Colour, darker, lighter, mix, turned } from '../colour.ts'
import type { DrawFamily, SceneParts } from '../plan-scene.ts'
import { namedFirst } from '../read-prompt.ts'
import { between, path, rect, round, type ScenePoint, type Sketch, stop } from '../sketch.ts'
import { fittedType, isCovered, line, running } from '../typesetting.ts'

const margin = 84
const leading = 1.04
const asides = 1.36

/** The longest prompt that is set whole as the title. */
const mostTitleWords = 6
const mostTitleLetters = 44
const mostLetters = 28

/** The least difference in lightness between letters and background. */
const leastContrast = 0.5

const readable = (colour: Colour, ground: Colour): Colour => {
  if (Math.abs(colour.l - ground.l) >= leastContrast) return colour
  return { ...colour, l: ground.l > 0.56 ? Math.max(0.12, ground.l - 0.6) : Math.min(0.97, ground.l + 0.6) }
}

/** Moves a ground away from middle lightness, on which neither light nor dark letters are legible. */
const offMiddle = (ground: Colour): Colour =>
  ground.l < 0.48 || ground.l > 0.8 ? ground : { ...ground, l: ground.l < 0.62 ? 0.42 : 0.86 }

const lead =
  /^(?:please\s+|can you\s+|could you\s+)*(?:(?:draw|paint|create|make|generate|show|render|design|give)\s+(?:me\s+|us\s+)?)?(?:an?\s+|the\s+)?(?:(?:image|picture|photo|photograph|illustration|painting|drawing)\s+of\s+)?/i

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** The characters of a word that the font has; empty where only punctuation remains. */
const settablePart = (word: string): string => {
  const part = Array.from(word).filter(isCovered).join('')
  return part === word || /[\p{L}\p{N}]/u.test(part) ? part : ''
}

/** The words as far as the font has their characters; long ones in pieces. */
const settable = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .map(settablePart)
    .filter((word) => word !== '')
    .flatMap((word) => word.match(new RegExp(`.{1,${mostLetters}}`, 'gu')) ?? [])

/** Keeps a short text together where there are several, so that each has lines of its own. */
const together = (words: readonly string[], texts: number): readonly string[] => {
  const whole = words.join(' ')
  return texts > 1 && whole.length <= mostLetters ? [whole] : words
}

interface Copy {
  readonly title: readonly string[]
  /** The whole prompt, unless the title is it. */
  readonly text: readonly string[]
}

/** Title: the quoted words, else a short prompt, else what a long prompt names first. */
function copyOf({ prompt, texts }: SceneParts): Copy {
  const text = settable(prompt.slice(0, 2000))
  if (texts.length > 0) return { title: texts.flatMap((one) => together(settable(one), texts.length)), text }
  const short = settable(prompt.slice(0, 2000).trim().replace(lead, ''))
  if (short.length <= mostTitleWords && short.join(' ').length <= mostTitleLetters && short.length > 0)
    return { title: settable(capital(short.join(' '))), text: [] }
  const said = prompt.split(/[^\p{L}\p{M}\p{N}]+/u)
  const named = namedFirst(prompt)
    .slice(0, mostTitleWords - 1)
    .map((word) => said.find((one) => plainWords(one)[0] === word) ?? word)
  const title = settable(capital(named.join(' ')))
  return { title: title.length > 0 ? title : text.slice(0, mostTitleWords), text }
}

interface Room extends ScenePoint {
  readonly width: number
  readonly height: number
}

/** Quarter rings around a corner of their room. */
function rings(random: Random, { x, y, width, height }: Room, colours: readonly Colour[]): string {
  const reach = Math.min(width, height)
  const [right, down] = [random.next() < 0.7, random.next() < 0.3]
  const [cx, cy] = [right ? x + width : x, down ? y + height : y]
  const [sx, sy] = [right ? -1 : 1, down ? -1 : 1]
  const sweep = sx * sy > 0 ? 1 : 0
  return colours
    .map((colour, at) => {
      const r = round(reach * (1 - at / colours.length))
      return path(
        `M${cx} ${cy}L${round(cx + sx * r)} ${cy}A${r} ${r} 0 0 ${sweep} ${cx} ${round(cy + sy * r)}Z`,
        colour,
      )
    })
    .join('')
}

/** Vertical bars of several heights. */
function bars(random: Random, { x, y, width, height }: Room, colours: readonly Colour[]): string {
  const count = 7 + random.below(5)
  const step = width / count
  const wave = between(random, 0.5, 1.3)
  const start = random.next() * 6
  return Array.from({ length: count }, (_, at) => {
    const tall = height * (0.42 + 0.4 * Math.sin(start + at * wave) + 0.14 * random.next())
    const colour = colours[at % colours.length]
    return colour ? rect({ x: x + at * step, y: y + height - tall }, step * 0.62, tall, colour) : ''
  }).join('')
}

/** Horizontal bands of random lengths. */
function bands(random: Random, { x, y, width, height }: Room, colours: readonly Colour[]): string {
  const step = height / colours.length
  const isRight = random.next() < 0.6
  return colours
    .map((colour, at) => {
      const long = width * between(random, 0.35, 0.98)
      return rect({ x: isRight ? x + width - long : x, y: y + at * step }, long, step * 0.72, colour)
    })
    .join('')
}

/** A grid of leaves of two arcs each, along either diagonal. */
function leaves(random: Random, { x, y, width, height }: Room, colours: readonly Colour[]): string {
  const size = Math.min(width, height) / 3
  const [columns, rows] = [Math.floor(width / size), Math.floor(height / size)]
  return Array.from({ length: columns * rows }, (_, at) => {
    const [left, top] = [x + width - ((at % columns) + 1) * size, y + Math.floor(at / columns) * size]
    const colour = random.pick(colours)
    if (random.next() < 0.22) return rect({ x: left, y: top }, size, size, colour, { opacity: 0.35 })
    const [a, b] =
      random.next() < 0.5
        ? [
            [0, 0],
            [size, size],
          ]
        : [
            [size, 0],
            [0, size],
          ]
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [a, b]
    const at2 = `${round(left + bx)} ${round(top + by)}`
    return path(
      `M${round(left + ax)} ${round(top + ay)}A${round(size)} ${round(size)} 0 0 1 ${at2}A${round(size)} ${round(size)} 0 0 1 ${round(left + ax)} ${round(top + ay)}Z`,
      colour,
    )
  }).join('')
}

const ornaments = [rings, bars, bands, leaves]

/** The areas of words and shapes: side by side in a wide picture, else one above the other; without words all is for shapes. */
function roomsOf({ width, height }: Sketch, hasWords: boolean): { readonly words: Room; readonly shapes: Room } {
  if (!hasWords) {
    const whole = { x: 0, y: 0, width, height: height - margin }
    return { words: whole, shapes: whole }
  }
  if (width > height * 1.2) {
    const split = width - Math.min(width * 0.36, height * 0.9)
    return {
      words: { x: margin, y: margin, width: split - margin * 1.6, height: height - margin * 2 },
      shapes: { x: split, y: 0, width: width - split, height },
    }
  }
  const split = Math.max(height * 0.4, height - 900)
  return {
    words: { x: margin, y: split + margin * 0.7, width: width - margin * 2, height: height - split - margin * 1.7 },
    shapes: { x: 0, y: 0, width, height: split },
  }
}

/** Rule, title and text, flush left at the lower edge of their room. */
function set({ title, text }: Copy, room: Room, { letters, rule }: { letters: Colour; rule: Colour }): string {
  if (title.length === 0) return ''
  const small = Math.min(30, room.width / 24)
  const aside = { width: room.width * 0.86, height: room.height * 0.3, leading: asides, largest: small }
  const below = text.length > 0 ? running(text, small, aside) : []
  const under = below.length * small * asides + (below.length > 0 ? small * 1.5 : 0)
  // The last line is for the mark of the sandbox.
  const high = room.height - under - 64
  const { lines, size } = fittedType(title, { width: room.width, height: high, leading, largest: 250 })
  const foot = room.y + room.height - 46
  const last = foot - under
  const top = last - (lines.length - 1) * size * leading - size * 0.78
  return [
    rect({ x: room.x, y: top - 44 }, 92, 9, rule),
    ...lines.map((one, at) =>
      line(
        one,
        { x: room.x - size * 0.045, y: last - (lines.length - 1 - at) * size * leading },
        {
          size,
          fill: letters,
          bold: 0.022,
          spacing: -size * 0.018,
        },
      ),
    ),
    ...below.map((one, at) =>
      line(
        one,
        { x: room.x, y: foot - (below.length - 1 - at) * small * asides },
        { size: small, fill: letters, opacity: 0.82 },
      ),
    ),
  ].join('')
}

/** A poster of the prompt's words, for prompts that no other family can draw. */
export const lettering: DrawFamily = (sketch, parts) => {
  const random = sketch.random('lettering')
  const { paper, ink, low, high, accent, second, near, light } = sketch.palette
  const base = offMiddle(
    random.pick([
      mix(paper, low, 0.18),
      mix(paper, light, 0.5),
      mix(ink, high, 0.22),
      darker(mix(accent, ink, 0.34), 0.02),
      mix(near, ink, 0.35),
      mix(low, paper, 0.3),
    ]),
  )
  const isDark = base.l < 0.56
  // On a transparent background: a lightness that is legible on any.
  const letters = parts.isTransparent
    ? { ...accent, l: 0.58 }
    : readable(isDark ? mix(paper, light, 0.5) : darker(ink, 0.02), base)
  const far = (colour: Colour) => (Math.abs(colour.l - base.l) < 0.12 ? lighter(colour, isDark ? 0.16 : -0.14) : colour)
  const colours = [
    accent,
    mix(second, base, 0.12),
    mix(accent, base, 0.42),
    mix(near, base, 0.3),
    turned(mix(second, base, 0.5), 8),
  ].map(far)
  const copy = copyOf(parts)
  const rooms = roomsOf(sketch, copy.title.length > 0)
  const draw = random.pick(ornaments)
  const paint = sketch.linear([stop(0, lighter(base, 0.018)), stop(1, darker(base, 0.018))], { x: 0.4, y: 1 })
  return {
    ground:
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, paint) + draw(sketch.random('shapes'), rooms.shapes, colours),
    figure:
      set(copy, rooms.words, { letters, rule: far(accent) }) +
      line(
        'SANDBOX',
        { x: sketch.width - 48, y: sketch.height - 44 },
        { size: 14, fill: letters, opacity: 0.6, anchor: 'end', spacing: 2.5 },
      ),
  }
}

import { plainWords } from '../../../akin.ts'
import type { Random } from '../../../seeded-random.ts'
import { type Colour, darker, lighter, mix, turned } from '../colour.ts'
import type { DrawFamily, ScenePlan } from '../plan-scene.ts'
import { namedFirst } from '../read-prompt.ts'
import { path, placed, rect, type ScenePoint, type Sketch, stop } from '../sketch.ts'
import { fittedType, isCovered, line, running } from '../typesetting.ts'

interface Room extends ScenePoint {
  readonly width: number
  readonly height: number
}

/** The shapes of a tile, with edges of one unit. */
const shapes = [
  'M0 0A1 1 0 0 1 1 1L0 1Z',
  'M0 0A1 1 0 0 1 1 1A1 1 0 0 1 0 0Z',
  'M0 .5A.5 .5 0 0 1 1 .5ZM0 1A.5 .5 0 0 1 1 1Z',
  'M0 0L1 1L0 1Z',
  'M0 0H1V.25H0ZM0 .5H1V.75H0Z',
  'M.5 0A.5 .5 0 0 1 .5 1A.5 .5 0 0 1 .5 0Z',
  'M0 0A1 1 0 0 0 1 1A1 1 0 0 0 0 0ZM0 .6A.4 .4 0 0 1 .4 1H0Z',
]

function tiles(random: Random, { x, y, width, height }: Room, colours: readonly Colour[]): string {
  const size = width / Math.max(2, Math.round((width / Math.min(width, height)) * random.pick([3, 4])))
  const [columns, rows] = [Math.round(width / size), Math.ceil(height / size)]
  return Array.from({ length: columns * rows }, (_, index) => {
    const at = { x: x + (index % columns) * size, y: y + height - (Math.floor(index / columns) + 1) * size }
    const first = random.below(colours.length)
    const [colour, back] = [colours[first], colours[(first + 1 + random.below(3)) % colours.length]]
    const [shape, turn, chance] = [random.pick(shapes), random.below(4) * 90, random.next()]
    if (!colour || !back) return ''
    const middle = { x: at.x + size / 2, y: at.y + size / 2 }
    const drawn = placed(path(shape, colour), { x: -size / 2, y: -size / 2 }, { scale: size })
    const ground = chance < 0.45 ? rect(at, size + 0.5, size + 0.5, back, { opacity: 0.3 + chance }) : ''
    return ground + (chance > 0.92 ? '' : placed(drawn, middle, { turn }))
  }).join('')
}

export const abstract: DrawFamily = (sketch) => {
  const { paper, ink, accent, second, high, near } = sketch.palette
  const whole = { x: 0, y: 0, width: sketch.width, height: sketch.height }
  return {
    ground: rect(whole, sketch.width, sketch.height, paper),
    figure: tiles(sketch.random('tiles'), whole, [accent, second, ink, high, near]),
  }
}

const margin = 84
const leading = 1.04
const asides = 1.36

const mostTitleWords = 6
const mostTitleLetters = 44
const mostLetters = 28

/** The least difference in lightness between letters and background. */
const leastContrast = 0.5

const readable = (colour: Colour, ground: Colour): Colour =>
  Math.abs(colour.l - ground.l) >= leastContrast
    ? colour
    : { ...colour, l: ground.l > 0.56 ? Math.max(0.12, ground.l - 0.6) : Math.min(0.97, ground.l + 0.6) }

/** Moves a ground away from middle lightness, on which neither light nor dark letters are legible. */
const offMiddle = (ground: Colour): Colour =>
  ground.l < 0.48 || ground.l > 0.8 ? ground : { ...ground, l: ground.l < 0.62 ? 0.42 : 0.86 }

const lead =
  /^(?:please\s+|can you\s+|could you\s+)*(?:(?:draw|paint|create|make|generate|show|render|design|give)\s+(?:me\s+|us\s+)?)?(?:an?\s+|the\s+)?(?:(?:image|picture|photo|photograph|illustration|painting|drawing)\s+of\s+)?/i

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

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

type Written = Pick<ScenePlan, 'prompt' | 'texts'>

/** Title: the quoted words, else a short prompt, else what a long prompt names first. */
function copyOf({ prompt, texts }: Written): Copy {
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

/** The title of a prompt in one line, as far as the font has its characters. */
export const titleOf = (plan: Written): string => copyOf(plan).title.join(' ')

/** The areas of words and shapes: side by side in a wide picture, else one above the other; without words all is for shapes. */
function roomsOf({ width, height }: Sketch, hasWords: boolean): { readonly words: Room; readonly shapes: Room } {
  const whole = { x: 0, y: 0, width, height: height - margin }
  if (!hasWords) return { words: whole, shapes: whole }
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

function set({ title, text }: Copy, room: Room, letters: Colour, rule: Colour): string {
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
  const type = { size, fill: letters, bold: 0.022, spacing: -size * 0.018 }
  return [
    rect({ x: room.x, y: last - (lines.length - 1) * size * leading - size * 0.78 - 44 }, 92, 9, rule),
    ...lines.map((one, at) => {
      const y = last - (lines.length - 1 - at) * size * leading
      return line(one, { x: room.x - size * 0.045, y }, type)
    }),
    ...below.map((one, at) => {
      const y = foot - (below.length - 1 - at) * small * asides
      return line(one, { x: room.x, y }, { size: small, fill: letters, opacity: 0.82 })
    }),
  ].join('')
}

export const lettering: DrawFamily = (sketch, parts) => {
  const random = sketch.random('lettering')
  const { paper, ink, low, high, accent, second, near, light } = sketch.palette
  const lightGrounds = [mix(paper, low, 0.18), mix(paper, light, 0.5), mix(low, paper, 0.3)]
  const darkGrounds = [mix(ink, high, 0.22), darker(mix(accent, ink, 0.34), 0.02), mix(near, ink, 0.35)]
  const base = offMiddle(random.pick([...lightGrounds, ...darkGrounds]))
  const isDark = base.l < 0.56
  const onBase = readable(isDark ? mix(paper, light, 0.5) : darker(ink, 0.02), base)
  // On a transparent background: a lightness that is legible on any.
  const letters = parts.isTransparent ? { ...accent, l: 0.58 } : onBase
  const far = (colour: Colour) => (Math.abs(colour.l - base.l) < 0.12 ? lighter(colour, isDark ? 0.16 : -0.14) : colour)
  const shown = [accent, mix(second, base, 0.12), mix(accent, base, 0.42), mix(near, base, 0.3)]
  const colours = [...shown, turned(mix(second, base, 0.5), 8)].map(far)
  const copy = copyOf(parts)
  const rooms = roomsOf(sketch, copy.title.length > 0)
  const paint = sketch.linear([stop(0, lighter(base, 0.018)), stop(1, darker(base, 0.018))], { x: 0.4, y: 1 })
  const mark = { size: 14, fill: letters, opacity: 0.6, anchor: 'end', spacing: 2.5 } as const
  return {
    ground:
      rect({ x: 0, y: 0 }, sketch.width, sketch.height, paint) + tiles(sketch.random('shapes'), rooms.shapes, colours),
    figure:
      set(copy, rooms.words, letters, far(accent)) +
      line('SANDBOX', { x: sketch.width - 48, y: sketch.height - 44 }, mark),
  }
}

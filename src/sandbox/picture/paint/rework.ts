import { randomOf } from '../../seeded-random.ts'
import type { Tint } from '../picture-task.ts'
import { type Colour, colourOf, lighter, mix, rgbOf } from '../scene/colour.ts'
import type { ScenePlan } from '../scene/plan-scene.ts'
import { type Pixels, scaledToCover } from './pixels.ts'

/** The styles of an edit; the first whose words occur in the prompt is applied. */
const styles = {
  sketch: /\b(sketch|drawing|pencil|outline|line art|engraving|etching|ink)\b/i,
  soft: /\b(watercolou?r|soft|dreamy|blur(?:red|ry)?|paint(?:ed|ing)?|oil|impressionist|pastel)\b/i,
  grey: /\b(black[- ]and[- ]white|monochrome|gr[ae]yscale|noir)\b/i,
} as const

type Style = keyof typeof styles | 'graded'

const named = Object.keys(styles).filter((name): name is keyof typeof styles => Object.hasOwn(styles, name))

const styleOf = (prompt: string): Style => named.find((style) => styles[style].test(prompt)) ?? 'graded'

/** A gradient map: for every lightness a colour of the scene's palette, mixed with the references' colours. */
function rampOf({ palette }: ScenePlan, isDark: boolean, tints: readonly Tint[], style: Style): Uint8ClampedArray {
  const brightest = isDark ? 0.52 : 1
  const { ink, near, far, accent, low, light } = palette
  const own = isDark
    ? [ink, near, far, low, mix(low, light, 0.5)]
    : [ink, near, mix(far, near, 0.3), mix(far, accent, 0.45), low, light]
  const others = tints.map((tint) => colourOf(...tint))
  const stops = own.map((stop, at): Colour => {
    const other = others[at % Math.max(1, others.length)]
    const shown = other ? mix(stop, { ...other, l: stop.l, c: other.c * 1.2 }, 0.85) : stop
    return { ...shown, l: (at / (own.length - 1)) * brightest, c: style === 'grey' ? 0 : shown.c }
  })
  const ramp = new Uint8ClampedArray(256 * 3)
  for (let level = 0; level < 256; level += 1) {
    const place = (level / 255) * (stops.length - 1)
    const [from, to] = [stops[Math.floor(place)], stops[Math.ceil(place)]]
    if (from && to) ramp.set(rgbOf(mix(from, to, place % 1)), level * 3)
  }
  return ramp
}

const lightnessAt = (data: Uint8ClampedArray, at: number) =>
  ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8

function sketched({ data, width, height }: Pixels): Pixels {
  const made = new Uint8ClampedArray(data)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      const right = x + 1 < width ? at + 4 : at
      const below = y + 1 < height ? at + width * 4 : at
      const edge =
        Math.abs(lightnessAt(data, at) - lightnessAt(data, right)) +
        Math.abs(lightnessAt(data, at) - lightnessAt(data, below))
      const tone = 238 - Math.min(215, edge * 5.5) - (255 - lightnessAt(data, at)) * 0.16
      made.fill(tone, at, at + 3)
    }
  }
  return { data: made, width, height }
}

function inLevels({ data, width, height }: Pixels, levels: number): Pixels {
  const step = 255 / (levels - 1)
  const made = data.map((value, at) => (at % 4 === 3 ? value : Math.round(value / step) * step))
  return { data: new Uint8ClampedArray(made), width, height }
}

/** Reduced to `short` pixels along the shorter edge, and enlarged again. */
export function coarse(pixels: Pixels, short: number): Pixels {
  const scale = short / Math.min(pixels.width, pixels.height)
  if (scale >= 1) return pixels
  return scaledToCover(
    scaledToCover(pixels, Math.ceil(pixels.width * scale), Math.ceil(pixels.height * scale)),
    pixels.width,
    pixels.height,
  )
}

/**
 * Recolours a picture with the plan's palette, applies the style that the prompt names, and adds a light whose place and strength depend on
 * the seed. The content stays in place.
 */
export function reworked(base: Pixels, prompt: string, seed: string, plan: ScenePlan, tints: readonly Tint[]): Pixels {
  const random = randomOf(`${seed}/rework`)
  const style = styleOf(prompt)
  const soft = () => inLevels(coarse(base, 150), 24)
  const shown = style === 'sketch' ? sketched(base) : style === 'soft' ? soft() : base
  const isDark = plan.mood === 'night' && style !== 'grey'
  const ramp = rampOf(plan, isDark, tints, style)
  const strength = style === 'grey' ? 1 : (isDark ? 0.74 : tints.length > 0 ? 0.6 : 0.48) + random.next() * 0.12
  const [lightX, lightY, fall] = [random.next(), random.next() * 0.6, 0.3 + random.next() * 0.2]
  const glow = rgbOf(lighter({ ...plan.palette.light, ...(style === 'grey' && { c: 0 }) }, 0.02))
  const brightness = isDark ? 0.08 : 0.2
  const { width, height } = shown
  const data = new Uint8ClampedArray(shown.data)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4
      const level = lightnessAt(data, at) * 3
      const far = Math.hypot(x / width - lightX, y / height - lightY)
      const light = 1.14 - fall * far
      const shine = Math.max(0, brightness - far * 0.32)
      for (let part = 0; part < 3; part += 1) {
        const toned = ((data[at + part] ?? 0) * (1 - strength) + (ramp[level + part] ?? 0) * strength) * light
        data[at + part] = toned * (1 - shine) + (glow[part] ?? 0) * shine
      }
    }
  }
  return { data, width, height }
}

/** A colour in OKLCH, where equal steps look equal: lightness 0–1, chroma 0–0.37, hue in degrees. */
export interface Colour {
  readonly l: number
  readonly c: number
  readonly h: number
}

export interface ScenePalette {
  /** The top of the sky, or the darker half of a backdrop. */
  readonly high: Colour
  /** The sky at the horizon, or the lighter half of a backdrop. */
  readonly low: Colour
  /** Sun, moon, lamps. */
  readonly light: Colour
  readonly far: Colour
  readonly near: Colour
  /** The darkest: the foreground. */
  readonly ink: Colour
  /** The main colour of subjects and details, and one to go with it. */
  readonly accent: Colour
  readonly second: Colour
  readonly paper: Colour
}

type Triple = readonly [number, number, number]

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function labOf([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function linearOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const labOfColour = ({ l, c, h }: Colour): Triple => {
  const angle = (h * Math.PI) / 180
  return [l, c * Math.cos(angle), c * Math.sin(angle)]
}

function colourOfLab([l, a, b]: Triple): Colour {
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

export function colourOf(red: number, green: number, blue: number): Colour {
  return colourOfLab(labOf([toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)]))
}

export function fromHex(hex: string): Colour {
  const bits = Number.parseInt(hex.slice(1), 16)
  return colourOf((bits >> 16) & 255, (bits >> 8) & 255, bits & 255)
}

/** 8-bit red, green and blue; a colour that screens cannot show loses chroma until they can. */
export function rgbOf(colour: Colour): Triple {
  let shown = colour
  let linear = linearOf(labOfColour(shown))
  while (shown.c > 0.002 && linear.some((part) => part < -0.0005 || part > 1.0005)) {
    shown = { ...shown, c: shown.c * 0.94 }
    linear = linearOf(labOfColour(shown))
  }
  const [red, green, blue] = linear
  const eight = (part: number) => Math.round(clamp(toGamma(clamp(part))) * 255)
  return [eight(red), eight(green), eight(blue)]
}

export function hex(colour: Colour): string {
  return `#${rgbOf(colour)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}

/** Between two colours: 0 is the first, 1 the second. Straight through OKLab, so that no third hue comes up on the way. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const [l1, a1, b1] = labOfColour(from)
  const [l2, a2, b2] = labOfColour(to)
  return colourOfLab([l1 + (l2 - l1) * share, a1 + (a2 - a1) * share, b1 + (b2 - b1) * share])
}

export const lighter = (colour: Colour, by: number): Colour => ({ ...colour, l: clamp(colour.l + by) })
export const darker = (colour: Colour, by: number): Colour => lighter(colour, -by)
export const turned = (colour: Colour, degrees: number): Colour => ({ ...colour, h: (colour.h + degrees + 360) % 360 })

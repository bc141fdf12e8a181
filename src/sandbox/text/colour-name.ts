type Colour = readonly [red: number, green: number, blue: number]

/** Where a hue ends, in degrees, and what it is called. */
const hues = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [160, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [290, 'violet'],
  [340, 'magenta'],
  [360, 'red'],
] as const

/** What a colour is called: `dark blue`, `light grey`. */
export function colourName([red, green, blue]: Colour): string {
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const lightness = (high + low) / 510
  if (lightness > 0.95) return 'white'
  if (lightness < 0.06) return 'black'
  const shade = lightness > 0.72 ? 'light ' : lightness < 0.32 ? 'dark ' : ''
  const spread = high - low
  const saturation = spread / (255 - Math.abs(high + low - 255))
  if (saturation < 0.12) return `${shade}grey`
  const turn =
    high === red ? (green - blue) / spread : high === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  const hue = (turn * 60 + 360) % 360
  const name = hues.find(([end]) => hue <= end)?.[1] ?? 'red'
  if (lightness < 0.4 && name === 'orange') return 'brown'
  if (lightness < 0.4 && name === 'yellow') return 'olive'
  return `${shade}${name}`
}

/** `#1a2b3c`. */
export const hexOf = (colour: Colour): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

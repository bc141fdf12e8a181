import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The relative luminance of each opaque colour of the dark theme: WCAG's formula, with the matrices of CSS Color 4 for OKLCH. */
function luminances(): Map<string, number> {
  const [, block = ''] = css.split('\n[data-theme="dark"] {\n')
  const [own = ''] = block.split('\n}')
  return new Map(
    [...own.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)].map(([, name = '', ...parts]) => {
      const [light = 0, chroma = 0, degrees = 0] = parts.map(Number)
      const [a, b] = [chroma * Math.cos((degrees * Math.PI) / 180), chroma * Math.sin((degrees * Math.PI) / 180)]
      const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
      const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
      const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
      const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
      const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
      const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
      const within = (part: number) => Math.min(1, Math.max(0, part))
      return [name, 0.2126 * within(red) + 0.7152 * within(green) + 0.0722 * within(blue)]
    }),
  )
}

// In the light theme the end-to-end tests ask axe about each place: there a cable's colour is no text on some grounds.
test('in the dark theme every text can be read on every ground, and on every button', () => {
  const of = luminances()
  const contrast = (one: string, other: string) => {
    const both = [of.get(one) ?? Number.NaN, of.get(other) ?? Number.NaN]
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
  }
  const cables = ['chat', 'images', 'video', 'audio']
  const texts = ['ink', 'soft', 'faint', 'danger', 'warning', 'success', ...cables]
  const pairs = [
    ...texts.flatMap((text) => ['ground', 'surface', 'raised', 'sunken'].map((ground) => [text, ground] as const)),
    ...cables.map((cable) => ['on-cable', cable] as const),
  ]
  expect(contrast('ink', 'ground')).toBeCloseTo(15.9, 0)
  expect(pairs.filter((pair) => !(contrast(...pair) >= 4.5))).toEqual([])
})

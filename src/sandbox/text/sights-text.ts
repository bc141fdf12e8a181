import { colourName, hexOf } from './colour-name.ts'
import { inlineCode } from './quoting.ts'
import { howTokensCount, type Sight, tokensOf } from './sights.ts'

const plural = (count: number) => (count === 1 ? '1 picture' : `${count} pictures`)

/** What was found out about the pictures of a request, in Markdown; empty where there are none. */
export function sightsText(sights: readonly Sight[]): string {
  if (sights.length === 0) return ''
  const now = sights.filter(({ came }) => came === 'now')
  const before = sights.length - now.length
  const tokens = sights.reduce((sum, sight) => sum + tokensOf(sight), 0)
  const told = [
    now.length > 0 &&
      `${plural(now.length)} came with this message. What stands here was computed from ${now.length === 1 ? 'its' : 'their'} bytes and pixels; no model has looked.`,
    now.length > 0 && table(now),
    before > 0 &&
      `${plural(before)} of earlier messages came along again; only ${before === 1 ? 'its header was' : 'their headers were'} read.`,
    `In the usage all ${sights.length === 1 ? 'of it counts' : 'of them count'} as ${tokens} input tokens (${howTokensCount}).`,
  ]
  return `### ${now.length === 1 ? 'The picture' : 'The pictures'}\n\n${told.filter(Boolean).join('\n\n')}\n\n`
}

const table = (sights: readonly Sight[]) =>
  [
    '| | Type | Pixels | Bytes | Lightness | Main colours | Detail |',
    '| ---: | :--- | :--- | ---: | :--- | :--- | :--- |',
    ...sights.map((sight, at) => `| ${at + 1} | ${cells(sight).join(' | ')} |`),
  ].join('\n')

function cells(sight: Sight): readonly string[] {
  const detail = sight.detail === undefined ? 'not\u00a0sent' : inlineCode(sight.detail, 20)
  if (sight.kind === 'unseen') return ['not looked at', '', '', '', sight.why, detail]
  const { format, size, bytes, look } = sight
  const facts = [format.toUpperCase(), `${size.width}\u00a0×\u00a0${size.height}`, bytes.toLocaleString('en')]
  if (!look) return [...facts, '', 'not decoded: the sandbox has no decoder for it', detail]
  const seeThrough = look.opacity < 0.995 ? `, ${percent(1 - look.opacity)} see-through` : ''
  const colours = look.colours.map(
    ({ colour, share }) => `${colourName(colour)} ${inlineCode(hexOf(colour))} ${percent(share)}`,
  )
  return [...facts, `${percent(look.lightness)}${seeThrough}`, colours.join(', '), detail]
}

const percent = (share: number) => `${Math.round(share * 100)}\u00a0%`

/** The same as values, for an answer in JSON. */
export const sightFacts = (sights: readonly Sight[]): readonly unknown[] =>
  sights.map((sight) => {
    if (sight.kind === 'unseen') return { looked_at: false, why: sight.why }
    const { format, size, bytes, look } = sight
    const colours = look?.colours.map(({ colour }) => hexOf(colour))
    return {
      type: `image/${format}`,
      ...size,
      bytes,
      ...(look && { lightness: Math.round(look.lightness * 100) / 100, colours }),
    }
  })

import { isRecord, type JsonRecord, listOf, nonBlankOf, ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { bytesInBase64, dataUrlHead } from '#media/data-url.ts'
import { dimensionsOf } from '#media/dimensions.ts'
import { platform } from '#sandbox/platform.ts'
import { inputOf, lookAt } from '../picture/inputs.ts'
import type { Look, Paint, Size, Tint } from '../picture/picture-task.ts'
import { refusal } from '../refusal.ts'
import { inlineCode } from './quoting.ts'

/** An image in the input of a text model, and what was measured of it. */
export type Sight = {
  /** The requested `detail`. */
  readonly detail: string | undefined
  /** Whether it belongs to the last message or to earlier ones. */
  readonly came: 'now' | 'before'
} & (
  | {
      readonly kind: 'seen'
      readonly format: string
      readonly bytes: number
      readonly size: Size
      readonly look: Look | undefined
    }
  | { readonly kind: 'unseen'; readonly why: string }
)

/** An image part of a request with the path of its field. */
interface Found {
  readonly value: unknown
  readonly part: JsonRecord
  readonly field: string
  readonly came: Sight['came']
}

/**
 * Measures the images of a request. Those of the last message and of the tool outputs after it are decoded; of the others only the
 * headers are read. URLs are not fetched. Anything that is not an image throws a 400 that names its field.
 */
export async function sightsOf(body: JsonRecord, paint: Paint, signal: AbortSignal): Promise<readonly Sight[]> {
  const sights: Sight[] = []
  for (const found of picturesIn(body)) sights.push(await sightOf(found, paint, signal))
  return sights
}

function picturesIn(body: JsonRecord): readonly Found[] {
  const list = Array.isArray(body.input) ? 'input' : 'messages'
  const items = listOf(body[list]).map(recordOf)
  const last = items.findLastIndex(({ role }) => role === 'user')
  return items.flatMap((item, at) =>
    ['content', 'output'].flatMap((name) =>
      listOf(ownOf(item, name)).flatMap((one, place): Found[] => {
        const part = recordOf(one)
        if (part.type !== 'input_image' && part.type !== 'image_url') return []
        const field = `${list}[${at}].${name}[${place}].image_url`
        const came = at >= last ? 'now' : 'before'
        return isRecord(part.image_url)
          ? [{ value: part.image_url.url, part: { ...part, ...part.image_url }, field: `${field}.url`, came }]
          : [{ value: part.image_url, part, field, came }]
      }),
    ),
  )
}

async function sightOf({ value, part, field, came }: Found, paint: Paint, signal: AbortSignal): Promise<Sight> {
  const common = { detail: nonBlankOf(part.detail), came }
  const unseen = (why: string): Sight => ({ ...common, kind: 'unseen', why })
  const url = stringOf(value)
  if (url === '' && part.file_id !== undefined) return unseen('Sent as a file id; the sandbox does not store files.')
  if (/^https?:/i.test(url)) return unseen('Sent as a URL; the sandbox does not fetch URLs.')
  if (!/^data:/i.test(url)) throw refusal(`${field}: send a data URL or an https URL.`, field)
  const gif = gifIn(url)
  if (gif) return { ...common, kind: 'seen', format: 'gif', ...gif, look: undefined }
  const input = await inputOf(url, field)
  const size = dimensionsOf(input.bytes) ?? { width: 0, height: 0 }
  const seen = { ...common, kind: 'seen', format: input.format, bytes: input.bytes.length, size } as const
  if (came === 'before') return { ...seen, look: undefined }
  const look = await lookAt(input, paint, signal)
  return { ...seen, size: { width: look.width, height: look.height }, look }
}

/** GIFs are measured by their header alone, since there is no decoder for them. */
function gifIn(url: string): { readonly bytes: number; readonly size: Size } | undefined {
  const text = url.slice(dataUrlHead(url)?.head.length ?? url.length)
  const size = !text.startsWith('R0lGOD') ? undefined : dimensionsOf(platform.fromBase64(text.slice(0, 64)))
  return size && { bytes: bytesInBase64(text), size }
}

const base = 85
const tile = 170

/** Tokens of an image as providers count them; the base figure for low detail and for images that were not decoded. */
export function tokensOf(sight: Sight): number {
  if (sight.kind === 'unseen' || sight.detail === 'low') return base
  const { width, height } = sight.size
  const fitted = Math.min(1, 2048 / Math.max(width, height))
  const scale = fitted * Math.min(1, 768 / (Math.min(width, height) * fitted))
  return base + tile * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
}

/** The rule of `tokensOf` in words. */
const howTokensCount = `estimate: ${base} for each image plus ${tile} for each tile of 512 pixels; ${base} at low detail`

const plural = (count: number) => (count === 1 ? '1 image' : `${count} images`)

/** The measurements of a request's images as Markdown; empty without images. */
export function sightsText(sights: readonly Sight[]): string {
  if (sights.length === 0) return ''
  const now = sights.filter(({ came }) => came === 'now')
  const before = sights.length - now.length
  const tokens = sights.reduce((sum, sight) => sum + tokensOf(sight), 0)
  const told = [
    now.length > 0 &&
      `${plural(now.length)} received with this message. The figures are computed from ${now.length === 1 ? 'its' : 'their'} bytes and pixels; no model has seen ${now.length === 1 ? 'it' : 'them'}.`,
    now.length > 0 && table(now),
    before > 0 &&
      `${plural(before)} from earlier messages sent again; only ${before === 1 ? 'its header was' : 'the headers were'} read.`,
    `Counted in the usage as ${tokens} input tokens (${howTokensCount}).`,
  ]
  return `### ${now.length === 1 ? 'Image' : 'Images'}\n\n${told.filter(Boolean).join('\n\n')}\n\n`
}

const table = (sights: readonly Sight[]) =>
  [
    '| | Type | Pixels | Bytes | Lightness | Main colours | Detail |',
    '| ---: | :--- | :--- | ---: | :--- | :--- | :--- |',
    ...sights.map((sight, at) => `| ${at + 1} | ${cells(sight).join(' | ')} |`),
  ].join('\n')

function cells(sight: Sight): readonly string[] {
  const detail = sight.detail === undefined ? 'not\u00a0sent' : inlineCode(sight.detail, 20)
  if (sight.kind === 'unseen') return ['not decoded', '', '', '', sight.why, detail]
  const { format, size, bytes, look } = sight
  const facts = [format.toUpperCase(), `${size.width}\u00a0×\u00a0${size.height}`, bytes.toLocaleString('en')]
  if (!look) return [...facts, '', 'not decoded: the sandbox has no decoder for this format', detail]
  const seeThrough = look.opacity < 0.995 ? `, ${percent(1 - look.opacity)} transparent` : ''
  const colours = look.colours.map(({ colour, share }) => `${inlineCode(hexOf(colour))} ${percent(share)}`)
  return [...facts, `${percent(look.lightness)}${seeThrough}`, colours.join(', '), detail]
}

const percent = (share: number) => `${Math.round(share * 100)}\u00a0%`

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

const hexOf = (colour: Tint): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

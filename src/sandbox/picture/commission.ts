import { stringOf } from '#contract/core/loose-json.ts'
import { refusal } from '../refusal.ts'
import { seedFor } from '../seeded-random.ts'
import { estimateTokens } from '../text/tokens.ts'
import { type PictureFormat, type PictureOutput, pictureFormats, type Size } from './picture-task.ts'
import type { Detail } from './scene/sketch.ts'

export interface Commission {
  readonly model: string
  readonly prompt: string
  readonly count: number
  /** Undefined for `auto`: an edit then has the first picture's size. */
  readonly size: Size | undefined
  readonly quality: 'low' | 'medium' | 'high'
  readonly detail: Detail
  readonly output: PictureOutput
  readonly background: 'opaque' | 'transparent'
  readonly partials: number
  /** Whether the reply gives the address of each picture in place of its bytes. */
  readonly isLinked: boolean
  /** A hash of all further fields that may change what is drawn. */
  readonly seed: string
}

type Body = Readonly<Record<string, unknown>>

export interface PictureRequest {
  readonly model: string
  readonly body: Body
  readonly signal: AbortSignal
}

/** Fields that are not part of the seed, so that qualities, sizes and formats of one picture can be compared. */
const leavesScene = new Set([
  'prompt',
  'n',
  'size',
  'quality',
  'output_format',
  'output_compression',
  'moderation',
  'images',
  'mask',
  'stream',
  'partial_images',
  'response_format',
  'user',
])

const maxEdge = 3840
const minEdge = 16
const maxPixels = 8_294_400
const mostPartials = 3

function sizeOf({ size }: Body): Size | undefined {
  if (size === undefined || size === 'auto') return undefined
  const [, width = 0, height = 0] = (/^(\d{2,4})x(\d{2,4})$/.exec(stringOf(size)) ?? []).map(Number)
  const fits = Math.min(width, height) >= minEdge && Math.max(width, height) <= maxEdge && width * height <= maxPixels
  if (!fits)
    throw refusal(
      `Use auto or WIDTHxHEIGHT with edges from ${minEdge} to ${maxEdge} and up to 8,294,400 pixels.`,
      'size',
    )
  return { width, height }
}

/** The default size; words such as `wide` and `poster` in the prompt set the aspect ratio. */
export function usualSize(prompt: string): Size {
  if (/\b(wide|panorama|panoramic|horizontal|banner|widescreen)\b/i.test(prompt)) return { width: 1536, height: 1024 }
  if (/\b(tall|vertical|portrait|poster|phone wallpaper)\b/i.test(prompt)) return { width: 1024, height: 1536 }
  return { width: 1024, height: 1024 }
}

const details = { low: 1, medium: 2, high: 3 } as const

function qualityOf(model: string, { quality = 'auto' }: Body): keyof typeof details {
  if (quality === 'auto') return model === 'gen-image-2' ? 'high' : 'medium'
  if (quality === 'low' || quality === 'medium' || quality === 'high') return quality
  throw refusal('Use auto, low, medium or high.', 'quality')
}

function formatOf({ output_format: asked = 'png' }: Body): PictureFormat {
  const format = pictureFormats.find((one) => one === asked)
  if (format) return format
  throw refusal('Use png, jpeg or webp.', 'output_format')
}

function backgroundOf({ background = 'auto' }: Body, format: PictureFormat): Commission['background'] {
  if (background === 'auto' || background === 'opaque') return 'opaque'
  if (background !== 'transparent') throw refusal('Use auto, opaque or transparent.', 'background')
  if (format === 'jpeg') throw refusal('A transparent background requires png or webp as output_format.', 'background')
  return 'transparent'
}

function isLinkedIn({ response_format: asked = 'b64_json' }: Body): boolean {
  if (asked === 'url' || asked === 'b64_json') return asked === 'url'
  throw refusal('Use b64_json or url.', 'response_format')
}

function partialsOf({ partial_images: asked = 0 }: Body): number {
  if (typeof asked === 'number' && asked <= mostPartials) return asked
  throw refusal(`At most ${mostPartials} partial images.`, 'partial_images')
}

/** Reads a request for pictures. Throws a refusal that names the field for what the sandbox cannot draw. */
export function commissionOf({ model, body }: PictureRequest): Commission {
  const format = formatOf(body)
  const quality = qualityOf(model, body)
  return {
    model,
    prompt: stringOf(body.prompt),
    count: typeof body.n === 'number' ? body.n : 1,
    size: sizeOf(body),
    quality,
    detail: details[quality],
    output: { format, compression: typeof body.output_compression === 'number' ? body.output_compression : 100 },
    background: backgroundOf(body, format),
    partials: partialsOf(body),
    isLinked: isLinkedIn(body),
    seed: seedFor(body, leavesScene),
  }
}

/** Tokens of a square of 1024 pixels, by quality, as providers count them. */
const perSquare = { low: 272, medium: 1056, high: 4160 } as const

const square = 1024 * 1024

export type Quality = keyof typeof perSquare

const tokensOf = ({ width, height }: Size, quality: Quality) =>
  Math.ceil((perSquare[quality] * width * height) / square)

export interface PictureUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
  readonly input_tokens_details: { readonly text_tokens: number; readonly image_tokens: number }
  readonly estimated: true
}

/** Token counts in the usual shape; `estimated` marks counts made without a tokenizer. */
export function pictureUsage(
  prompt: string,
  inputs: readonly Size[],
  made: { size: Size; quality: Quality; count: number },
): PictureUsage {
  const text = estimateTokens(prompt)
  const images = inputs.reduce((sum, size) => sum + tokensOf(size, 'medium'), 0)
  const output = tokensOf(made.size, made.quality) * made.count
  return {
    input_tokens: text + images,
    output_tokens: output,
    total_tokens: text + images + output,
    input_tokens_details: { text_tokens: text, image_tokens: images },
    estimated: true,
  }
}

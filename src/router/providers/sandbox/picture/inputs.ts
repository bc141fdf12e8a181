import { isRecord } from '#contract/read-loosely.ts'
import { type Dimensions, dimensionsOf } from '#media/dimensions.ts'
import { sniffType } from '#media/sniff-type.ts'
import type { RouterError } from '../../../router-error.ts'
import { listOf } from '../loose.ts'
import { refusal } from '../refusal.ts'
import { hasAlpha } from './has-alpha.ts'
import { type PictureFile, type PictureFormat, pictureFormats } from './order.ts'

const MB = 1024 * 1024
const mostImages = 16
const mostBytes = 50 * MB
const mostPixels = 64_000_000

/** A picture that came with a request: known by its first bytes, not yet decoded. */
export interface Input extends PictureFile {
  /** The field it came in: `images[0]`, `mask`. */
  readonly field: string
  readonly sha256: string
}

export interface Inputs {
  readonly images: readonly Input[]
  readonly mask?: Input
}

const formatOf = (bytes: Uint8Array): PictureFormat | undefined =>
  pictureFormats.find((format) => sniffType(bytes) === `image/${format}`)

/** The text or bytes that a reference stands for: a file, a string, or `{ image_url }`, also with `{ url }` inside. */
function contentOf(value: unknown): unknown {
  if (value instanceof Blob || typeof value === 'string') return value
  if (!isRecord(value)) return undefined
  return contentOf(value.image_url ?? value.url ?? value.b64_json ?? value.data)
}

const tooLarge = (field: string): RouterError => refusal(`${field}: a picture has at most ${mostBytes / MB} MB.`, field)

/** What a data URL holds; another text is taken for base64. */
function dataOf(content: string): { readonly text: string; readonly encoding: BufferEncoding } {
  const comma = content.slice(0, 500).indexOf(',')
  const head = comma < 0 ? '' : content.slice(0, comma)
  const isPlain = /^data:/i.test(head) && !/;base64$/i.test(head)
  return { text: content.slice(comma + 1), encoding: isPlain ? 'latin1' : 'base64' }
}

/** The bytes of a reference. Nothing is fetched: the sandbox works without a network. */
async function bytesOf(value: unknown, field: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = contentOf(value)
  if (content instanceof Blob) {
    if (content.size > mostBytes) throw tooLarge(field)
    return new Uint8Array(await content.arrayBuffer())
  }
  if (typeof content !== 'string') throw refusal(`${field}: send a file, or a data URL.`, field)
  if (/^https?:/i.test(content)) {
    throw refusal(`${field}: the sandbox fetches nothing. Send the picture as a file or as a data URL.`, field)
  }
  const { text, encoding } = dataOf(content)
  if (text.length > (mostBytes / 3) * 4 + 4) throw tooLarge(field)
  return new Uint8Array(Buffer.from(text, encoding))
}

function checkSize({ width, height }: Dimensions, field: string): void {
  if (width * height <= mostPixels) return
  throw refusal(`${field}: ${width}x${height} are more than 64 megapixels.`, field)
}

async function inputOf(value: unknown, field: string): Promise<Input> {
  const bytes = await bytesOf(value, field)
  const format = formatOf(bytes)
  const size = format && dimensionsOf(bytes)
  if (!format || !size) throw refusal(`${field}: this is no PNG, JPEG or WebP picture.`, field)
  checkSize(size, field)
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return { bytes, format, field, sha256: Buffer.from(hash).toString('hex') }
}

/**
 * The pictures of a request, judged by their headers before anything is decoded. What cannot be one is a 400 that names the field.
 * A mask must have an alpha channel; that it has the first picture's size shows when both are decoded.
 */
export async function readInputs({ images, mask }: Readonly<Record<string, unknown>>): Promise<Inputs> {
  const listed = listOf(images)
  if (listed.length > mostImages) throw refusal(`images: at most ${mostImages} pictures.`, 'images')
  const read: Input[] = []
  for (const [at, value] of listed.entries()) read.push(await inputOf(value, `images[${at}]`))
  if (mask === undefined) return { images: read }
  if (read.length === 0) throw refusal('mask: there is no picture that it could belong to.', 'mask')
  const found = await inputOf(mask, 'mask')
  if (!hasAlpha(found))
    throw refusal('mask: this picture has no alpha channel. What is transparent in a mask is replaced.', 'mask')
  return { images: read, mask: found }
}

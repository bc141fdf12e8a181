import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'
import { type Dimensions, dimensionsOf, jpegFrameAt } from '#media/dimensions.ts'
import { pngChunks } from '#media/png.ts'
import { hashOfBytes } from '#media/sha256.ts'
import { sniffType } from '#media/sniff-type.ts'
import { platform } from '#sandbox/platform.ts'
import { refusal, type SandboxRefusal } from '../refusal.ts'
import { ProcessError } from '../run-task.ts'
import { type Looked, type Paint, type PictureFile, type PictureFormat, pictureFormats } from './picture-task.ts'

const MB = 1024 * 1024
const mostImages = 16
export const mostBytes = 50 * MB
const mostPixels = 64_000_000

/** An uploaded picture, identified by its first bytes and not yet decoded. */
export interface Input extends PictureFile {
  /** The path of its field: `images[0]`, `mask`. */
  readonly field: string
  readonly sha256: string
}

export interface Inputs {
  readonly images: readonly Input[]
  readonly mask?: Input
}

const formatOf = (type: string | undefined): PictureFormat | undefined =>
  pictureFormats.find((format) => type === `image/${format}`)

/** Unwraps a reference to its text or file: a file, a string, or `{ image_url }`, also with `{ url }` inside. */
function contentOf(value: unknown): unknown {
  if (value instanceof Blob || typeof value === 'string') return value
  if (!isRecord(value)) return undefined
  return contentOf(value.image_url ?? value.url ?? value.b64_json ?? value.data)
}

const tooLarge = (field: string, what: 'image' | 'file'): SandboxRefusal =>
  refusal(`${field}: the ${what} is larger than ${mostBytes / MB} MB.`, field)

const percent = 0x25

/** Percent-decodes (`%2B` → `+`). Byte by byte, since the text may be a whole picture. */
function unescaped(text: string): string {
  if (!text.includes('%')) return text
  const bytes = platform.fromLatin1(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const value =
      bytes[at] === percent ? Number.parseInt(platform.toLatin1(bytes.subarray(at + 1, at + 3)), 16) : Number.NaN
    bytes[length] = Number.isNaN(value) ? (bytes[at] ?? 0) : value
    if (!Number.isNaN(value)) at += 2
    length += 1
  }
  return platform.toLatin1(bytes.subarray(0, length))
}

/**
 * Decodes base64 in either alphabet, also with white space and without padding; undefined where it is invalid. The platform skips invalid
 * characters, which makes the result shorter than expected; white space is removed only then.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = platform.fromBase64(text)
  const isWhole = (letters: number) => letters % 4 !== 1 && bytes.length === Math.floor((letters * 3) / 4)
  if (isWhole(text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0))) return bytes
  const bare = text.replace(/\s+/g, '').replace(/={1,2}$/, '')
  return isWhole(bare.length) ? bytes : undefined
}

const isDataUrl = (text: string) => /^\s*data:/i.test(text)

/** The content of a data URL; any other text counts as base64. */
function dataOf(content: string): { readonly text: string; readonly isPlain: boolean } {
  if (!isDataUrl(content)) return { text: content, isPlain: false }
  const comma = content.slice(0, 500).indexOf(',')
  const isPlain = comma >= 0 && !/;\s*base64\s*$/i.test(content.slice(0, comma))
  return { text: unescaped(content.slice(comma + 1)), isPlain }
}

function missing(value: unknown, field: string): SandboxRefusal {
  if (isRecord(value) && value.file_id !== undefined)
    return refusal(`${field}: the sandbox does not store files. Send the image as a file or a data URL.`, field)
  return refusal(`${field}: send a file or a data URL.`, field)
}

/** The bytes of a reference. Nothing is fetched: the sandbox works without a network. */
async function bytesOf(value: unknown, field: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = contentOf(value)
  if (!(content instanceof Blob) && typeof content !== 'string') throw missing(value, field)
  if (typeof content === 'string' && /^\s*(?!data:)[a-z][a-z0-9+.-]*:/i.test(content))
    throw refusal(`${field}: the sandbox does not fetch URLs. Send the image as a file or a data URL.`, field)
  return contentBytes(content, field, 'image')
}

/** The bytes of a file, of a data URL, or of a text in base64; at most `mostBytes`. Throws a refusal that names the field. */
export async function contentBytes(
  content: Blob | string,
  field: string,
  what: 'image' | 'file',
): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Blob) {
    if (content.size > mostBytes) throw tooLarge(field, what)
    return new Uint8Array(await content.arrayBuffer())
  }
  const { text, isPlain } = dataOf(content)
  if (text.length > (mostBytes / 3) * 4 + 4) throw tooLarge(field, what)
  const bytes = isPlain ? platform.fromLatin1(text) : fromBase64(text)
  if (bytes) return bytes
  const found = isDataUrl(content) ? 'the base64 of this data URL is invalid' : 'this is neither a data URL nor base64'
  throw refusal(`${field}: ${found}.`, field)
}

function checkSize({ width, height }: Dimensions, field: string): void {
  if (width * height <= mostPixels) return
  throw refusal(`${field}: ${width}x${height} is more than 64 megapixels.`, field)
}

/** Reads one picture and checks its header; pixels are not decoded. Throws a refusal that names the field. */
export async function inputOf(value: unknown, field: string): Promise<Input> {
  const bytes = await bytesOf(value, field)
  if (bytes.length === 0) throw refusal(`${field}: the file is empty.`, field)
  const type = sniffType(bytes)
  const format = formatOf(type)
  const size = format && dimensionsOf(bytes)
  const found =
    type === undefined ? 'this is not a PNG, JPEG or WebP image.' : `this is ${type}. Send PNG, JPEG or WebP.`
  if (!format) throw refusal(`${field}: ${found}`, field)
  if (!size) throw refusal(`${field}: the image cannot be decoded. It is damaged or truncated.`, field)
  checkSize(size, field)
  const why = whyUnreadable(bytes, format)
  if (why !== undefined) throw refusal(`${field}: the image cannot be decoded: ${why}`, field)
  return { bytes, format, field, sha256: await hashOfBytes(bytes) }
}

/**
 * Reads the pictures of a request and checks their headers; pixels are not decoded. Throws a refusal that names the field. A mask must have
 * an alpha channel; its size is compared with the first picture's once both are decoded.
 */
export async function readInputs({ images, mask, image }: JsonRecord): Promise<Inputs> {
  if (images === undefined && image !== undefined)
    throw refusal('In JSON, send the images as an array named images.', 'image')
  const listed = listOf(images)
  if (listed.length > mostImages) throw refusal(`images: at most ${mostImages} images.`, 'images')
  const read: Input[] = []
  for (const [at, value] of listed.entries()) read.push(await inputOf(value, `images[${at}]`))
  if (mask === undefined) return { images: read }
  if (read.length === 0) throw refusal('mask: there is no image for it.', 'mask')
  const found = await inputOf(mask, 'mask')
  if (!hasAlpha(found))
    throw refusal('mask: it has no alpha channel. Transparent pixels mark what is replaced.', 'mask')
  return { images: read, mask: found }
}

/** Decodes a picture. Throws a refusal where that fails. */
export async function lookAt(file: Input, paint: Paint, signal: AbortSignal): Promise<Looked> {
  try {
    const painted = await paint({ kind: 'look', file: { bytes: file.bytes, format: file.format } }, signal)
    if (painted.kind === 'looked') return painted
  } catch (thrown) {
    if (!(thrown instanceof ProcessError)) throw thrown
  }
  throw refusal(`${file.field}: the image cannot be decoded. It is damaged or truncated.`, file.field)
}

/** The number of colour components of a JPEG: 4 is CMYK. */
function jpegChannels(view: DataView): number {
  const at = jpegFrameAt(view)
  return at === undefined || at + 9 >= view.byteLength ? 0 : view.getUint8(at + 9)
}

/** Whether a JPEG has its end marker, which cannot occur within the pixels. Decoders fill missing rows with grey. */
function isWholeJpeg(bytes: Uint8Array, view: DataView): boolean {
  const start = jpegFrameAt(view)
  if (start === undefined) return false
  for (let at = bytes.lastIndexOf(0xd9); at > start + 1; at = bytes.lastIndexOf(0xd9, at - 1))
    if (bytes[at - 1] === 0xff) return true
  return false
}

const isAnimatedWebp = (view: DataView) => view.getUint32(12) === 0x56503858 && (view.getUint8(20) & 0x02) !== 0

/** Why the decoders cannot read a file, or only in part, as a sentence; undefined where they may be able to. */
function whyUnreadable(bytes: Uint8Array, format: PictureFormat): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'jpeg' && jpegChannels(view) === 4) return 'it uses CMYK colours. Save it as RGB.'
  if (format === 'jpeg' && !isWholeJpeg(bytes, view)) return 'it is truncated.'
  if (format === 'webp' && isAnimatedWebp(view)) return 'it is animated. Send a still image.'
  return undefined
}

/** Colour types 4 and 6 have alpha; for the others a `tRNS` chunk before the first `IDAT` makes a colour transparent. */
function pngHasAlpha(bytes: Uint8Array<ArrayBuffer>): boolean {
  for (const { name, data } of pngChunks(bytes)) {
    if (name === 'IHDR' && (data[9] === 4 || data[9] === 6)) return true
    if (name === 'tRNS') return true
    if (name === 'IDAT') return false
  }
  return false
}

function webpHasAlpha(view: DataView): boolean {
  const kind = view.getUint32(12)
  if (kind === 0x56503858) return (view.getUint8(20) & 0x10) !== 0
  return kind === 0x5650384c && (view.getUint8(24) & 0x10) !== 0
}

/** Whether a file has an alpha channel or transparent colours, by its header. */
function hasAlpha({ bytes, format }: PictureFile): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (format === 'png') return pngHasAlpha(bytes)
    return format === 'webp' && webpHasAlpha(view)
  } catch {
    // Cut short.
    return false
  }
}

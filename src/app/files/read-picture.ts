import { dimensionsOf, mostPixels } from '#media/dimensions.ts'
import { extensionOf, formatName } from '#media/media-type.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { NamedFile } from './named-file.ts'

/** What a place takes of pictures. */
export interface Taking<Sight> {
  readonly types: readonly string[]
  /** The same as a sentence: `Edits take PNG, JPEG and WebP.` */
  readonly inWords: string
  /** Rejects what the browser cannot draw. */
  readonly look: (blob: Blob) => Promise<Sight>
}

/** A file that is a picture. */
interface PictureFile<Sight> {
  readonly name: string
  /** The bytes as they were when they were read: a file on the disk may be another one a moment later. */
  readonly blob: Blob
  readonly bytes: Uint8Array
  /** By the bytes. */
  readonly type: string
  /** In pixels, as they lie in the file. */
  readonly width: number
  readonly height: number
  readonly sight: Sight
}

export type Refusal = { readonly kind: 'refused'; readonly why: string }

export const refused = (why: string): Refusal => ({ kind: 'refused', why })

/**
 * Reads a file as a picture: judged by its bytes and its header first, so that nothing huge or hostile is decoded, and only then
 * looked at by the browser. Never rejects.
 */
export async function readPicture<Sight>(
  { name, blob }: NamedFile,
  { types, inWords, look }: Taking<Sight>,
): Promise<Refusal | ({ readonly kind: 'ready' } & PictureFile<Sight>)> {
  if (blob.size === 0) return refused('The file is empty: 0 bytes.')
  const bytes = await blob.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )
  if (bytes === undefined) return refused('The file cannot be read any more.')
  const type = sniffType(bytes.subarray(0, sniffLength))
  if (type === undefined || !types.includes(type)) return refused(`By its bytes this is ${whatItIs(type)}. ${inWords}`)
  const size = dimensionsOf(bytes)
  if (size === undefined) return refused(`This ${formatName(type)} file is broken: its header says no size.`)
  const pixels = size.width * size.height
  if (pixels > mostPixels)
    return refused(
      `${size.width} × ${size.height} are ${Math.ceil(pixels / 1e6)} megapixels. An image may have ${mostPixels / 1e6}.`,
    )
  const held = new Blob([bytes], { type })
  try {
    const called = /\.[a-z\d]{2,5}$/i.test(name) ? name : `${name}.${extensionOf(type)}`
    return { kind: 'ready', name: called, blob: held, bytes, type, ...size, sight: await look(held) }
  } catch {
    return refused(`This ${formatName(type)} file is broken: the browser cannot draw it.`)
  }
}

const whatItIs = (type: string | undefined) =>
  type === undefined ? 'of no kind that is known here' : formatName(type).replace(/^\w+\//, '')

/** Bytes as MB with one place, rounded up: what is too large is never told to be as large as the limit. */
export const inMegabytes = (bytes: number): string => (Math.ceil((bytes / 2 ** 20) * 10) / 10).toFixed(1)

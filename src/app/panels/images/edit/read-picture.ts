import { dimensionsOf } from '#media/dimensions.ts'
import { extensionOf, formatName } from '#media/media-type.ts'
import { orientationOf } from '#media/orientation.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { limits, type Picture } from './picture.ts'

/** A file that somebody dropped, pasted, picked or handed over. */
export interface NamedFile {
  readonly name: string
  readonly blob: Blob
}

/** What the browser saw of a picture. */
export interface Sight {
  readonly width: number
  readonly height: number
  readonly thumbnail: Blob
}

type Reading =
  | { readonly kind: 'ready'; readonly picture: Picture }
  | { readonly kind: 'refused'; readonly why: string }

const refused = (why: string): Reading => ({ kind: 'refused', why })

const taken = new Set(['image/png', 'image/jpeg', 'image/webp'])

/**
 * Reads a file as a picture to edit: judged by its bytes and its header first, so that nothing huge or hostile is decoded, and
 * only then looked at by the browser (`look`, which rejects what it cannot draw). Never rejects.
 */
export async function readPicture(
  { name, blob }: NamedFile,
  look: (blob: Blob) => Promise<Sight>,
  newId: () => string,
): Promise<Reading> {
  if (blob.size === 0) return refused('The file is empty: 0 bytes.')
  if (blob.size > limits.bytes) return refused(`It has ${megabytes(blob.size)} MB. An image may have 50 MB.`)
  const bytes = await blob.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )
  if (bytes === undefined) return refused('The file cannot be read any more.')
  const type = sniffType(bytes.subarray(0, sniffLength))
  if (type === undefined || !taken.has(type)) return refused(whatItIs(type))
  const size = dimensionsOf(bytes)
  if (size === undefined) return refused(`This ${formatName(type)} file is broken: its header says no size.`)
  if (size.width * size.height > limits.pixels)
    return refused(`${size.width} × ${size.height} are ${megapixels(size)} megapixels. An image may have 64.`)
  // What is kept from here on is these bytes: a file on the disk may be another one a moment later.
  const held = new Blob([bytes], { type })
  const seen = await look(held).catch(() => undefined)
  if (seen === undefined) return refused(`This ${formatName(type)} file is broken: the browser cannot draw it.`)
  const isTurned = orientationOf(bytes) !== 1 || seen.width !== size.width || seen.height !== size.height
  const { width, height, thumbnail } = seen
  const stands = isTurned ? 'turned' : 'upright'
  const called = /\.[a-z\d]{2,5}$/i.test(name) ? name : `${name}.${extensionOf(type)}`
  return { kind: 'ready', picture: { id: newId(), name: called, blob: held, type, width, height, stands, thumbnail } }
}

const whatItIs = (type: string | undefined) =>
  type === undefined
    ? 'By its bytes this is no PNG, JPEG or WebP, and edits take nothing else.'
    : `By its bytes this is ${formatName(type).replace(/^\w+\//, '')}. Edits take PNG, JPEG and WebP.`

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

const megapixels = ({ width, height }: { width: number; height: number }) => Math.ceil((width * height) / 1e6)

import { heldFile } from '#media/blob-bytes.ts'
import { dimensionsOf } from '#media/dimensions.ts'
import { extensionOf, formatName } from '#media/media-type.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { type Detail, limits, type Picture } from './picture.ts'

/** A file that somebody dropped, pasted, picked or handed over. */
export interface NamedFile {
  readonly name: string
  readonly blob: Blob
  /** How closely it is to be looked at, where that is known. */
  readonly detail?: Detail | undefined
}

type Reading =
  | { readonly kind: 'ready'; readonly picture: Picture }
  | { readonly kind: 'refused'; readonly why: string }

const refused = (why: string): Reading => ({ kind: 'refused', why })

/** What models for text take. */
const taken = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/**
 * Reads a file as a picture to send: judged by its bytes and its header first, so that nothing huge or hostile is decoded, and only
 * then looked at by the browser (`look`, which rejects what it cannot draw). `before` is what the message holds already, in bytes.
 * Never rejects.
 */
export async function readPicture(
  { name, blob, detail }: NamedFile,
  { look, newId, before }: { look: (blob: Blob) => Promise<unknown>; newId: () => string; before: number },
): Promise<Reading> {
  if (blob.size === 0) return refused('The file is empty: 0 bytes.')
  if (blob.size > limits.bytes)
    return refused(`It has ${megabytes(blob.size)} MB. A message takes ${room} MB of pictures.`)
  if (before + blob.size > limits.bytes)
    return refused(
      `With it the message would hold ${megabytes(before + blob.size)} MB of pictures, and it takes ${room} MB.`,
    )
  // What is kept from here on is these bytes: a file on the disk may be another one a moment later.
  const held = await heldFile(blob).catch(() => undefined)
  if (held === undefined) return refused('The file cannot be read any more.')
  const bytes = new Uint8Array(await held.blob.arrayBuffer())
  const type = sniffType(bytes.subarray(0, sniffLength))
  if (type === undefined || !taken.has(type)) return refused(`${whatItIs(type)} Messages take PNG, JPEG, WebP and GIF.`)
  const size = dimensionsOf(bytes)
  if (size === undefined) return refused(`This ${formatName(type)} file is broken: its header says no size.`)
  const { width, height } = size
  if (width * height > limits.pixels)
    return refused(`${width} × ${height} are ${Math.ceil((width * height) / 1e6)} megapixels. A picture may have 64.`)
  const picture = held.blob.slice(0, held.blob.size, type)
  const seen = await look(picture).then(
    () => true,
    () => false,
  )
  if (!seen) return refused(`This ${formatName(type)} file is broken: the browser cannot draw it.`)
  const called = /\.[a-z\d]{2,5}$/i.test(name) ? name : `${name}.${extensionOf(type)}`
  return {
    kind: 'ready',
    picture: { id: newId(), name: called, blob: picture, sha256: held.sha256, type, width, height, detail },
  }
}

const whatItIs = (type: string | undefined) =>
  type === undefined ? 'By its bytes this is no picture.' : `By its bytes this is ${formatName(type)}.`

/** Rounded up, and the limit down: what is too large is never told to be as large as the limit. */
const megabytes = (bytes: number) => (Math.ceil((bytes / 2 ** 20) * 10) / 10).toFixed(1)

const room = (Math.floor((limits.bytes / 2 ** 20) * 10) / 10).toFixed(1)

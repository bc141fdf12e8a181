import { orientationOf } from '#media/orientation.ts'
import type { NamedFile } from './named-file.ts'
import { limits, type Picture } from './picture.ts'
import { inMegabytes, type Refusal, readPicture, refused } from './read-picture.ts'

/** What the browser saw of a picture. */
export interface Sight {
  readonly width: number
  readonly height: number
  readonly thumbnail: Blob
}

const taking = { types: ['image/png', 'image/jpeg', 'image/webp'], inWords: 'Edits take PNG, JPEG and WebP.' }

/** Reads a file as a picture to edit, upright as `look` sees it. Never rejects. */
export async function readEditPicture(
  file: NamedFile,
  look: (blob: Blob) => Promise<Sight>,
  newId: () => string,
): Promise<Refusal | { readonly kind: 'ready'; readonly picture: Picture }> {
  const { size } = file.blob
  if (size > limits.bytes) return refused(`It has ${inMegabytes(size)} MB. An image may have 50 MB.`)
  const read = await readPicture(file, { ...taking, look })
  if (read.kind === 'refused') return read
  const { name, blob, bytes, type, sight } = read
  const isTurned = orientationOf(bytes) !== 1 || sight.width !== read.width || sight.height !== read.height
  const stands = isTurned ? 'turned' : 'upright'
  return { kind: 'ready', picture: { id: newId(), name, blob, type, stands, ...sight } }
}

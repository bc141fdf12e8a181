import { hashOf } from '#media/blob-bytes.ts'
import type { NamedFile } from '../../../files/named-file.ts'
import { inMegabytes, type Refusal, readPicture, refused } from '../../../files/read-picture.ts'
import { type Detail, mostBytes, type Picture } from './picture.ts'

/** A file, and how closely it is to be looked at, where that is known. */
export interface ChatFile extends NamedFile {
  readonly detail?: Detail | undefined
}

const taking = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  inWords: 'Messages take PNG, JPEG, WebP and GIF.',
}

/** The limit is rounded down. */
const room = (Math.floor((mostBytes / 2 ** 20) * 10) / 10).toFixed(1)

/**
 * Reads a file as a picture to send; `look` rejects what the browser cannot draw, and `before` is what the message holds already, in
 * bytes. Never rejects.
 */
export async function readChatPicture(
  { detail, ...file }: ChatFile,
  { look, newId, before }: { look: (blob: Blob) => Promise<unknown>; newId: () => string; before: number },
): Promise<Refusal | { readonly kind: 'ready'; readonly picture: Picture }> {
  const { size } = file.blob
  if (size > mostBytes) return refused(`It has ${inMegabytes(size)} MB. A message takes ${room} MB of pictures.`)
  if (before + size > mostBytes)
    return refused(
      `With it the message would hold ${inMegabytes(before + size)} MB of pictures, and it takes ${room} MB.`,
    )
  const read = await readPicture(file, { ...taking, look })
  if (read.kind === 'refused') return read
  const { name, blob, type, width, height } = read
  const sha256 = await hashOf(blob)
  return { kind: 'ready', picture: { id: newId(), name, blob, sha256, type, width, height, detail } }
}

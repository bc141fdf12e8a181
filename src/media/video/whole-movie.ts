import { topBoxes } from './mp4-boxes.ts'

/** Boxes of the highest level that are looked at: a fragmented file has two per second or so. */
const mostBoxes = 20_000

/**
 * Whether an MP4 or QuickTime file ends where its last box ends, and has its two parts (`moov`, and `mdat` or fragments). Reads only the
 * headers of the boxes. Undefined where that cannot be told: for other types, and for a last box without a length.
 */
export async function isWholeMovie(file: Blob, type: string): Promise<boolean | undefined> {
  if (!/^(?:video\/mp4|video\/quicktime|audio\/mp4)$/.test(type)) return undefined
  const boxes = await topBoxes(file, mostBoxes)
  const last = boxes.at(-1)
  if (last?.isOpen || boxes.length > mostBoxes) return undefined
  const has = (part: string) => boxes.some((box) => box.type === part)
  return last?.end === file.size && has('moov') && (has('mdat') || has('moof'))
}

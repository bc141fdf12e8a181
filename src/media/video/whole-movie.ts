import { mostBoxes, type TopBox, topBoxes } from './mp4-boxes.ts'
import { segmentOf } from './webm-elements.ts'

/**
 * Whether an MP4 or QuickTime file ends where its last box ends, and has its two parts (`moov`, and `mdat` or fragments). Reads only the
 * headers of the boxes. Undefined where that cannot be told: for other types, and for a last box without a length.
 */
export async function isWholeMovie(file: Blob, type: string): Promise<boolean | undefined> {
  if (!/^(?:video\/mp4|video\/quicktime|audio\/mp4)$/.test(type)) return undefined
  return isWhole(file, await topBoxes(file))
}

/** The same by the boxes of the file. */
export function isWhole(file: Blob, boxes: readonly TopBox[]): boolean | undefined {
  const last = boxes.at(-1)
  if (last?.isOpen || boxes.length > mostBoxes) return undefined
  const has = (part: string) => boxes.some((box) => box.type === part)
  return last?.end === file.size && has('moov') && (has('mdat') || has('moof'))
}

/** Whether a WebM or Matroska file has all that its segment announces. Undefined for a live recording, which does not say, and other files. */
export async function isWholeWebm(file: Blob): Promise<boolean | undefined> {
  const end = (await segmentOf(file))?.end
  return end === undefined ? undefined : end <= file.size
}

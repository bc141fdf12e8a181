import type { PictureFile } from './order.ts'

/** The names of a PNG's chunks up to its pixels. */
function* chunksOf(view: DataView): Generator<string> {
  let at = 8
  while (at + 12 <= view.byteLength) {
    const name = String.fromCharCode(...[4, 5, 6, 7].map((more) => view.getUint8(at + more)))
    yield name
    if (name === 'IDAT') return
    at += 12 + view.getUint32(at)
  }
}

/** Colour types 4 and 6 have alpha; the others can name a colour that is clear. */
function pngHasAlpha(view: DataView): boolean {
  const colourType = view.getUint8(25)
  if (colourType === 4 || colourType === 6) return true
  for (const name of chunksOf(view)) if (name === 'tRNS') return true
  return false
}

function webpHasAlpha(view: DataView): boolean {
  const kind = view.getUint32(12)
  if (kind === 0x56503858) return (view.getUint8(20) & 0x10) !== 0
  return kind === 0x5650384c && (view.getUint8(24) & 0x10) !== 0
}

/** Whether a file says in its header that pixels of it may be clear. */
export function hasAlpha({ bytes, format }: PictureFile): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (format === 'png') return pngHasAlpha(view)
    return format === 'webp' && webpHasAlpha(view)
  } catch {
    // Cut short.
    return false
  }
}

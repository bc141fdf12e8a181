import { joinedBytes, pngChunk, pngSignature } from '../png.ts'
import type { MaskPixels } from './mask-pixels.ts'

/**
 * A PNG of the mask's size in RGBA: black, with alpha = 255 − byte, so that what is to be repainted is transparent. RGBA is the layout
 * that every program reads. Deflates as a stream.
 */
export async function encodeMask(mask: MaskPixels): Promise<Uint8Array<ArrayBuffer>> {
  const head = new DataView(new ArrayBuffer(13))
  head.setUint32(0, mask.width)
  head.setUint32(4, mask.height)
  head.setUint8(8, 8)
  // PNG's colour type of RGBA.
  head.setUint8(9, 6)
  const deflated = new Uint8Array(
    await new Response(rowsOf(mask).pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
  const parts = [
    pngSignature,
    pngChunk('IHDR', new Uint8Array(head.buffer)),
    pngChunk('IDAT', deflated),
    pngChunk('IEND', new Uint8Array(0)),
  ]
  return joinedBytes(parts)
}

/** Bytes handed to the deflater at once. */
const pieceBytes = 256 * 1024

function rowsOf(mask: MaskPixels): ReadableStream<Uint8Array<ArrayBuffer>> {
  const rowBytes = 1 + mask.width * 4
  const rows = Math.max(1, Math.floor(pieceBytes / rowBytes))
  let y = 0
  return new ReadableStream({
    pull(controller) {
      const count = Math.min(rows, mask.height - y)
      const piece = new Uint8Array(count * rowBytes)
      for (let n = 0; n < count; n += 1) writeRow(mask, y + n, piece.subarray(n * rowBytes, (n + 1) * rowBytes))
      y += count
      if (count > 0) controller.enqueue(piece)
      if (y === mask.height) controller.close()
    },
  })
}

const filters = { left: 1, above: 2 } as const

/**
 * Writes a PNG filter and one row into a zeroed array: the difference to the row above where rows are alike, otherwise to the pixel on the
 * left. With masks either leaves almost only zeros.
 */
function writeRow({ width, bytes }: MaskPixels, y: number, out: Uint8Array): void {
  const row = y * width
  const unlike = y > 0 ? unlikeTo(bytes, row, row + width, width) : width
  const isAbove = unlike === 0 || unlike <= unlikeTo(bytes, row + 1, row + width, 1)
  out[0] = isAbove ? filters.above : filters.left
  if (unlike === 0) return
  let before = 0
  for (let x = 0; x < width; x += 1) {
    const alpha = 255 - (bytes[row + x] ?? 0)
    out[x * 4 + 4] = alpha - (isAbove ? 255 - (bytes[row + x - width] ?? 0) : before)
    before = alpha
  }
}

/** The number of bytes in a range that differ from the one `distance` before them. */
function unlikeTo(bytes: Uint8Array, from: number, to: number, distance: number): number {
  let unlike = 0
  for (let at = from; at < to; at += 1) if (bytes[at] !== bytes[at - distance]) unlike += 1
  return unlike
}

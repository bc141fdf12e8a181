import { joinedBytes, pngChunk, pngSignature } from '../png.ts'
import { isHard, type MaskPixels } from './mask-pixels.ts'

/**
 * `rgba`: black with alpha, four bytes a pixel, which every program reads. `packed`: the same picture with a palette, one bit a pixel
 * for a mask of 0 and 255, otherwise one byte: several times faster to write, and smaller.
 */
export type MaskFormat = 'rgba' | 'packed'

/** Rows of a PNG before they are deflated. */
interface Layout {
  readonly bits: 1 | 8
  /** PNG's colour type: 3 is palette, 6 is RGBA. */
  readonly colour: 3 | 6
  readonly rowBytes: number
  /** The chunks before the pixels. */
  readonly palette: readonly Uint8Array<ArrayBuffer>[]
  /** Writes one row into a zeroed array; returns the number of its PNG filter. */
  readonly writeRow: (y: number, out: Uint8Array) => number
}

/** A PNG of the mask's size with alpha = 255 − byte: what is to be repainted is transparent. Deflates as a stream. */
export async function encodeMask(mask: MaskPixels, format: MaskFormat): Promise<Uint8Array<ArrayBuffer>> {
  const layout = layoutOf(mask, format)
  const head = new DataView(new ArrayBuffer(13))
  head.setUint32(0, mask.width)
  head.setUint32(4, mask.height)
  head.setUint8(8, layout.bits)
  head.setUint8(9, layout.colour)
  const deflated = new Uint8Array(
    await new Response(rowsOf(mask.height, layout).pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
  const parts = [
    pngSignature,
    pngChunk('IHDR', new Uint8Array(head.buffer)),
    ...layout.palette,
    pngChunk('IDAT', deflated),
    pngChunk('IEND', new Uint8Array(0)),
  ]
  return joinedBytes(parts)
}

function layoutOf(mask: MaskPixels, format: MaskFormat): Layout {
  if (format === 'rgba') return spread(mask, 4, 3, { bits: 8, colour: 6, palette: [] })
  if (isHard(mask.bytes)) return bitsOf(mask)
  const alphas = Uint8Array.from({ length: 256 }, (_, byte) => 255 - byte)
  return spread(mask, 1, 0, { bits: 8, colour: 3, palette: paletteOf(alphas) })
}

const paletteOf = (alphas: Uint8Array<ArrayBuffer>) => [
  pngChunk('PLTE', new Uint8Array(alphas.length * 3)),
  pngChunk('tRNS', alphas),
]

const filters = { none: 0, left: 1, above: 2 } as const

/**
 * One byte in every `step`, the others 0, as the difference to the row above where rows are alike, otherwise to the pixel on the left:
 * with masks either leaves almost only zeros.
 */
function spread(
  { width, bytes }: MaskPixels,
  step: 1 | 4,
  at: 0 | 3,
  rest: Pick<Layout, 'bits' | 'colour' | 'palette'>,
): Layout {
  // Alpha is 255 − byte, so that differences change their sign.
  const sign = step === 4 ? -1 : 1
  const base = step === 4 ? 255 : 0
  return {
    ...rest,
    rowBytes: width * step,
    writeRow(y, out) {
      const row = y * width
      const unlike = y > 0 ? unlikeAbove(bytes, row, width) : width
      if (unlike === 0) return filters.above
      const above = unlike <= unlikeLeft(bytes, row, width)
      let before = 0
      for (let x = 0; x < width; x += 1) {
        const byte = bytes[row + x] ?? 0
        if (above) out[x * step + at] = sign * (byte - (bytes[row + x - width] ?? 0))
        else out[x * step + at] = (x === 0 ? base : 0) + sign * (byte - before)
        before = byte
      }
      return above ? filters.above : filters.left
    },
  }
}

function unlikeAbove(bytes: Uint8Array, row: number, width: number): number {
  let unlike = 0
  for (let at = row; at < row + width; at += 1) if (bytes[at] !== bytes[at - width]) unlike += 1
  return unlike
}

function unlikeLeft(bytes: Uint8Array, row: number, width: number): number {
  let unlike = 0
  for (let at = row + 1; at < row + width; at += 1) if (bytes[at] !== bytes[at - 1]) unlike += 1
  return unlike
}

/** One bit a pixel: 1 is transparent. */
function bitsOf({ width, bytes }: MaskPixels): Layout {
  const rowBytes = (width + 7) >> 3
  return {
    bits: 1,
    colour: 3,
    rowBytes,
    palette: paletteOf(Uint8Array.of(255, 0)),
    writeRow(y, out) {
      const row = y * width
      if (y > 0 && unlikeAbove(bytes, row, width) === 0) {
        return filters.above
      }
      for (let place = 0; place < rowBytes; place += 1) {
        let byte = 0
        const from = row + place * 8
        const count = Math.min(8, width - place * 8)
        for (let bit = 0; bit < count; bit += 1) byte |= (bytes[from + bit] ?? 0) & (0x80 >> bit)
        out[place] = byte
      }
      return filters.none
    },
  }
}

/** Bytes handed to the deflater at once. */
const pieceBytes = 256 * 1024

function rowsOf(height: number, { rowBytes, writeRow }: Layout): ReadableStream<Uint8Array<ArrayBuffer>> {
  const rows = Math.max(1, Math.floor(pieceBytes / (rowBytes + 1)))
  let y = 0
  return new ReadableStream({
    pull(controller) {
      const count = Math.min(rows, height - y)
      const piece = new Uint8Array(count * (rowBytes + 1))
      for (let n = 0; n < count; n += 1) {
        const from = n * (rowBytes + 1)
        piece[from] = writeRow(y + n, piece.subarray(from + 1, from + 1 + rowBytes))
      }
      y += count
      if (count > 0) controller.enqueue(piece)
      if (y === height) controller.close()
    },
  })
}

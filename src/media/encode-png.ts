import type { RgbaPixels } from './dimensions.ts'
import { joinedBytes, pngChunk, pngSignature } from './png.ts'

/** A picture of 8 bits a channel, given row by row. */
interface PngRows {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  /** Writes one row into a zeroed array: the number of its PNG filter, and the filtered bytes. */
  readonly writeRow: (y: number, out: Uint8Array) => void
  /** Whole chunks that stand before the pixels, such as a colour profile. */
  readonly chunks?: readonly Uint8Array[]
}

const colourTypes = { 3: 2, 4: 6 } as const

/** A PNG in RGB or RGBA, not interlaced. Deflates as a stream, so that the raw picture is never in memory twice. */
export async function encodePngRows({ chunks = [], ...rows }: PngRows): Promise<Uint8Array<ArrayBuffer>> {
  const head = new DataView(new ArrayBuffer(13))
  head.setUint32(0, rows.width)
  head.setUint32(4, rows.height)
  head.setUint8(8, 8)
  head.setUint8(9, colourTypes[rows.channels])
  const deflated = new Uint8Array(
    await new Response(streamOf(rows).pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
  return joinedBytes([
    pngSignature,
    pngChunk('IHDR', new Uint8Array(head.buffer)),
    ...chunks,
    pngChunk('IDAT', deflated),
    pngChunk('IEND', new Uint8Array(0)),
  ])
}

/** Bytes handed to the deflater at once. */
const pieceBytes = 256 * 1024

function streamOf({
  width,
  height,
  channels,
  writeRow,
}: Omit<PngRows, 'chunks'>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const rowBytes = 1 + width * channels
  const rows = Math.max(1, Math.floor(pieceBytes / rowBytes))
  let y = 0
  return new ReadableStream({
    pull(controller) {
      const count = Math.min(rows, height - y)
      const piece = new Uint8Array(count * rowBytes)
      for (let n = 0; n < count; n += 1) writeRow(y + n, piece.subarray(n * rowBytes, (n + 1) * rowBytes))
      y += count
      if (count > 0) controller.enqueue(piece)
      if (y === height) controller.close()
    },
  })
}

/** A PNG with exactly these pixels, colours of transparent ones included; without alpha where all are opaque. */
export async function encodePng(
  picture: RgbaPixels,
  chunks: readonly Uint8Array[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = picture
  const channels = isOpaque(picture) ? 3 : 4
  const rows = [new Uint8Array(width * channels), new Uint8Array(width * channels)] as const
  const writeRow = (y: number, out: Uint8Array) => {
    const [row, above] = y % 2 === 0 ? rows : [rows[1], rows[0]]
    readRow(picture, y, row, channels)
    filterRow(row, above, out, channels)
  }
  return await encodePngRows({ width, height, channels, writeRow, chunks })
}

function isOpaque({ rgba }: RgbaPixels): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

function readRow({ rgba, width }: RgbaPixels, y: number, out: Uint8Array, channels: 3 | 4): void {
  const from = y * width * 4
  if (channels === 4) out.set(rgba.subarray(from, from + width * 4))
  else
    for (let x = 0, at = 0; x < width; x += 1)
      for (let n = 0; n < 3; n += 1, at += 1) out[at] = rgba[from + x * 4 + n] ?? 0
}

/** Filters a row by the pixel on the left or the one above, whichever leaves smaller differences in a sample of the bytes. */
function filterRow(row: Uint8Array, above: Uint8Array, out: Uint8Array, channels: number): void {
  let [byLeft, byAbove] = [0, 0]
  for (let at = channels; at < row.length; at += sampled) {
    const own = row[at] ?? 0
    byLeft += sizeOf(own - (row[at - channels] ?? 0))
    byAbove += sizeOf(own - (above[at] ?? 0))
  }
  if (byAbove < byLeft) {
    out[0] = 2
    for (let at = 0; at < row.length; at += 1) out[at + 1] = (row[at] ?? 0) - (above[at] ?? 0)
  } else {
    out[0] = 1
    out.set(row.subarray(0, channels), 1)
    for (let at = channels; at < row.length; at += 1) out[at + 1] = (row[at] ?? 0) - (row[at - channels] ?? 0)
  }
}

/** One byte of so many is looked at: odd, so that all channels are. */
const sampled = 5

/** How far from 0 a difference is as a byte that wraps around. */
const sizeOf = (difference: number) => Math.abs((difference << 24) >> 24)

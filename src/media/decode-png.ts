import type { RgbaPixels } from './dimensions.ts'
import { isInside, type Rect } from './mask/rect.ts'
import { pngChunks } from './png.ts'

interface Head {
  readonly width: number
  readonly height: number
  /** Bytes a pixel as it is stored. */
  readonly channels: number
  /** RGBA of the colours that stored bytes name, where the PNG has a palette. */
  readonly palette: Uint8Array | undefined
}

/**
 * The pixels of a PNG exactly as they are stored, or a rectangle of them. A canvas cannot give them: it multiplies colours by alpha, and
 * loses those of transparent pixels. Undefined for every other file, for PNGs that are interlaced, keyed by a colour or not of 8 bits, and
 * for damaged ones.
 */
export async function decodePng(png: Uint8Array<ArrayBuffer>, within?: Rect): Promise<RgbaPixels | undefined> {
  const chunks = [...pngChunks(png)]
  const head = headOf(chunks)
  if (head === undefined || chunks.at(-1)?.name !== 'IEND') return undefined
  if (within && !isInside(within, head)) return undefined
  const data = new Blob(chunks.flatMap((chunk) => (chunk.name === 'IDAT' ? [chunk.data] : [])))
  const { x, y, width, height } = within ?? { x: 0, y: 0, width: head.width, height: head.height }
  const out = new Uint8Array(width * height * 4)
  let row = 0
  try {
    for await (const bytes of unfiltered(data, head)) {
      if (row >= y && row < y + height)
        writePixels(bytes, head, x, out.subarray((row - y) * width * 4, (row - y + 1) * width * 4))
      row += 1
    }
  } catch {
    return undefined
  }
  return row < head.height ? undefined : { width, height, rgba: out }
}

/** Channels of PNG's colour types: grey, RGB, palette, grey with alpha, RGBA. */
const channelsOf = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

type Chunks = readonly { readonly name: string; readonly data: Uint8Array<ArrayBuffer> }[]

function headOf(chunks: Chunks): Head | undefined {
  const dataOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.data
  const head = dataOf('IHDR')
  if (head === undefined || head.length < 13) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const [depth, colour, interlace] = [view.getUint8(8), view.getUint8(9), view.getUint8(12)]
  const channels = channelsOf.get(colour)
  const clear = dataOf('tRNS')
  const colours = dataOf('PLTE')
  const isKeyed = clear !== undefined && colour !== 3
  if (channels === undefined || depth !== 8 || interlace !== 0 || isKeyed) return undefined
  if (colour === 3 && colours === undefined) return undefined
  const palette = colour === 3 && colours ? paletteOf(colours, clear) : undefined
  return { width: view.getUint32(0), height: view.getUint32(4), channels, palette }
}

function paletteOf(colours: Uint8Array, clear: Uint8Array | undefined): Uint8Array {
  const palette = new Uint8Array(256 * 4)
  for (let n = 0; n < colours.length / 3; n += 1) {
    palette.set(colours.subarray(n * 3, n * 3 + 3), n * 4)
    palette[n * 4 + 3] = clear?.[n] ?? 255
  }
  return palette
}

/** The rows of a PNG, their filters undone. Each is overwritten by the one after the next. Throws where the data are damaged. */
async function* unfiltered(data: Blob, { width, channels }: Head): AsyncGenerator<Uint8Array> {
  let [row, above] = [new Uint8Array(1 + width * channels), new Uint8Array(1 + width * channels)]
  let filled = 0
  for await (const piece of inflated(data)) {
    for (let from = 0; from < piece.length; ) {
      const count = Math.min(row.length - filled, piece.length - from)
      row.set(piece.subarray(from, from + count), filled)
      from += count
      filled += count
      if (filled < row.length) continue
      undoFilter(row, above, channels)
      yield row.subarray(1)
      filled = 0
      ;[row, above] = [above, row]
    }
  }
}

/** Not by the stream's own iterator, which not all browsers have. */
async function* inflated(data: Blob): AsyncGenerator<Uint8Array> {
  const reader = data.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/** Byte 0 of a row is the number of its filter; above the first row all is 0. */
function undoFilter(row: Uint8Array, above: Uint8Array, channels: number): void {
  const filter = row[0] ?? 0
  if (filter > 4) throw new RangeError(`PNG has no filter ${filter}.`)
  if (filter === 0) return
  for (let at = 1; at < row.length; at += 1) {
    const left = at > channels ? (row[at - channels] ?? 0) : 0
    const up = above[at] ?? 0
    const own = row[at] ?? 0
    if (filter === 1) row[at] = own + left
    else if (filter === 2) row[at] = own + up
    else if (filter === 3) row[at] = own + ((left + up) >> 1)
    else row[at] = own + paeth(left, up, at > channels ? (above[at - channels] ?? 0) : 0)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** Writes pixels of a row as RGBA, from column `x` on, as many as there is room for. */
function writePixels(row: Uint8Array, { channels, palette }: Head, x: number, out: Uint8Array): void {
  const stored = row.subarray(x * channels, x * channels + (out.length / 4) * channels)
  if (channels === 4) out.set(stored)
  else if (palette)
    for (const [n, colour] of stored.entries()) out.set(palette.subarray(colour * 4, colour * 4 + 4), n * 4)
  else
    for (let to = 0, from = 0; to < out.length; to += 4, from += channels) {
      const isGrey = channels < 3
      out[to] = stored[from] ?? 0
      out[to + 1] = stored[isGrey ? from : from + 1] ?? 0
      out[to + 2] = stored[isGrey ? from : from + 2] ?? 0
      out[to + 3] = channels === 2 ? (stored[from + 1] ?? 0) : 255
    }
}

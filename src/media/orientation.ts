import { jpegSegments } from './dimensions.ts'
import { crc32, pngChunks } from './png.ts'

/**
 * The EXIF orientation, 1 to 8: 1 is upright, 5 to 8 swap width and height. Read from JPEG, from PNG with an `eXIf` chunk and from
 * WebP; 1 where there is none or it cannot be read. All browsers apply it to JPEG when they draw; for the others they differ:
 * Chromium applies it to a PNG whose `eXIf` comes before the pixels, and to no WebP.
 */
export function orientationOf(bytes: Uint8Array): number {
  return turnIn(bytes)?.orientation ?? 1
}

/** The same file with orientation 1, so that every decoder returns the pixels as stored. The very same bytes where it has none. */
export function withoutTurn(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const turn = turnIn(bytes)
  if (!turn) return bytes
  const plain = bytes.slice()
  const view = new DataView(plain.buffer)
  view.setUint16(turn.at, 1, turn.little)
  for (const { from, data } of pngChunks(plain)) {
    const end = from + 8 + data.length
    if (turn.at > from && turn.at < end) view.setUint32(end, crc32(plain.subarray(from + 4, end)))
  }
  return plain
}

interface Turn {
  readonly orientation: number
  /** Offset of the 16-bit value in the file, and its byte order. */
  readonly at: number
  readonly little: boolean
}

function turnIn(bytes: Uint8Array): Turn | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const at = exifAt(bytes, view)
    return at === undefined ? undefined : orientationIn(view, at)
  } catch {
    // A RangeError: the file is truncated.
    return undefined
  }
}

const mark = (view: DataView, at: number) => (at + 4 <= view.byteLength ? view.getUint32(at) : 0)

const jpegExif = 0x45786966

/** Offset of the TIFF structure inside the file. Some writers put JPEG's `Exif` marker in front of it in PNG and WebP, too. */
function exifAt(bytes: Uint8Array, view: DataView): number | undefined {
  if (view.byteLength > 12 && view.getUint16(0) === 0xffd8) return inJpeg(view)
  const data = mark(view, 8) === 0x57454250 ? inWebp(view) : inPng(bytes)
  return data === undefined ? undefined : data + (mark(view, data) === jpegExif ? 6 : 0)
}

/** Before the start of scan. */
function inJpeg(view: DataView): number | undefined {
  for (const { marker, at } of jpegSegments(view)) {
    if (marker === 0xda || marker === 0xd9) return undefined
    if (marker === 0xe1 && mark(view, at + 4) === jpegExif) return at + 10
  }
  return undefined
}

function inPng(bytes: Uint8Array): number | undefined {
  for (const { name, from } of pngChunks(bytes)) if (name === 'eXIf') return from + 8
  return undefined
}

/** Chunks have a name, a length in little-endian, and data padded to an even length. */
function inWebp(view: DataView): number | undefined {
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    if (mark(view, at) === 0x45584946) return at + 8
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** The tag 0x0112 of the first directory. */
function orientationIn(view: DataView, tiff: number): Turn | undefined {
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  const count = view.getUint16(directory, little)
  for (let n = 0; n < count; n += 1) {
    const entry = directory + 2 + n * 12
    if (view.getUint16(entry, little) !== 0x0112) continue
    const orientation = view.getUint16(entry + 8, little)
    return orientation >= 1 && orientation <= 8 ? { orientation, at: entry + 8, little } : undefined
  }
  return undefined
}

/** RGBA, row by row. */
interface Rgba {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** Applies an EXIF orientation (1 to 8) to stored pixels. Returns the same pixels for 1 and for unknown values. */
export function turnedUpright({ data, width, height }: Rgba, orientation: number): Rgba {
  const last = width * height - 1
  const bottom = last - width + 1
  const right = width - 1
  // Index of the source of the first pixel, and the source's step per column and per row of the result.
  const ways: Readonly<Record<number, readonly [first: number, along: number, down: number]>> = {
    2: [right, -1, width],
    3: [last, -1, -width],
    4: [bottom, 1, -width],
    5: [0, width, 1],
    6: [bottom, -width, 1],
    7: [last, -width, -1],
    8: [right, width, -1],
  }
  const way = ways[orientation]
  if (!way) return { data, width, height }
  const [first, along, down] = way
  const [across, rows] = orientation >= 5 ? [height, width] : [width, height]
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(width * height)
  for (let y = 0, at = 0; y < rows; y += 1)
    for (let x = 0, source = first + y * down; x < across; x += 1, at += 1, source += along) to[at] = from[source] ?? 0
  return { data: new Uint8ClampedArray(to.buffer), width: across, height: rows }
}

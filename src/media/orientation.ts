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
    const at = exifAt(view)
    return at === undefined ? undefined : orientationIn(view, at)
  } catch {
    // A RangeError: the file is truncated.
    return undefined
  }
}

const mark = (view: DataView, at: number) => (at + 4 <= view.byteLength ? view.getUint32(at) : 0)

/** Offset of the TIFF structure inside the file. */
function exifAt(view: DataView): number | undefined {
  if (view.byteLength > 12 && view.getUint16(0) === 0xffd8) return inJpeg(view)
  if (mark(view, 0) === 0x89504e47)
    return inChunks(view, { at: 8, name: 4, length: 0, data: 8, tail: 4, little: false })
  if (mark(view, 8) === 0x57454250)
    return inChunks(view, { at: 12, name: 0, length: 4, data: 8, tail: 0, little: true })
  return undefined
}

/** Walks the segments up to start of scan. */
function inJpeg(view: DataView): number | undefined {
  let at = 2
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda || marker === 0xd9) return undefined
    if (marker === 0xe1 && mark(view, at + 4) === 0x45786966) return at + 10
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

interface Chunks {
  readonly at: number
  /** Offsets of name, length and data inside a chunk, and how many bytes follow the data. */
  readonly name: number
  readonly length: number
  readonly data: number
  readonly tail: number
  readonly little: boolean
}

/** `eXIf` of PNG and `EXIF` of WebP. Some writers put JPEG's `Exif` marker in front of it. */
function inChunks(view: DataView, { at: from, name, length, data, tail, little }: Chunks): number | undefined {
  let at = from
  while (at + 8 <= view.byteLength) {
    const size = view.getUint32(at + length, little)
    if ([0x65584966, 0x45584946].includes(mark(view, at + name)))
      return at + data + (mark(view, at + data) === 0x45786966 ? 6 : 0)
    at += data + size + tail
    if (little) at += size % 2
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

import { crc32, pngChunks } from './png-chunks.ts'

/**
 * How a picture is to be turned or mirrored before it is shown, as EXIF numbers it: 1 is upright, 5 to 8 swap width and height. Read
 * from JPEG, from PNG with an `eXIf` chunk and from WebP; 1 where nothing is said, or nothing that can be read. All browsers turn
 * JPEG when they draw it. Of PNG and WebP they do not: Chromium turns a PNG whose `eXIf` stands before the pixels, and no WebP.
 */
export function orientationOf(bytes: Uint8Array): number {
  return turnIn(bytes)?.orientation ?? 1
}

/** The same file without a turn, so that every decoder gives its pixels as they are stored. */
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
  /** Where its number stands, and in which order of bytes. */
  readonly at: number
  readonly little: boolean
}

function turnIn(bytes: Uint8Array): Turn | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const at = exifAt(view)
    return at === undefined ? undefined : orientationIn(view, at)
  } catch {
    // Behind the end of what is there.
    return undefined
  }
}

const mark = (view: DataView, at: number) => (at + 4 <= view.byteLength ? view.getUint32(at) : 0)

/** Where the TIFF inside of a picture begins. */
function exifAt(view: DataView): number | undefined {
  if (view.byteLength > 12 && view.getUint16(0) === 0xffd8) return inJpeg(view)
  if (mark(view, 0) === 0x89504e47)
    return inChunks(view, { at: 8, name: 4, length: 0, data: 8, tail: 4, little: false })
  if (mark(view, 8) === 0x57454250)
    return inChunks(view, { at: 12, name: 0, length: 4, data: 8, tail: 0, little: true })
  return undefined
}

/** Segments with a length of their own, up to the one that begins the picture. */
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
  /** Where in a chunk its name, its length and its data stand, and what follows the data. */
  readonly name: number
  readonly length: number
  readonly data: number
  readonly tail: number
  readonly little: boolean
}

/** `eXIf` of PNG and `EXIF` of WebP. Some writers begin it with the mark that JPEG has. */
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

/** Pixels of four bytes each, row by row. */
interface Rgba {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** Pixels as they are stored, turned and mirrored as EXIF's `orientation` (1 to 8) wants them to be shown. */
export function turnedUpright({ data, width, height }: Rgba, orientation: number): Rgba {
  const last = width * height - 1
  const bottom = last - width + 1
  const right = width - 1
  // Where the first pixel comes from, and how far from it the next ones lie, along a row and from row to row.
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

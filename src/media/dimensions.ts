/** A picture as pixels: red, green, blue and alpha, a byte each, row by row; alpha is not multiplied into the colours. */
export interface RgbaPixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array | Uint8ClampedArray
}

/** The width and height of a picture, in pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/**
 * How large a picture is, from its first bytes: PNG, GIF, WebP, JPEG, AVIF and HEIC; undefined for every other file, and where too
 * little is given. A JPEG may hold a photo's whole preview before its size: `dimensionsLength` bytes are enough for almost all. The EXIF
 * orientation is not applied.
 */
export function dimensionsOf(bytes: Uint8Array): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = readers.find(({ mark, at }) => mark.every((byte, n) => bytes[at + n] === byte))
  try {
    const found = reader?.read(view)
    return found && found.width > 0 && found.height > 0 ? found : undefined
  } catch {
    // A RangeError: the file is truncated.
    return undefined
  }
}

/** How many bytes of a file's beginning `dimensionsOf` is worth calling with. */
export const dimensionsLength = 256 * 1024

/** The largest picture that is decoded, in pixels: a small file may decode to gigabytes. */
export const mostPixels = 64_000_000

/** Whether a picture has more pixels than are decoded. */
export const isTooLarge = ({ width, height }: Dimensions): boolean => width * height > mostPixels

/** The sentence that is shown in place of a picture that is too large. */
export function tooLargeWords({ width, height }: Dimensions): string {
  const [across, down, megapixels] = [width, height, Math.ceil((width * height) / 1e6)].map((n) =>
    n.toLocaleString('en'),
  )
  return `Too large to show here: ${across} × ${down} pixels (${megapixels} MP).`
}

interface Reader {
  readonly mark: readonly number[]
  readonly at: number
  readonly read: (view: DataView) => Dimensions | undefined
}

const readers: readonly Reader[] = [
  {
    mark: [0x89, 0x50, 0x4e, 0x47],
    at: 0,
    read: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  },
  {
    mark: [0x47, 0x49, 0x46, 0x38],
    at: 0,
    read: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  },
  { mark: [0x57, 0x45, 0x42, 0x50], at: 8, read: readWebp },
  { mark: [0xff, 0xd8, 0xff], at: 0, read: readJpeg },
  { mark: [0x66, 0x74, 0x79, 0x70], at: 4, read: readIso },
]

/** The first chunk's name gives the kind: lossy, lossless or extended. */
function readWebp(view: DataView): Dimensions | undefined {
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503858:
      return { width: u24(24) + 1, height: u24(27) + 1 }
    default:
      return undefined
  }
}

/** AVIF and HEIC: the largest of the sizes (`ispe`) that the `meta` box names; the others are tiles and thumbnails. */
function readIso(view: DataView): Dimensions | undefined {
  let at = 0
  while (view.getUint32(at + 4) !== 0x6d657461) {
    const size = view.getUint32(at)
    if (size < 8) return undefined
    at += size
  }
  const end = Math.min(at + view.getUint32(at), view.byteLength - 16)
  let found: Dimensions | undefined
  for (; at < end; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (!found || size.width * size.height > found.width * found.height) found = size
  }
  return found
}

function readJpeg(view: DataView): Dimensions | undefined {
  const at = jpegFrameAt(view)
  return at === undefined ? undefined : { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
}

/** A segment of a JPEG before its pixels: its marker, without `FF`, and where that begins. */
interface JpegSegment {
  readonly marker: number
  readonly at: number
}

/** The segments of a JPEG in file order, none of what is no JPEG. Throws a RangeError where the file is truncated. */
export function* jpegSegments(view: DataView): Generator<JpegSegment, void> {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker !== 0xff) yield { marker, at }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
}

/** Where the frame header of a JPEG begins: C0 to CF, without the three that are no frame headers. */
export function jpegFrameAt(view: DataView): number | undefined {
  for (const { marker, at } of jpegSegments(view))
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return at
  return undefined
}

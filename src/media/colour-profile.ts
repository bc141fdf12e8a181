import { jpegFrameAt, jpegSegments } from './dimensions.ts'
import { joinedBytes, pngChunk, pngChunks } from './png.ts'

/** PNG's chunks that say what the numbers of its pixels mean. */
const colourChunks = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])

/** PNG's colour types of grey pictures, whose profiles do not hold for RGB. */
const greys = [0, 4]

/**
 * The colour profile of a PNG, JPEG or WebP as chunks of a PNG, so that a PNG with the same numbers shows the same colours. None where there
 * is no profile, for other files, and for damaged ones.
 */
export async function profileChunks(file: Uint8Array<ArrayBuffer>): Promise<readonly Uint8Array[]> {
  const chunks = [...pngChunks(file)]
  if (chunks.length > 0) {
    const isGrey = greys.includes(chunks[0]?.data[9] ?? 0)
    const isKept = (name: string) => colourChunks.has(name) && !(isGrey && name === 'iCCP')
    return chunks.flatMap(({ name, data }) => (isKept(name) ? [pngChunk(name, data)] : []))
  }
  const profile = profileIn(file)
  if (profile === undefined || !isForRgb(profile)) return []
  const deflated = new Blob([profile]).stream().pipeThrough(new CompressionStream('deflate'))
  const name = new TextEncoder().encode('profile\0\0')
  return [pngChunk('iCCP', joinedBytes([name, new Uint8Array(await new Response(deflated).arrayBuffer())]))]
}

/** The colour space stands at byte 16 of a profile. */
const isForRgb = (profile: Uint8Array) => String.fromCharCode(...profile.subarray(16, 20)) === 'RGB '

function profileIn(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  try {
    return view.getUint16(0) === 0xffd8 ? inJpeg(file, view) : inWebp(file, view)
  } catch {
    // A RangeError: the file is truncated.
    return undefined
  }
}

const profileMark = 'ICC_PROFILE\0'

/** In APP2 segments, each with its number and their count after the mark. */
function inJpeg(file: Uint8Array, view: DataView): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const frame = jpegFrameAt(view) ?? 0
  for (const { marker, at } of jpegSegments(view)) {
    if (at >= frame) break
    const data = file.subarray(at + 4, at + 2 + view.getUint16(at + 2))
    const isProfile = marker === 0xe2 && String.fromCharCode(...data.subarray(0, 12)) === profileMark
    if (isProfile) parts[data[12] ?? 0] = data.subarray(14)
  }
  return joinedBytes(parts.filter((part) => part !== undefined))
}

/** In the chunk `ICCP`, which comes before the pixels. */
function inWebp(file: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer> | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    if (view.getUint32(at) === 0x49434350) return file.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  return undefined
}

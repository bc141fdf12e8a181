import { pngChunks } from './png.ts'
import { sniffType } from './sniff-type.ts'

/**
 * Whether a picture can hold transparent pixels, from its first bytes: PNG with an alpha channel or a transparent colour, WebP, GIF by its first frame,
 * never JPEG. Undefined for other formats, and where too little is given. Nothing is decoded: every pixel may still be opaque.
 */
export function hasAlpha(bytes: Uint8Array): boolean | undefined {
  try {
    switch (sniffType(bytes)) {
      case 'image/png':
        return inPng(bytes)
      case 'image/webp':
        return inWebp(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      case 'image/gif':
        return inGif(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      case 'image/jpeg':
        return false
      default:
        return undefined
    }
  } catch {
    // A RangeError: the file is truncated.
    return undefined
  }
}

function inPng(bytes: Uint8Array): boolean | undefined {
  // The header's chunk has a fixed place; the others are read up to the pixels.
  const colourType = bytes[25]
  if (colourType === undefined) return undefined
  if ((colourType & 4) !== 0) return true
  for (const { name } of pngChunks(bytes)) if (name === 'tRNS') return true
  return false
}

/** The lossless chunk has a bit behind width and height, the extended one a flag; a plain lossy one has no alpha. */
function inWebp(view: DataView): boolean | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return false
    case 0x5650384c:
      return ((view.getUint32(21, true) >>> 28) & 1) === 1
    case 0x56503858:
      return (view.getUint8(20) & 0x10) !== 0
    default:
      return undefined
  }
}

/** The graphic control extension before the first frame says whether one of its colours is transparent. */
function inGif(view: DataView): boolean {
  const packed = view.getUint8(10)
  let at = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)
  while (view.getUint8(at) === 0x21) {
    if (view.getUint8(at + 1) === 0xf9) return (view.getUint8(at + 3) & 1) === 1
    at += 2
    for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1
    at += 1
  }
  return false
}

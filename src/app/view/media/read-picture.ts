import { type Dimensions, dimensionsLength, dimensionsOf } from '#media/dimensions.ts'
import { orientationOf, turnedUpright, withoutTurn } from '#media/orientation.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { oncePer } from '../../ui/once-per.ts'

/**
 * A picture with its EXIF orientation applied. Browsers apply it to JPEG; not all of them to PNG, and Chromium not to WebP: for such files the
 * result is an upright PNG copy, for others the file itself. Must be called only for pictures that may be decoded; rejects what the browser
 * cannot draw.
 */
export const upright = oncePer(turned)

/** Decodes a picture with its EXIF orientation applied. Rejects if the browser cannot decode it. */
export const bitmapOf = async (blob: Blob): Promise<ImageBitmap> =>
  await createImageBitmap(await upright(blob), { imageOrientation: 'from-image' })

/** A PNG of what `draw` draws, in high quality where it scales. Rejects where the browser has no canvas of this size. */
export async function pngOf(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(tooLarge)
  pen.imageSmoothingQuality = 'high'
  draw(pen)
  return await new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(tooLarge))))
  })
}

const tooLarge = 'This image is too large for the browser.'

async function turned(blob: Blob): Promise<Blob> {
  if (!(await mayBeTurned(blob))) return blob
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const orientation = orientationOf(bytes)
  if (orientation === 1) return blob
  const bitmap = await createImageBitmap(new Blob([withoutTurn(bytes)], { type: blob.type }), plainly)
  try {
    const { data, width, height } = turnedUpright(pixelsOf(bitmap), orientation)
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0)
    return await canvas.convertToBlob()
  } finally {
    bitmap.close()
  }
}

const plainly = { premultiplyAlpha: 'none' } as const

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const { width, height } = bitmap
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error(tooLarge)
  pen.drawImage(bitmap, 0, 0)
  return pen.getImageData(0, 0, width, height)
}

/** Bytes at either end of a PNG that are searched for EXIF: it may precede or follow the pixels. */
const pngEnd = 64 * 1024

/** A cheap test whether a file may contain EXIF, so that few files are read in full. */
async function mayBeTurned(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, 32).arrayBuffer())
  switch (sniffType(head.subarray(0, sniffLength))) {
    case 'image/webp':
      // VP8X, and its flag for EXIF.
      return head[12] === 0x56 && head[15] === 0x58 && ((head[20] ?? 0) & 8) !== 0
    case 'image/png': {
      const ends = [blob.slice(0, pngEnd), blob.slice(Math.max(pngEnd, blob.size - pngEnd))]
      const texts = await Promise.all(ends.map(async (end) => latin.decode(await end.arrayBuffer())))
      return texts.some((text) => text.includes('eXIf'))
    }
    default:
      return false
  }
}

const latin = new TextDecoder('latin1')

/** Bytes read for the header: profiles, previews and maker notes may precede the size. */
const longestHead = 16 * 2 ** 20

/** The dimensions from a picture's header; undefined if it has none. Cached per Blob. Never rejects. */
export const readDimensions = oncePer((blob: Blob) => read(blob).catch(() => undefined))

async function read(blob: Blob): Promise<Dimensions | undefined> {
  const sizeIn = async (length: number) => dimensionsOf(new Uint8Array(await blob.slice(0, length).arrayBuffer()))
  const size = await sizeIn(dimensionsLength)
  return size || blob.size <= dimensionsLength ? size : await sizeIn(longestHead)
}

import { decodePng } from '#media/decode-png.ts'
import { dimensionsOf } from '#media/dimensions.ts'
import { isInside, type Rect } from '#media/mask/rect.ts'
import type { RgbaPixels } from '#media/rgba-pixels.ts'
import { upright } from '../../view/media/read-picture.ts'

/** The largest picture that is decoded: its pixels alone take half a gigabyte. */
const mostPixels = 128 * 2 ** 20

const tooLarge = (width: number, height: number) =>
  new RangeError(`The image is too large (${width} × ${height} pixels).`)

/** As they are stored, but upright. */
const plainly = { imageOrientation: 'from-image', premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

/**
 * The upright pixels of a picture, or of a rectangle inside it, without conversion of colours. A PNG is read by us, exactly; other files by
 * the browser, which is exact where pixels are opaque. Rejects with an Error whose message is shown.
 */
export async function picturePixels(file: Blob, within?: Rect): Promise<RgbaPixels> {
  const picture = await upright(file)
  const bytes = new Uint8Array(await picture.arrayBuffer())
  const { width, height } = dimensionsOf(bytes) ?? { width: 0, height: 0 }
  if (width * height > mostPixels) throw tooLarge(width, height)
  return (await decodePng(bytes, within)) ?? (await drawnPixels(picture, within))
}

async function drawnPixels(picture: Blob, within?: Rect): Promise<RgbaPixels> {
  const image = await createImageBitmap(picture, plainly).catch(() => {
    throw new Error('The browser cannot read this image.')
  })
  return bitmapPixels(image, within)
}

/** Pixels that are read in one piece: canvases of the picture's size would take its memory twice. */
const bandPixels = 2 ** 20

/** The pixels of an image, which is closed. */
export function bitmapPixels(image: ImageBitmap, within?: Rect): RgbaPixels {
  const { x, y, width, height } = within ?? { x: 0, y: 0, width: image.width, height: image.height }
  try {
    if (within && !isInside(within, image)) throw new RangeError('The image is smaller than it was.')
    if (width * height > mostPixels) throw tooLarge(width, height)
    const rows = Math.max(1, Math.min(height, Math.floor(bandPixels / width)))
    const pen = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('The browser has no canvas support.')
    pen.globalCompositeOperation = 'copy'
    const rgba = new Uint8Array(width * height * 4)
    for (let row = 0; row < height; row += rows) {
      const count = Math.min(rows, height - row)
      pen.drawImage(image, -x, -y - row)
      rgba.set(pen.getImageData(0, 0, width, count).data, row * width * 4)
    }
    return { width, height, rgba }
  } finally {
    image.close()
  }
}

import { isTooLarge } from '#media/dimensions.ts'
import { readDimensions, upright } from '../read-picture.ts'
import { noDifference, type PixelDifference, withBand } from './pixel-difference.ts'

export type Measured =
  /** `drawing`: the difference as an image; undefined where memory does not allow it. */
  | { readonly kind: 'measured'; readonly difference: PixelDifference; readonly drawing?: ImageBitmap }
  | { readonly kind: 'sizes'; readonly before: string; readonly after: string }
  | { readonly kind: 'unreadable' }

/** Pixels per band: a few milliseconds of work. */
const bandPixels = 2 ** 19

const plainly = { imageOrientation: 'from-image', colorSpaceConversion: 'none' } as const

/** Compares two pictures, optionally split by the mask of the edit, in bands that bound the memory. Never rejects. */
async function measureDifference({
  before,
  after,
  mask,
}: {
  before: Blob
  after: Blob
  mask?: Blob
}): Promise<Measured> {
  const files = [before, after, ...(mask ? [mask] : [])]
  const sizes = await Promise.all(files.map(readDimensions))
  if (sizes.some((size) => !size || isTooLarge(size))) return { kind: 'unreadable' }
  const bitmaps = await Promise.all(files.map(async (file) => createImageBitmap(await upright(file), plainly))).catch(
    () => undefined,
  )
  const [one, two, three] = bitmaps ?? []
  if (!one || !two) return { kind: 'unreadable' }
  try {
    if (one.width !== two.width || one.height !== two.height)
      return { kind: 'sizes', before: sizeOf(one), after: sizeOf(two) }
    // A mask of another size does not apply to this picture.
    const fits = three && three.width === one.width && three.height === one.height
    return { kind: 'measured', ...compared(one, two, fits ? three : undefined) }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    for (const bitmap of bitmaps ?? []) bitmap.close()
  }
}

const sizeOf = ({ width, height }: ImageBitmap) => `${width} × ${height}`

function compared(one: ImageBitmap, two: ImageBitmap, mask: ImageBitmap | undefined) {
  const { width, height } = one
  const rows = Math.max(1, Math.floor(bandPixels / width))
  const read = bandReader(width, rows)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  let difference = noDifference
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y)
    const drawn = new ImageData(width, count)
    difference = withBand(difference, {
      before: read(one, y, count),
      after: read(two, y, count),
      mask: mask && read(mask, y, count),
      drawn: drawn.data,
      width,
      top: y,
    })
    context?.putImageData(drawn, 0, y)
  }
  return { difference, ...(context && { drawing: canvas.transferToImageBitmap() }) }
}

function bandReader(width: number, rows: number) {
  const context = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
  return (bitmap: ImageBitmap, y: number, count: number): Uint8ClampedArray => {
    // Without a canvas nothing can be compared; reporting no difference would be wrong.
    if (!context) throw new Error('Not enough memory for a canvas.')
    context.clearRect(0, 0, width, rows)
    context.drawImage(bitmap, 0, -y)
    return context.getImageData(0, 0, width, count).data
  }
}

addEventListener('message', ({ data }: MessageEvent<Parameters<typeof measureDifference>[0]>) => {
  void measureDifference(data).then((measured) =>
    postMessage(measured, { transfer: measured.kind === 'measured' && measured.drawing ? [measured.drawing] : [] }),
  )
})

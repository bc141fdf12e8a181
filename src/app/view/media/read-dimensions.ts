import { type Dimensions, dimensionsLength, dimensionsOf } from '#media/dimensions.ts'

/** A picture with more pixels than this is not decoded: a small file may hold gigabytes of them. */
export const mostPixels = 64_000_000

/** Some photos have so much before their size: profiles, previews, notes of the camera. */
const longestHead = 16 * 2 ** 20

const known = new WeakMap<Blob, Promise<Dimensions | undefined>>()

/** How large a picture is, from its header; undefined where that says nothing. Read once for each Blob. Never rejects. */
export function readDimensions(blob: Blob): Promise<Dimensions | undefined> {
  const found = known.get(blob)
  if (found !== undefined) return found
  const reading = read(blob).catch(() => undefined)
  known.set(blob, reading)
  return reading
}

async function read(blob: Blob): Promise<Dimensions | undefined> {
  const sizeIn = async (length: number) => dimensionsOf(new Uint8Array(await blob.slice(0, length).arrayBuffer()))
  const size = await sizeIn(dimensionsLength)
  return size || blob.size <= dimensionsLength ? size : await sizeIn(longestHead)
}

/** Whether a picture is too large to be decoded. */
export const isTooLarge = ({ width, height }: Dimensions): boolean => width * height > mostPixels

/** Why a picture of this size is not shown, in words. */
export function tooLargeWords({ width, height }: Dimensions): string {
  const [across, down, megapixels] = [width, height, Math.ceil((width * height) / 1e6)].map((n) =>
    n.toLocaleString('en'),
  )
  return `Too large to show here: ${across} × ${down} pixels (${megapixels} MP).`
}

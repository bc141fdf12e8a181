import { type Dimensions, dimensionsLength, dimensionsOf } from '#media/dimensions.ts'

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

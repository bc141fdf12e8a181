import { refusal } from '../refusal.ts'
import { seedOf } from '../seeded-random.ts'
import {
  type Commission,
  commissionOf,
  type PictureRequest,
  type PictureUsage,
  pictureUsage,
  usualSize,
} from './commission.ts'
import { type Input, type Inputs, readInputs } from './inputs.ts'
import { lookAt, type Paint } from './painters.ts'
import type { Looked, Size, Task, Tint } from './picture-task.ts'

/** A validated request for pictures, with the function that makes each of them. */
export interface Work {
  readonly isEdit: boolean
  readonly commission: Commission
  readonly size: Size
  /** The usage of `count` pictures. */
  usage(count: number): PictureUsage
  /** One picture in base64, or its preview at stage 1 to 3. */
  make(index: number, signal: AbortSignal, preview?: number): Promise<Uint8Array>
}

/** The longest edge of an edit without a size, which has that of its first picture. */
const largestEdge = 4096

function editSize({ width, height }: Size): Size {
  if (Math.max(width, height) <= largestEdge) return { width, height }
  throw refusal(
    `images: ${width}x${height} is larger than ${largestEdge}x${largestEdge}, the most that is made. Send size, or a smaller image.`,
    'images',
  )
}

function checkMask(mask: Looked | undefined, first: Looked): void {
  if (!mask || (mask.width === first.width && mask.height === first.height)) return
  const sizes = `The mask is ${mask.width}x${mask.height}, the image ${first.width}x${first.height}`
  throw refusal(`mask: it must have the size of the first image. ${sizes}.`, 'mask')
}

const fileOf = async (paint: Paint, task: Task, signal: AbortSignal): Promise<Uint8Array> => {
  const painted = await paint(task, signal)
  if (painted.kind === 'file') return painted.base64
  throw new TypeError('no image was returned')
}

const drawing = ({ prompt, detail, output, model }: Commission, size: Size) => ({ prompt, detail, output, model, size })

function generation(commission: Commission, paint: Paint): Work {
  const size = commission.size ?? usualSize(commission.prompt)
  const common = {
    kind: 'draw',
    ...drawing(commission, size),
    seed: commission.seed,
    isTransparent: commission.background === 'transparent',
  } as const
  return {
    isEdit: false,
    commission,
    size,
    usage: (count) => pictureUsage(commission.prompt, [], { size, quality: commission.quality, count }),
    make: (index, signal, preview) => fileOf(paint, { ...common, index, ...(preview && { preview }) }, signal),
  }
}

async function edit(
  commission: Commission,
  { images, mask }: Inputs,
  paint: Paint,
  signal: AbortSignal,
): Promise<Work> {
  const looked: Looked[] = []
  for (const image of images) looked.push(await lookAt(image, paint, signal))
  const [base, first] = [images[0], looked[0]]
  if (!base || !first) throw refusal('images: send at least one image to edit.', 'images')
  const size = commission.size ?? editSize(first)
  checkMask(mask && (await lookAt(mask, paint, signal)), first)
  const hashes = [...images, ...(mask ? [mask] : [])].map(({ sha256 }) => sha256)
  const tints = looked.slice(1).map(({ tint }): Tint => tint)
  const fileFrom = ({ bytes, format }: Input) => ({ bytes, format })
  const common = {
    kind: 'edit',
    ...drawing(commission, size),
    seed: seedOf(`${commission.seed}/${hashes.join('/')}`),
    base: fileFrom(base),
    ...(mask && { mask: fileFrom(mask) }),
    tints,
  } as const
  return {
    isEdit: true,
    commission,
    size,
    usage: (count) => pictureUsage(commission.prompt, looked, { size, quality: commission.quality, count }),
    make: (index, signal, preview) => fileOf(paint, { ...common, index, ...(preview && { preview }) }, signal),
  }
}

/** Reads a request for pictures and decodes its files. What cannot be served is a 400 that names the field. */
export async function workOf(request: PictureRequest, paint: Paint): Promise<Work> {
  const commission = commissionOf(request)
  const inputs = await readInputs(request.body)
  if (inputs.images.length === 0) return generation(commission, paint)
  return edit(commission, inputs, paint, request.signal)
}

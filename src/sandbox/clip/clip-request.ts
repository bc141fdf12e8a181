import { type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import { type Input, inputOf, lookAt } from '../picture/inputs.ts'
import type { PictureRequest } from '../picture/picture-request.ts'
import type { Paint, PictureFile, Size } from '../picture/picture-task.ts'
import { refusal } from '../refusal.ts'
import type { RunTask } from '../run-task.ts'
import { seedFor } from '../seeded-random.ts'

/** Everything that decides about a clip: equal orders give equal files. */
export interface ClipOrder {
  readonly model: string
  readonly prompt: string
  /** A hash of all further fields that may change what is shown. */
  readonly seed: string
  /** Both edges are even. */
  readonly size: Size
  readonly seconds: number
  readonly reference?: PictureFile
}

export interface Clip {
  /** An MP4 file: H.264 and AAC. */
  readonly video: Uint8Array
  readonly thumbnail: Uint8Array
}

export const clipSizes = ['720x1280', '1280x720', '1024x1792', '1792x1024'] as const

/** The lengths of clips in seconds, the usual one first. */
export const clipLengths = [4, 8, 12] as const

/** Fields that are not part of the seed, so that sizes and lengths of one scene can be compared. */
const leavesScene = new Set(['model', 'prompt', 'size', 'seconds', 'input_reference', 'user'])

function sizeOf({ size = clipSizes[0] }: JsonRecord): Size {
  const found = clipSizes.find((one) => one === size)
  if (!found) throw refusal(`Choose a size of ${clipSizes.slice(0, -1).join(', ')} or ${clipSizes.at(-1)}.`, 'size')
  const [width = 0, height = 0] = found.split('x').map(Number)
  return { width, height }
}

function secondsOf({ seconds = clipLengths[0] }: JsonRecord): number {
  const found = clipLengths.find((one) => String(one) === String(seconds))
  if (found) return found
  throw refusal('Choose 4, 8 or 12 seconds.', 'seconds')
}

const field = 'input_reference'

/** Decodes the picture, since a damaged one must be refused before there is a job. */
async function checkReference(input: Input, { width, height }: Size, paint: Paint, signal: AbortSignal): Promise<void> {
  const looked = await lookAt(input, paint, signal)
  if (looked.width === width && looked.height === height) return
  const sizes = `the image is ${looked.width}x${looked.height}, but the video is ${width}x${height}`
  throw refusal(`${field}: ${sizes}. Crop or resize the image, or choose its size.`, field)
}

/** Reads a request for a clip. Throws a refusal that names the field for what the sandbox cannot make. */
export async function clipOrderOf({ model, body, signal }: PictureRequest, paint: Paint): Promise<ClipOrder> {
  const [size, seconds, prompt] = [sizeOf(body), secondsOf(body), stringOf(body.prompt)]
  const input = body[field] === undefined ? undefined : await inputOf(body[field], field)
  if (input) await checkReference(input, size, paint, signal)
  const seed = seedFor(body, leavesScene, `/${input?.sha256 ?? ''}`)
  const order = { model, prompt, seed, size, seconds }
  return input ? { ...order, reference: { bytes: input.bytes, format: input.format } } : order
}

/** Makes a clip outside the router's event loop; the parts are the share of frames that are encoded, from 0 to 1. */
export type MakeClip = RunTask<ClipOrder, Clip, number>

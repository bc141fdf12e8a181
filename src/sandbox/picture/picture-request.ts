import { type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import { refusal } from '../refusal.ts'
import { seedFor, seedOf } from '../seeded-random.ts'
import { estimateTokens } from '../text/tokens.ts'
import { type Input, type Inputs, lookAt, readInputs } from './inputs.ts'
import {
  type Looked,
  type Paint,
  type PictureFormat,
  pictureFormats,
  type Size,
  type Task,
  type Tint,
} from './picture-task.ts'

export interface PictureRequest {
  readonly model: string
  readonly body: JsonRecord
  readonly signal: AbortSignal
}

/** Fields that are not part of the seed, so that qualities, sizes and formats of one picture can be compared. */
const leavesScene = new Set([
  ...['prompt', 'n', 'size', 'quality', 'output_format', 'output_compression', 'moderation', 'images', 'mask'],
  ...['stream', 'partial_images', 'response_format', 'user'],
])

const maxEdge = 3840
const minEdge = 16
const maxPixels = 8_294_400
const mostPartials = 3

function sizeOf({ size }: JsonRecord): Size | undefined {
  if (size === undefined || size === 'auto') return undefined
  const [, width = 0, height = 0] = (/^(\d{2,4})x(\d{2,4})$/.exec(stringOf(size)) ?? []).map(Number)
  const fits = Math.min(width, height) >= minEdge && Math.max(width, height) <= maxEdge && width * height <= maxPixels
  if (!fits)
    throw refusal(
      `Use auto or WIDTHxHEIGHT with edges from ${minEdge} to ${maxEdge} and up to 8,294,400 pixels.`,
      'size',
    )
  return { width, height }
}

/** The default size; words such as `wide` and `poster` in the prompt set the aspect ratio. */
function usualSize(prompt: string): Size {
  if (/\b(wide|panorama|panoramic|horizontal|banner|widescreen)\b/i.test(prompt)) return { width: 1536, height: 1024 }
  if (/\b(tall|vertical|portrait|poster|phone wallpaper)\b/i.test(prompt)) return { width: 1024, height: 1536 }
  return { width: 1024, height: 1024 }
}

/** What each quality draws, and the tokens of a square of 1024 pixels in it, as providers count them. */
const qualities = {
  low: { detail: 1, perSquare: 272 },
  medium: { detail: 2, perSquare: 1056 },
  high: { detail: 3, perSquare: 4160 },
} as const

export type Quality = keyof typeof qualities

function qualityOf(model: string, { quality = 'auto' }: JsonRecord): Quality {
  if (quality === 'auto') return model === 'gen-image-2' ? 'high' : 'medium'
  if (quality === 'low' || quality === 'medium' || quality === 'high') return quality
  throw refusal('Use auto, low, medium or high.', 'quality')
}

function formatOf({ output_format: asked = 'png' }: JsonRecord): PictureFormat {
  const format = pictureFormats.find((one) => one === asked)
  if (format) return format
  throw refusal('Use png, jpeg or webp.', 'output_format')
}

function backgroundOf({ background = 'auto' }: JsonRecord, format: PictureFormat): 'opaque' | 'transparent' {
  if (background === 'auto' || background === 'opaque') return 'opaque'
  if (background !== 'transparent') throw refusal('Use auto, opaque or transparent.', 'background')
  if (format === 'jpeg') throw refusal('A transparent background requires png or webp as output_format.', 'background')
  return 'transparent'
}

function isLinkedIn({ response_format: asked = 'b64_json' }: JsonRecord): boolean {
  if (asked === 'url' || asked === 'b64_json') return asked === 'url'
  throw refusal('Use b64_json or url.', 'response_format')
}

function partialsOf({ partial_images: asked = 0 }: JsonRecord): number {
  if (typeof asked === 'number' && asked <= mostPartials) return asked
  throw refusal(`At most ${mostPartials} partial images.`, 'partial_images')
}

/** Reads a request for pictures. Throws a refusal that names the field for what the sandbox cannot draw. */
function pictureOrderOf({ model, body }: PictureRequest) {
  const format = formatOf(body)
  const quality = qualityOf(model, body)
  return {
    model,
    prompt: stringOf(body.prompt),
    count: typeof body.n === 'number' ? body.n : 1,
    /** Undefined for `auto`: an edit then has the first picture's size. */
    size: sizeOf(body),
    quality,
    detail: qualities[quality].detail,
    output: { format, compression: typeof body.output_compression === 'number' ? body.output_compression : 100 },
    background: backgroundOf(body, format),
    partials: partialsOf(body),
    /** Whether the reply gives the address of each picture in place of its bytes. */
    isLinked: isLinkedIn(body),
    /** A hash of all further fields that may change what is drawn. */
    seed: seedFor(body, leavesScene),
  }
}

type PictureOrder = ReturnType<typeof pictureOrderOf>

const square = 1024 * 1024

const tokensOf = ({ width, height }: Size, quality: Quality) =>
  Math.ceil((qualities[quality].perSquare * width * height) / square)

/** Token counts in the usual shape; `estimated` marks counts made without a tokenizer. */
function pictureUsage(prompt: string, inputs: readonly Size[], made: { size: Size; quality: Quality; count: number }) {
  const text = estimateTokens(prompt)
  const images = inputs.reduce((sum, size) => sum + tokensOf(size, 'medium'), 0)
  const output = tokensOf(made.size, made.quality) * made.count
  return {
    input_tokens: text + images,
    output_tokens: output,
    total_tokens: text + images + output,
    input_tokens_details: { text_tokens: text, image_tokens: images },
    estimated: true,
  }
}

/** A validated request for pictures, with the function that makes each of them. */
export interface Work {
  readonly isEdit: boolean
  readonly order: PictureOrder
  readonly size: Size
  usage(count: number): ReturnType<typeof pictureUsage>
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

type Wanted = Exclude<Task, { kind: 'look' }>

/** What a task says beside what the order says of every picture. */
type Own<Kind extends Task> = Kind extends Wanted
  ? Omit<Kind, 'prompt' | 'detail' | 'output' | 'model' | 'size' | 'index' | 'preview'>
  : never

/** `inputs` are counted in the usage. */
function workFor(order: PictureOrder, size: Size, own: Own<Wanted>, inputs: readonly Size[], paint: Paint): Work {
  const { prompt, detail, output, model, quality } = order
  return {
    isEdit: own.kind === 'edit',
    order,
    size,
    usage: (count) => pictureUsage(prompt, inputs, { size, quality, count }),
    make: (index, signal, preview) =>
      fileOf(paint, { ...own, prompt, detail, output, model, size, index, ...(preview && { preview }) }, signal),
  }
}

function generation(order: PictureOrder, paint: Paint): Work {
  const isTransparent = order.background === 'transparent'
  const size = order.size ?? usualSize(order.prompt)
  return workFor(order, size, { kind: 'draw', seed: order.seed, isTransparent }, [], paint)
}

async function edit(order: PictureOrder, { images, mask }: Inputs, paint: Paint, signal: AbortSignal): Promise<Work> {
  const looked: Looked[] = []
  for (const image of images) looked.push(await lookAt(image, paint, signal))
  const [base, first] = [images[0], looked[0]]
  if (!base || !first) throw refusal('images: send at least one image to edit.', 'images')
  const size = order.size ?? editSize(first)
  checkMask(mask && (await lookAt(mask, paint, signal)), first)
  const hashes = [...images, ...(mask ? [mask] : [])].map(({ sha256 }) => sha256)
  const seed = seedOf(`${order.seed}/${hashes.join('/')}`)
  const tints = looked.slice(1).flatMap(({ colours: [main] }): Tint[] => (main ? [main.colour] : []))
  const fileFrom = ({ bytes, format }: Input) => ({ bytes, format })
  const files = { base: fileFrom(base), ...(mask && { mask: fileFrom(mask) }) }
  return workFor(order, size, { kind: 'edit', seed, tints, ...files }, looked, paint)
}

/** Reads a request for pictures and decodes its files. What cannot be served is a 400 that names the field. */
export async function workOf(request: PictureRequest, paint: Paint): Promise<Work> {
  const order = pictureOrderOf(request)
  const inputs = await readInputs(request.body)
  if (inputs.images.length === 0) return generation(order, paint)
  return edit(order, inputs, paint, request.signal)
}

import type { EndpointId } from '#contract/endpoints.ts'
import { createSandbox } from '../../sandbox.ts'
import type { PictureFormat } from '../order.ts'
import { decode, encode } from '../paint/codecs.ts'
import { paint } from '../paint/paint.ts'
import { blank, type Pixels } from '../paint/pixels.ts'
import { type Paint, PaintError } from '../painters.ts'

/** Paints in this process: quicker for small pictures than a thread. */
const paintHere: Paint = async (task, signal) => {
  signal.throwIfAborted()
  return paint(task).catch((thrown: unknown) => {
    throw new PaintError(String(thrown))
  })
}

/** Quick to draw, and taken by the models for which sizes are suggestions. */
const small = { size: '96x64', quality: 'low' }

/** A sandbox that never waits, to be asked for pictures. */
export function pictureSandbox(draw: Paint = paintHere) {
  const { provider, meter } = createSandbox({ now: () => 1_800_000_000_000, pause: async () => {}, paint: draw })
  const ask = (
    body: Readonly<Record<string, unknown>>,
    endpoint: EndpointId = 'images.generations',
    signal = new AbortController().signal,
  ) => {
    const full = { model: 'sandbox-image-plain', prompt: 'a boat', ...small, ...body }
    return provider.answer({ endpoint, model: full.model, body: full, params: {}, requestId: 'req_1', signal })
  }
  return { provider, meter, ask }
}

export interface PictureItem {
  readonly b64_json: string
  readonly url?: string
}

export const fileOf = ({ b64_json }: PictureItem): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(b64_json, 'base64'))

export const pixelsOf = (item: PictureItem, format: PictureFormat = 'png'): Promise<Pixels> =>
  decode(fileOf(item), format)

/** A picture of one's own making as a data URL. */
export async function dataUrl(pixels: Pixels, format: PictureFormat = 'png'): Promise<string> {
  return `data:image/${format};base64,${Buffer.from(await encode(pixels, format, 100)).toString('base64')}`
}

/** A picture by a rule for each pixel. */
export function painted(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Pixels {
  const made = blank(width, height)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) made.data.set(pixel(x, y), (y * width + x) * 4)
  return made
}

/** The share of pixels in which two pictures of one size differ. */
export function difference(one: Pixels, other: Pixels): number {
  let count = 0
  for (let at = 0; at < one.data.length; at += 4) {
    if ([0, 1, 2, 3].some((part) => one.data[at + part] !== other.data[at + part])) count += 1
  }
  return count / (one.data.length / 4)
}

import type { EndpointId } from '#contract/endpoints.ts'
import type { PictureFormat } from '#sandbox/picture/order.ts'
import { decode, encode } from '#sandbox/picture/paint/codecs.ts'
import { paint } from '#sandbox/picture/paint/paint.ts'
import type { Pixels } from '#sandbox/picture/paint/pixels.ts'
import { type Paint, PaintError } from '#sandbox/picture/painters.ts'
import { createSandbox } from '../sandbox.ts'

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

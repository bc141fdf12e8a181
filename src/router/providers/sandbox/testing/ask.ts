import type { ResponseObject } from '#contract/responses/response-object.ts'
import type { EndpointId } from '#contract/routes.ts'
import { decode, encode } from '#sandbox/picture/paint/codecs.ts'
import { paint } from '#sandbox/picture/paint/paint.ts'
import type { Pixels } from '#sandbox/picture/paint/pixels.ts'
import type { Paint, PictureFormat } from '#sandbox/picture/picture-task.ts'
import { ProcessError } from '#sandbox/run-task.ts'
import { createSandbox, type SandboxOptions } from '../sandbox.ts'

/** A sandbox that never waits, and a way to ask it. */
export function sandboxToAsk(options: SandboxOptions = {}) {
  const { provider, meter } = createSandbox({ now: () => 1_800_000_000_000, pause: async () => {}, ...options })
  let asked = 0
  const ask = (body: Readonly<Record<string, unknown>>, signal = new AbortController().signal) => {
    asked += 1
    const model = typeof body.model === 'string' ? body.model : 'sandbox-fast'
    const requestId = `req_${asked}`
    return provider.answer({ endpoint: 'responses', model, body: { ...body, model }, params: {}, requestId, signal })
  }
  return { provider, meter, ask }
}

/** One event of a stream, as a test reads it. */
export interface ToldEvent {
  readonly type: string
  readonly sequence_number: number
  readonly delta?: string
  readonly response?: ResponseObject
  readonly [field: string]: unknown
}

/** The pieces of a body, one for each write; how it broke, where it did. */
export async function piecesOfBody(reply: Response): Promise<{ pieces: string[]; broke: unknown }> {
  const pieces: string[] = []
  const decoder = new TextDecoder()
  const reader = reply.body?.getReader()
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      pieces.push(decoder.decode(read.value))
    }
    return { pieces, broke: undefined }
  } catch (broke) {
    return { pieces, broke }
  }
}

/** The events of a stream in which every write is exactly one event. */
export async function eventsOfBody(reply: Response): Promise<ToldEvent[]> {
  const { pieces, broke } = await piecesOfBody(reply)
  if (broke) throw broke
  return pieces.map((piece) => {
    const [, name, data = ''] = /^event: ([\w.]+)\ndata: (.*)\n\n$/.exec(piece) ?? []
    const event: ToldEvent = JSON.parse(data)
    if (event.type !== name) throw new Error(`the event ${event.type} goes by the name ${name}`)
    return event
  })
}

/** The text of a response's messages. */
export function saidBy(response: { readonly output: readonly Readonly<Record<string, unknown>>[] }): string {
  return response.output
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .map((part) => String(part.text))
    .join('')
}

/** Paints in this process: quicker for small pictures than a thread. */
export const paintHere: Paint = async (task, signal) => {
  signal.throwIfAborted()
  return paint(task).catch((thrown: unknown) => {
    throw new ProcessError(String(thrown))
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

export const pictureBytes = ({ b64_json }: PictureItem): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(b64_json, 'base64'))

export const pixelsOf = (item: PictureItem, format: PictureFormat = 'png'): Promise<Pixels> =>
  decode({ bytes: pictureBytes(item), format })

/** A picture of one's own making as a data URL. */
export async function pictureUrl(pixels: Pixels, format: PictureFormat = 'png'): Promise<string> {
  return `data:image/${format};base64,${Buffer.from(await encode(pixels, format, 100)).toString('base64')}`
}

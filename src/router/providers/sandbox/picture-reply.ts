import { randomHex } from '#media/hex.ts'
import { joinedBytes } from '#media/png.ts'
import type { Work } from '#sandbox/picture/picture-request.ts'
import type { PictureFormat, Size } from '#sandbox/picture/picture-task.ts'
import { platform } from '#sandbox/platform.ts'
import { mostPaintProcesses } from '#sandbox/run-task.ts'
import { eventBytes, eventStream, pulled } from '../../http/http-replies.ts'
import { rangedReply } from '../../http/ranged-file.ts'
import { RouterError } from '../../http/router-error.ts'
import type { FileStorage } from './file-storage.ts'
import type { Sending } from './timed-events.ts'

const keptMs = 3_600_000
/** Of all pictures; beyond it the oldest are removed before their hour is over. */
const mostBytes = 512 * 1024 * 1024

/** The end of its time in milliseconds, 128 random bits, the format. */
const named = /^(\d{13})-[0-9a-f]{32}\.(png|jpeg|webp)$/

const expiryOf = (name: string) => Number(named.exec(name)?.[1] ?? 0)

/** Pictures that a reply names by an address instead of holding them. Whoever has the address may read the picture for an hour. */
interface LinkedPictures {
  /** Stores a picture given in base64 and returns its address below `at`. Rejects as Node does. */
  link(base64: Uint8Array, format: PictureFormat, at: string): Promise<string>
  /** The picture with this name, or the part that the headers ask for. Rejects with a 404. */
  read(name: string, headers: Headers): Promise<Response>
}

export function createLinkedPictures(storage: FileStorage, now: () => number): LinkedPictures {
  const kept = new Map<string, number>()

  /** Removes what has expired, and the oldest above the limit. */
  function makeRoom(): void {
    let bytes = 0
    for (const name of [...kept.keys()].sort().reverse()) {
      bytes += kept.get(name) ?? 0
      if (expiryOf(name) > now() && bytes <= mostBytes) continue
      kept.delete(name)
      storage.remove(name)
    }
  }

  async function restore(): Promise<void> {
    for (const name of storage.names()) kept.set(name, (await storage.read(name))?.size ?? 0)
    makeRoom()
  }
  const restored = restore().catch(() => {})

  return {
    async link(base64, format, at) {
      await restored
      const name = `${now() + keptMs}-${randomHex(16)}.${format}`
      const bytes = platform.fromBase64(platform.toLatin1(base64))
      await storage.write(name, bytes)
      kept.set(name, bytes.length)
      makeRoom()
      return `${at}/${name}`
    },
    async read(name, headers) {
      const [, , format] = named.exec(name) ?? []
      const content = format !== undefined && expiryOf(name) > now() ? await storage.read(name) : undefined
      if (!content) throw new RouterError(404, 'image_not_found', 'No such image. Images are kept for one hour.')
      const file = { content, type: `image/${format}`, etag: `"${name}"`, name: `image.${format}` }
      return rangedReply(file, headers)
    },
  }
}

const encoder = new TextEncoder()

export interface PictureEvent {
  readonly type: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly base64: Uint8Array
}

export interface PictureSending extends Sending {
  readonly pictures: LinkedPictures
  /** Where linked pictures are read. */
  readonly filesAt?: string | undefined
}

/** The fields of an item that names its picture by an address; undefined for one that holds it. */
async function linkOf({ order }: Work, base64: Uint8Array, { pictures, filesAt = '' }: PictureSending) {
  if (!order.isLinked) return undefined
  return { url: await pictures.link(base64, order.output.format, filesAt) }
}

const written = ({ width, height }: Size) => `${width}x${height}`

function facts({ order, size }: Work) {
  const { background, output, quality } = order
  return { background, output_format: output.format, quality, size: written(size) }
}

/** JSON with a picture, encoded without converting the picture to a string, which would block the event loop. */
function withPicture(fields: Readonly<Record<string, unknown>>, base64: Uint8Array): Uint8Array {
  const text = JSON.stringify({ ...fields, b64_json: '' })
  return joinedBytes([encoder.encode(text.slice(0, -2)), base64, encoder.encode('"}')])
}

export const pictureEventBytes = ({ type, fields, base64 }: PictureEvent): Uint8Array =>
  joinedBytes([
    encoder.encode(`event: ${type}\ndata: `),
    withPicture({ type, ...fields }, base64),
    encoder.encode('\n\n'),
  ])

/** The stages of the previews by their number. */
const stagesOf: readonly (readonly number[])[] = [[], [2], [1, 3], [1, 2, 3]]

/** Runs steps in order, up to `most` of them concurrently, and yields their results in order. */
async function* ahead<Step, Made>(
  steps: readonly Step[],
  most: number,
  make: (step: Step) => Promise<Made>,
): AsyncGenerator<readonly [Step, Made], void> {
  const begun: Promise<Made>[] = []
  for (const [at, step] of steps.entries()) {
    for (const early of steps.slice(at + begun.length, at + most)) {
      const making = make(early)
      // Rejects when it is awaited, if it is.
      making.catch(() => {})
      begun.push(making)
    }
    const made = await begun.shift()
    if (made !== undefined) yield [step, made]
  }
}

/** The events of all pictures in order: the previews of each, then the picture. Usage accumulates. */
export async function* pictureEvents(
  work: Work,
  { speed, pause, signal }: Sending,
  now: () => number,
  leastPartials = 0,
): AsyncGenerator<PictureEvent, void> {
  const kind = work.isEdit ? 'image_edit' : 'image_generation'
  const { count, partials } = work.order
  const created = { created_at: Math.floor(now() / 1000), ...facts(work), sandbox: true }
  const stages = stagesOf[Math.max(partials, leastPartials)] ?? []
  const steps = Array.from({ length: count }, (_, index) => [
    ...stages.map((stage, at) => ({ index, stage, at })),
    { index, stage: undefined, at: 0 },
  ]).flat()
  if (speed.firstMs > 0) await pause(speed.firstMs, signal)
  const making = ahead(steps, mostPaintProcesses(), ({ index, stage }) => work.make(index, signal, stage))
  for await (const [{ index, stage, at }, base64] of making) {
    yield stage === undefined
      ? { type: `${kind}.completed`, fields: { ...created, usage: work.usage(index + 1) }, base64 }
      : { type: `${kind}.partial_image`, fields: { ...created, partial_image_index: at }, base64 }
  }
}

/** The items of a whole reply, each as JSON. Where one fails the others are aborted. */
export async function pictureItems(work: Work, sending: PictureSending): Promise<Uint8Array[]> {
  const { speed, pause, signal } = sending
  if (speed.firstMs > 0) await pause(speed.firstMs, signal)
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const items = Array.from({ length: work.order.count }, async (_, index) => {
    const base64 = await work.make(index, either)
    const link = await linkOf(work, base64, sending)
    return link ? encoder.encode(JSON.stringify(link)) : withPicture({}, base64)
  })
  return Promise.all(items).catch((thrown: unknown) => {
    failed.abort(thrown)
    throw thrown
  })
}

/** The chunks of a whole reply. `more` adds or replaces fields. */
export function wholeBody(
  work: Work,
  items: readonly Uint8Array[],
  now: () => number,
  more: object = {},
): Uint8Array[] {
  const comma = encoder.encode(',')
  const told = JSON.stringify({ ...facts(work), usage: work.usage(work.order.count), sandbox: true, ...more })
  return [
    encoder.encode(`{"created":${Math.floor(now() / 1000)},"data":[`),
    ...items.flatMap((item, at) => (at === 0 ? [item] : [comma, item])),
    encoder.encode(`],${told.slice(1)}`),
  ]
}

export function pictureJson(pieces: readonly Uint8Array[]): Response {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const left = [...pieces]
  const body = pulled(
    async () => left.shift(),
    () => {},
  )
  return new Response(body, { headers: { 'content-type': 'application/json', 'content-length': String(length) } })
}

/** The pictures as a stream of events or as one JSON document. */
export async function pictureReply(
  work: Work,
  isStream: boolean,
  sending: PictureSending,
  now: () => number,
): Promise<Response> {
  if (!isStream) return pictureJson(wholeBody(work, await pictureItems(work, sending), now))
  return eventStream(async function* (signal) {
    for await (const event of pictureEvents(work, { ...sending, signal }, now)) {
      const { type, fields, base64 } = event
      const link = type.endsWith('.completed') ? await linkOf(work, base64, sending) : undefined
      yield link ? eventBytes({ type, ...fields, ...link }) : pictureEventBytes(event)
    }
  }, sending.signal)
}

import { joinedBytes } from '#media/png.ts'
import type { Work } from '#sandbox/picture/picture-request.ts'
import { eventBytes, eventStream } from '../../http/http-replies.ts'
import {
  cutOnPurpose,
  halfThenCut,
  halfThenEnd,
  halfThenNothing,
  oddFrames,
  oddlyWrapped,
  type SpoilDocument,
  silence,
  spoiledJson,
} from './fault-streams.ts'
import {
  type PictureEvent,
  type PictureSending,
  pictureEventBytes,
  pictureEvents,
  pictureItems,
  pictureJson,
  wholeBody,
} from './picture-reply.ts'

type Bytes = AsyncGenerator<Uint8Array, void>

interface Ordered {
  readonly work: Work
  readonly sending: PictureSending
  readonly now: () => number
}

/** A fault of picture replies, as a stream of events and as one document. */
interface PictureFault {
  readonly streamed: (ordered: Ordered) => Bytes
  readonly whole: (ordered: Ordered) => Promise<Response>
}

const lateError = {
  type: 'image_generation_server_error',
  code: 'server_error',
  message: 'The model stopped while generating. This fault model always fails this way.',
  param: null,
}

const eventsOf = ({ work, sending, now }: Ordered, leastPartials = 0) =>
  pictureEvents(work, sending, now, leastPartials)

/** At least one preview, then `end` instead of the picture. */
const afterPreviews = (end: (ordered: Ordered) => Bytes | Promise<void> | void) =>
  async function* (ordered: Ordered): Bytes {
    for await (const event of eventsOf(ordered, 1)) {
      if (event.type.endsWith('.completed')) break
      yield pictureEventBytes(event)
    }
    const ending = end(ordered)
    if (ending && Symbol.asyncIterator in ending) yield* ending
    else await ending
  }

/** Applies `change` to each completed picture; undefined drops it. */
const changed = (change: (event: PictureEvent, index: number) => PictureEvent | undefined) =>
  async function* (ordered: Ordered): Bytes {
    let completed = 0
    for await (const event of eventsOf(ordered)) {
      const isDone = event.type.endsWith('.completed')
      const told = isDone ? change(event, completed) : event
      if (isDone) completed += 1
      if (told) yield pictureEventBytes(told)
    }
  }

const spoiled =
  (spoil: SpoilDocument) =>
  async ({ work, sending, now }: Ordered): Promise<Response> => {
    const whole = joinedBytes(wholeBody(work, await pictureItems(work, sending), now))
    return spoiledJson(whole, spoil, sending)
  }

const withItems =
  (change: (items: readonly Uint8Array[], ordered: Ordered) => readonly Uint8Array[], more: object = {}) =>
  async (ordered: Ordered): Promise<Response> => {
    const { work, sending, now } = ordered
    return pictureJson(wholeBody(work, change(await pictureItems(work, sending), ordered), now, more))
  }

const json = (value: object) => new TextEncoder().encode(JSON.stringify(value))

/** An address that never resolves (RFC 2606). */
const addressOf = ({ work }: Ordered, index: number) =>
  `https://images.sandbox.invalid/${work.order.seed.slice(0, 16)}-${index}.${work.order.output.format}`

const errorLate: PictureFault = {
  streamed: afterPreviews(async function* () {
    yield eventBytes({ type: 'error', error: lateError })
  }),
  whole: withItems(() => [], { error: lateError }),
}

export const pictureFaults = {
  'fault-cut': {
    streamed: afterPreviews(() => Promise.reject(cutOnPurpose())),
    whole: spoiled(halfThenCut),
  },
  'fault-silent-end': {
    streamed: afterPreviews(() => {}),
    whole: spoiled(halfThenEnd),
  },
  'fault-stall': {
    streamed: afterPreviews(({ sending }) => silence(sending)),
    whole: spoiled(halfThenNothing),
  },
  'fault-garbled': {
    async *streamed(ordered) {
      for (const frame of oddFrames) yield frame
      for await (const event of eventsOf(ordered)) yield pictureEventBytes(event)
    },
    whole: spoiled(oddlyWrapped),
  },
  'fault-error-event': errorLate,
  'fault-image-late': errorLate,
  'fault-image-url': {
    async *streamed(ordered) {
      let index = 0
      for await (const { type, fields } of eventsOf(ordered)) {
        if (!type.endsWith('.completed')) continue
        yield eventBytes({ type, ...fields, url: addressOf(ordered, index) })
        index += 1
      }
    },
    whole: withItems((items, ordered) => items.map((_, index) => json({ url: addressOf(ordered, index) }))),
  },
  'fault-image-missing': {
    async *streamed(ordered) {
      const last = ordered.work.order.count - 1
      yield* changed((event, index) => (index < last ? event : undefined))(ordered)
    },
    whole: withItems((items) => items.slice(0, -1)),
  },
  'fault-image-empty': {
    streamed: changed((event) => ({ ...event, base64: new Uint8Array() })),
    whole: withItems((items) => items.map(() => json({ b64_json: '' }))),
  },
} satisfies Readonly<Record<string, PictureFault>>

export type PictureFaultId = keyof typeof pictureFaults

export async function faultyPictures(fault: PictureFault, isStream: boolean, ordered: Ordered): Promise<Response> {
  if (!isStream) return fault.whole(ordered)
  const { sending } = ordered
  return eventStream((signal) => fault.streamed({ ...ordered, sending: { ...sending, signal } }), sending.signal)
}

import type { EndpointId } from '#contract/routes.ts'
import { workOf } from '#sandbox/picture/picture-request.ts'
import type { Paint } from '#sandbox/picture/picture-task.ts'
import type { MakeSound } from '#sandbox/sound/sound-task.ts'
import { eventsFor } from '#sandbox/text/output-events.ts'
import { eventStream, generated, jsonReply } from '../../http/http-replies.ts'
import type { ProviderRequest } from '../../provider.ts'
import { audioAnswers } from './audio/audio-answers.ts'
import {
  type Broken,
  brokeOff,
  cut,
  errorEvent,
  faultReplies,
  garbled,
  halfThenCut,
  halfThenNothing,
  oddlyWrapped,
  type SpoilDocument,
  silentEnd,
  spoiledJson,
  stall,
} from './fault-streams.ts'
import { faultyPictures, type PictureFaultId, pictureFaults } from './picture-faults.ts'
import type { PictureSending } from './picture-reply.ts'
import { wholeAnswer } from './timed-events.ts'
import { videoFaults } from './videos/video-faults.ts'

interface FaultyRequest {
  readonly request: ProviderRequest
  readonly sending: PictureSending
  readonly now: () => number
  readonly paint: Paint
  readonly makeSound: MakeSound
  /** Stores a new job; what the reply says of it. Absent where the request makes none. */
  readonly createJob?: () => Promise<object>
}

export interface Fault {
  readonly id: string
  readonly name: string
  readonly description: string
  /** `refused`: rejected before any work, and not counted. `accepted`: work began, which a real provider may bill. */
  readonly before: 'refused' | 'accepted'
  /** All endpoints by default. */
  readonly endpoints?: readonly EndpointId[]
  answer(faulty: FaultyRequest): Promise<Response>
}

type Spoil = (broken: Broken) => AsyncGenerator<Uint8Array, void>

export const pictureEndpoints: readonly EndpointId[] = ['images.generations', 'images.edits']
export const videoEndpoints: readonly EndpointId[] = ['videos.create', 'videos.status', 'videos.content']

/** Makes the pictures and applies the fault to the reply. */
function spoiledPictures(id: PictureFaultId): Fault['answer'] {
  return async ({ request, sending, now, paint }) => {
    const work = await workOf(request, paint)
    return faultyPictures(pictureFaults[id], request.body.stream === true, { work, sending, now })
  }
}

/** Makes the reply of an audio endpoint, and applies the fault to its bytes; undefined for other endpoints. */
async function spoiledSound({ request, sending, makeSound }: FaultyRequest, spoil: SpoilDocument) {
  const reply = await audioAnswers[request.endpoint]?.({ request, makeSound, accept: () => {} })
  if (!reply) return undefined
  const whole = new Uint8Array(await reply.arrayBuffer())
  const headers = new Headers(reply.headers)
  headers.delete('content-length')
  return new Response(
    generated((signal) => spoil(whole, { ...sending, signal }), sending.signal),
    { headers },
  )
}

/** Applies `spoil` to a stream and `plain` to any other document, such as a new job; for pictures the fault with this id. */
function spoiled(id: PictureFaultId, spoil: Spoil, plain: SpoilDocument): Fault['answer'] {
  return async (faulty) => {
    const { request, sending, now, createJob } = faulty
    if (createJob) {
      const whole = new TextEncoder().encode(JSON.stringify(await createJob()))
      return spoiledJson(whole, plain, sending)
    }
    if (pictureEndpoints.includes(request.endpoint)) return spoiledPictures(id)(faulty)
    const sound = await spoiledSound(faulty, plain)
    if (sound) return sound
    const events = eventsFor(request, now)
    if (request.body.stream === true) {
      return eventStream((signal) => spoil({ events, sending: { ...sending, signal } }), sending.signal)
    }
    const whole = new Uint8Array(await (await wholeAnswer(events, sending)).arrayBuffer())
    return spoiledJson(whole, plain, sending)
  }
}

/** Replaces fields of a JSON document; bytes of other kinds stay as they are. */
const saying = (fields: object): SpoilDocument =>
  async function* (whole) {
    const text = new TextDecoder().decode(whole)
    if (!text.startsWith('{')) return yield whole
    const response: object = JSON.parse(text)
    yield new TextEncoder().encode(JSON.stringify({ ...response, ...fields }))
  }

const empty: Fault['answer'] = async ({ request }) =>
  new Response(null, {
    headers: { 'content-type': request.body.stream === true ? 'text/event-stream; charset=utf-8' : 'application/json' },
  })

/** The job is created as any other: it is the requests about it that fail. */
const created: Fault['answer'] = async ({ createJob }) => jsonReply(await createJob?.())

const refused = { before: 'refused' } as const
const accepted = { before: 'accepted' } as const
const ofPictures = { ...accepted, endpoints: pictureEndpoints }

const incomplete = saying({ status: 'in_progress', completed_at: null })
const failed = saying({ status: 'failed', completed_at: null, output: [], error: brokeOff })

export const faults: readonly Fault[] = [
  {
    ...{ ...refused, id: 'fault-401', name: 'wrong key', answer: faultReplies.unauthorized },
    description: 'Refuses every request with 401, like a provider that does not know the key.',
  },
  {
    ...{ ...refused, id: 'fault-402', name: 'no credits', answer: faultReplies.paymentRequired },
    description: 'Refuses every request with 402: the account has run out of credits.',
  },
  {
    ...{ ...refused, id: 'fault-429', name: 'rate limit', answer: faultReplies.tooManyRequests },
    description: 'Refuses every request with 429 and asks to wait three seconds.',
  },
  {
    ...{ ...accepted, id: 'fault-500', name: 'server error', answer: faultReplies.serverError },
    description: 'Answers 500 with a JSON error: it is unknown whether the work was done or billed.',
  },
  {
    ...{ ...accepted, id: 'fault-html', name: 'proxy page', answer: faultReplies.proxyPage },
    description: 'Answers 502 with the HTML page of a proxy instead of JSON.',
  },
  {
    ...{ ...accepted, id: 'fault-provider', name: 'provider error', answer: faultReplies.providerError },
    description: 'Answers 502 with the error of a provider inside the error of a router.',
  },
  {
    ...{ ...accepted, id: 'fault-cut', name: 'cut connection', answer: spoiled('fault-cut', cut, halfThenCut) },
    description: 'Starts to answer, then drops the connection.',
  },
  {
    ...{ ...accepted, id: 'fault-silent-end', name: 'silent end' },
    description: 'Sends its answer, then closes cleanly without confirming completion.',
    answer: spoiled('fault-silent-end', silentEnd, incomplete),
  },
  {
    ...{ ...accepted, id: 'fault-stall', name: 'stall', answer: spoiled('fault-stall', stall, halfThenNothing) },
    description: 'Starts to answer, then stalls and keeps the connection open until you stop it.',
  },
  {
    ...{ ...accepted, id: 'fault-garbled', name: 'garbled stream' },
    description: 'Sends broken and unknown frames between good events, and completes properly.',
    answer: spoiled('fault-garbled', garbled, oddlyWrapped),
  },
  {
    ...{ ...accepted, id: 'fault-error-event', name: 'late error' },
    description: 'Starts to answer, then reports an error event and a failed response.',
    answer: spoiled('fault-error-event', errorEvent, failed),
  },
  {
    ...{ ...accepted, id: 'fault-empty', name: 'empty answer', answer: empty },
    description: 'Answers 200 with an empty body.',
  },
  {
    ...{ ...refused, endpoints: pictureEndpoints, id: 'fault-moderation', name: 'moderation' },
    description: 'Refuses every prompt with 400, like a provider’s safety system.',
    answer: faultReplies.moderated,
  },
  {
    ...{ ...ofPictures, id: 'fault-image-url', name: 'dead image address' },
    description: 'Answers with image URLs that cannot be fetched.',
    answer: spoiledPictures('fault-image-url'),
  },
  {
    ...{ ...ofPictures, id: 'fault-image-missing', name: 'missing image' },
    description: 'Answers with one image fewer than requested.',
    answer: spoiledPictures('fault-image-missing'),
  },
  {
    ...{ ...ofPictures, id: 'fault-image-empty', name: 'empty image' },
    description: 'Answers with empty images (0 bytes).',
    answer: spoiledPictures('fault-image-empty'),
  },
  {
    ...{ ...ofPictures, id: 'fault-image-late', name: 'late image error' },
    description: 'Sends an unfinished image, then reports an error.',
    answer: spoiledPictures('fault-image-late'),
  },
  ...Object.entries(videoFaults).map(
    ([id, { name, description }]): Fault => ({
      ...{ ...accepted, endpoints: videoEndpoints, id, name, description, answer: created },
    }),
  ),
]

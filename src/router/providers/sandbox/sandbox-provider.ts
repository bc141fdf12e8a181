import type { Route } from '#contract/core/route.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type EndpointId, routes } from '#contract/routes.ts'
import type { MakeClip } from '#sandbox/clip/clip-request.ts'
import { mostBytes } from '#sandbox/picture/inputs.ts'
import { workOf } from '#sandbox/picture/picture-request.ts'
import type { Paint } from '#sandbox/picture/picture-task.ts'
import { SandboxRefusal } from '#sandbox/refusal.ts'
import type { MakeSound } from '#sandbox/sound/sound-task.ts'
import { eventsFor } from '#sandbox/text/output-events.ts'
import { sightsOf } from '#sandbox/text/sights.ts'
import { eventStream, jsonReply } from '../../http/http-replies.ts'
import type { PublicFiles } from '../../http/public-file.ts'
import { badRequest, RouterError } from '../../http/router-error.ts'
import type { Provider, ProviderRequest } from '../../provider.ts'
import { type Keep, withEarlierItems } from '../../upstream/earlier-items.ts'
import { audioAnswers, withSource } from './audio/audio-answers.ts'
import { createDubJobs } from './audio/dub-jobs.ts'
import { recognising, SpokenStore } from './audio/spoken-store.ts'
import type { FileStorage } from './file-storage.ts'
import { type Behaviour, modelList } from './model-list.ts'
import { createLinkedPictures, pictureReply } from './picture-reply.ts'
import { type Pause, timedChunks, wholeAnswer } from './timed-events.ts'
import { createVideoJobs, createVideoPort } from './videos/video-port.ts'

/** What the sandbox needs of the program that it answers in. */
export interface SandboxPorts {
  readonly now: () => number
  readonly log: (line: string) => void
  readonly pause: Pause
  readonly paint: Paint
  readonly makeClip: MakeClip
  readonly makeSound: MakeSound
  /** Each kind of file has a storage of its own. */
  readonly storageOf: (kind: 'videos' | 'images' | 'spoken' | 'dubs') => FileStorage
  readonly files: Pick<PublicFiles, 'fetch'>
}

const answered: readonly EndpointId[] = [
  'models',
  'responses',
  'images.generations',
  'images.edits',
  'videos.create',
  'videos.status',
  'videos.content',
  'audio.speech',
  'audio.transcriptions',
  'audio.sound-generation',
  'audio.music',
  'audio.voice-isolation',
  'audio.voice-change',
  'audio.voice-design',
  'audio.dubbing',
]

const everyRoute: readonly Route[] = Object.values(routes)
const largestFile = Object.fromEntries(
  everyRoute.flatMap(({ id, bodies }) => (bodies.includes('multipart') ? [[id, mostBytes]] : [])),
)

/**
 * The provider that needs no key: it answers by rules, says so in every text, and gives the same request the same answer.
 * `temperature` and `top_p` are echoed and change only the seed. `meter` returns what it has accepted.
 */
export function createSandboxProvider(ports: SandboxPorts): { provider: Provider; meter: () => MeterReading } {
  const { now, log, pause, paint, makeClip, storageOf, files } = ports
  const meter = createMeter(log)
  const models = modelList(answered)
  const spoken = new SpokenStore(storageOf('spoken'), now)
  const makeSound = recognising(ports.makeSound, spoken)
  const pictures = createLinkedPictures(storageOf('images'), now)
  const dubs = createDubJobs({ makeSound, storage: storageOf('dubs'), now })
  const jobs = createVideoPort({
    jobs: createVideoJobs({ makeClip, now, log, storage: storageOf('videos') }),
    paint,
    now,
  })

  async function answer<R extends ProviderRequest>(asked: R, create?: (request: R) => Promise<object>, keep?: Keep) {
    const behaviour = models.get(asked.model)?.behaviour
    if (!behaviour) throw unknownModel(asked.model)
    const request = { ...asked, body: await withSource(asked, files) }
    const createJob = create && (() => create(request))
    const { signal, filesAt } = asked
    const sending = { speed: behaviour.speed, pause, signal, pictures, filesAt, keep }
    const accept = () =>
      meter.count({ requestId: request.requestId, endpoint: request.endpoint, model: request.model, at: now() })
    if (behaviour.fault) {
      const parts = { request, sending, now, paint, makeSound, ...(createJob && { createJob }) }
      const reply = await behaviour.fault.answer(parts)
      if (behaviour.fault.before === 'accepted') accept()
      return reply
    }
    if (createJob) {
      const job = await createJob()
      accept()
      return jsonReply(job)
    }
    const sound = audioAnswers[request.endpoint]
    if (sound) return sound({ request, makeSound, accept })
    const { vocabulary }: Route = endpoints[request.endpoint]
    if (vocabulary === 'media') {
      const work = await workOf(request, paint)
      accept()
      return pictureReply(work, streams(request, behaviour), sending, now)
    }
    const events = eventsFor(request, now, await sightsOf(request.body, paint, request.signal))
    accept()
    return streams(request, behaviour)
      ? eventStream((signal) => timedChunks(events, { ...sending, signal }), request.signal)
      : wholeAnswer(events, sending)
  }

  const entries = [...models.values()].map(({ entry }) => entry)
  const provider: Provider = {
    id: 'sandbox',
    models: entries,
    endpoints: new Set(answered),
    largestFile,
    answer: (request) =>
      request.endpoint === 'responses'
        ? withEarlierItems(request, (whole, keep) => answer(whole, undefined, keep).catch(refused))
        : answer(request).catch(refused),
    file: pictures.read,
    jobs: {
      video: { ...jobs, create: (request) => answer(request, jobs.create).catch(refused) },
      dubbing: { ...dubs, create: (request) => answer(request, dubs.create).catch(refused) },
    },
  }
  return { provider, meter: meter.read }
}

/** Converts a refusal of an engine to a 400 that names the field. */
function refused(thrown: unknown): never {
  throw thrown instanceof SandboxRefusal
    ? badRequest(thrown.message, { param: thrown.param, code: thrown.code })
    : thrown
}

const streams = (request: ProviderRequest, behaviour: Behaviour) => behaviour.streams && request.body.stream === true

const unknownModel = (model: string) =>
  new RouterError(404, 'model_not_found', `The sandbox has no model ${JSON.stringify(model)}.`, { param: 'model' })

interface Accepted {
  readonly requestId: string
  readonly endpoint: string
  readonly model: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What has been accepted since the start. `last` holds the newest 1,000. */
interface MeterReading {
  readonly accepted: number
  readonly byModel: Readonly<Record<string, number>>
  readonly last: readonly Accepted[]
}

interface Meter {
  count(accepted: Accepted): void
  read(): MeterReading
}

const kept = 1000

/** Counts and logs the requests that a real provider would have billed: all but refusals. */
function createMeter(log: (line: string) => void): Meter {
  const byModel = new Map<string, number>()
  const last: Accepted[] = []
  let accepted = 0
  return {
    count(one) {
      accepted += 1
      byModel.set(one.model, (byModel.get(one.model) ?? 0) + 1)
      last.push(one)
      if (last.length > kept) last.shift()
      log(`sandbox accepted ${one.endpoint} ${one.model} ${one.requestId}`)
    },
    read: () => ({ accepted, byModel: Object.fromEntries(byModel), last: [...last] }),
  }
}

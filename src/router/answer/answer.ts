import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { type ArrivingBody, bodyKindOf, readJsonObject } from '../http/bodies.ts'
import { readForm } from '../http/form.ts'
import { isEventStream, whenOver } from '../http/http-replies.ts'
import type { Holding, Intake } from '../http/request-intake.ts'
import { errorReply, noteError, RouterError } from '../http/router-error.ts'
import type { Trace } from '../http/trace.ts'
import type { OpStore } from '../ops/op-store.ts'
import { fingerprint, idempotencyKey, type Run } from '../ops/paid-operation.ts'
import type { KeptReplies } from '../provider.ts'
import { turn } from '../runtime/event-loop.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { attempt, type Call, stamped } from './attempt.ts'
import type { Catalog, ModelSupply, ProviderChoice } from './catalog.ts'
import type { Admission } from './limits.ts'
import { firstEvent, mediaAsEvents, readsEventsOnly } from './reply-as-events.ts'
import { validate, withoutNulls } from './validate.ts'

/** How long the client of a stream waits for a status before the reply begins as a 200. */
const firstEventMs = 10_000

interface AnswerOptions {
  readonly catalog: Catalog
  readonly call: Call
  readonly models?: ModelSupply
  readonly ops: OpStore
  readonly replies: KeptReplies
  readonly intake: Intake
  readonly clock: Clock
  readonly log: Log
  readonly metrics?: Metrics
  readonly admission: Admission
}

interface Arrived {
  readonly request: Request
  readonly body: ReadableStream<Uint8Array> | null
  readonly params: Readonly<Record<string, string>>
  readonly filesAt: string
  readonly trace: Trace
}

export const notBuilt = ({ method, path }: Endpoint) =>
  new RouterError(501, 'not_built', `${method} /v1${path} is not available: no provider of this router supports it.`)

/** Reads a body of a type that the endpoint accepts. Throws before the first byte where no provider serves the endpoint. */
async function decode(id: EndpointId, arriving: ArrivingBody, catalog: Catalog): Promise<Record<string, unknown>> {
  const endpoint: Endpoint = endpoints[id]
  const kind = endpoint.request && bodyKindOf(arriving.headers, endpoint.bodies)
  if (!catalog.serves(id)) throw notBuilt(endpoint)
  if (kind === 'multipart') return readForm(arriving, endpoint, catalog.largestFile(id))
  return kind ? readJsonObject(arriving, endpoint.maxBytes) : {}
}

/** Releases a request's memory once its reply has begun, and its files once the reply is over. */
function releasing(run: Run, holding: Holding): Run {
  return async (...given) => {
    const reply = await run(...given)
    if (holding.hasFiles && reply.body) return whenOver(reply, () => void holding.release())
    await holding.release()
    return reply
  }
}

/**
 * Runs a request within the admission limit, until its stream is over or any other reply has begun. `start` does not run it where
 * another request with its key came first.
 */
async function admit(
  { enter }: Admission,
  run: Run,
  holding: Holding,
  start: (run: Run) => Promise<Response>,
): Promise<Response> {
  const leave = enter()
  let isRun = false
  try {
    const answered = await start(async (...given) => {
      isRun = true
      const reply = await run(...given)
      if (isEventStream(reply.headers)) return whenOver(reply, leave)
      leave()
      return reply
    })
    if (!isRun) {
      leave()
      await holding.release()
    }
    return answered
  } catch (thrown) {
    leave()
    throw thrown
  }
}

/**
 * Handles requests to the endpoints that providers serve: decode, replay a recorded reply or validate, choose a model, try its providers.
 * Errors before that are thrown. Later errors become replies, because replies are recorded under their idempotency key.
 */
export function createAnswer(options: AnswerOptions) {
  const { catalog, call, models, ops, replies, intake, clock, log, metrics, admission } = options
  function ask(
    endpoint: Endpoint,
    id: EndpointId,
    choice: ProviderChoice,
    body: Record<string, unknown>,
    arrived: Arrived,
  ): Run {
    const { model, card } = choice
    const { params, filesAt, trace } = arrived
    const eventsOnly = readsEventsOnly(arrived.request.headers)
    const streams = body.stream === true && (eventsOnly || !card.lacks?.includes('streaming'))
    // A late failure, and a document as a stream, are told by events, which only the Responses vocabulary defines.
    const isEvents = endpoint.vocabulary === 'response' && streams
    return async (signal, sending) => {
      const leaveOut = (types: readonly string[]) => {
        trace.leftOut = types
      }
      const requestId = trace.requestId
      const request = { endpoint: id, model, body, params, filesAt, requestId, signal, sending, replies, leaveOut }
      const pending = attempt(request, { ...choice, call, trace, clock, metrics })
      pending.catch((thrown) => noteError(thrown, trace, log))
      try {
        const reply = await (isEvents
          ? firstEvent(pending, { limitMs: firstEventMs, clock, trace, body, readsEventsOnly: eventsOnly })
          : pending)
        const isLost = body.stream === true && eventsOnly
        return stamped(isLost ? await mediaAsEvents(reply, id) : reply, trace)
      } catch (thrown) {
        return stamped(errorReply(thrown, trace), trace)
      }
    }
  }

  async function answer(id: EndpointId, arrived: Arrived, holding: Holding): Promise<Response> {
    const endpoint: Endpoint = endpoints[id]
    const { request, body: coming, trace } = arrived
    const op = endpoint.paid ? idempotencyKey(request.headers) : undefined
    if (op !== undefined) trace.op = op
    // Decoding and answering block the event loop, so simultaneous requests are queued.
    await turn()
    const body = await decode(id, { headers: request.headers, body: coming, holding, clock }, catalog)
    await turn()
    const digest = op === undefined ? '' : await fingerprint(id, body)
    const earlier = op === undefined ? undefined : await ops.recall(op, digest)
    if (earlier) {
      await holding.release()
      return earlier.reply()
    }
    const asked = withoutNulls(endpoint, body)
    validate(endpoint, asked)
    if (!catalog.has(asked.model)) await models?.arriving()
    const choice = catalog.choose(id, asked)
    trace.model = choice.model
    const run = releasing(ask(endpoint, id, choice, asked, arrived), holding)
    return admit(admission, run, holding, (admitted) =>
      op === undefined ? admitted(request.signal) : ops.begin(op, digest, admitted),
    )
  }

  return async (id: EndpointId, arrived: Arrived): Promise<Response> => {
    const holding = intake.open()
    try {
      return await answer(id, arrived, holding)
    } catch (thrown) {
      await holding.release()
      throw thrown
    }
  }
}

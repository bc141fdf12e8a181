import type { Endpoint } from '#contract/core/endpoint.ts'
import { type EndpointId, endpoints } from '#contract/endpoints.ts'
import type { Clock } from '../clock.ts'
import { type ArrivingBody, readBody } from '../http/bodies.ts'
import { bodyKindOf } from '../http/content-type.ts'
import { errorReply, noteError, RouterError } from '../http/errors.ts'
import { readForm } from '../http/form.ts'
import type { Holding, Intake } from '../http/intake.ts'
import { readJsonObject } from '../http/read-json.ts'
import { pulled } from '../http/replies.ts'
import type { Trace } from '../http/trace.ts'
import type { Log } from '../log.ts'
import { fingerprint } from '../ops/fingerprint.ts'
import { hashed } from '../ops/hashed.ts'
import { idempotencyKey } from '../ops/idempotency-key.ts'
import type { OpStore } from '../ops/op-store.ts'
import { turn } from '../turns.ts'
import { type Admission, leaving } from './admission.ts'
import { attempt } from './attempt.ts'
import type { Catalog, Choice } from './catalog.ts'
import { firstEvent } from './first-event.ts'
import { stamped } from './stamped.ts'
import { validate, withoutNulls } from './validate.ts'

/** How long a stream's client waits for a status before the answer begins without one. */
const firstEventMs = 10_000

interface Serving {
  readonly catalog: Catalog
  readonly ops: OpStore
  readonly intake: Intake
  readonly clock: Clock
  readonly log: Log
  readonly admission: Admission
}

/** Asks for a reply, and does not reject. */
type Run = (signal: AbortSignal) => Promise<Response>

interface Arrived {
  readonly request: Request
  /** The request's body, as it comes in. */
  readonly body: ReadableStream<Uint8Array> | null
  readonly params: Readonly<Record<string, string>>
  readonly trace: Trace
}

const notBuilt = ({ method, path }: Endpoint) =>
  new RouterError(501, {
    type: 'not_implemented_error',
    code: 'not_built',
    message: `${method} /v1${path} is not built yet: no provider of this router answers it.`,
  })

/** The body of a request, read only once its head is known to be good. */
async function decode(id: EndpointId, arriving: ArrivingBody, catalog: Catalog): Promise<Record<string, unknown>> {
  const endpoint: Endpoint = endpoints[id]
  const kind = endpoint.request && bodyKindOf(arriving.headers, endpoint.bodies)
  if (!catalog.serves(id)) throw notBuilt(endpoint)
  if (kind === 'multipart') return readForm(arriving, endpoint, catalog.largestFile(id))
  return kind ? readJsonObject(await readBody(arriving, endpoint.maxBytes)) : {}
}

/** Gives back what a request holds: its memory as soon as its reply has begun, its files when that is over. */
function releasing(run: Run, holding: Holding): Run {
  return async (signal) => {
    const reply = await run(signal)
    if (!reply.body || !holding.hasFiles) {
      await holding.release()
      return reply
    }
    const reader = reply.body.getReader()
    void reader.closed.then(holding.release, holding.release)
    const read = async () => (await reader.read()).value
    return new Response(
      pulled(read, (reason) => reader.cancel(reason)),
      reply,
    )
  }
}

/**
 * Answers requests to the endpoints that providers serve: decode, recall or validate, choose, ask. Throws every refusal;
 * what goes wrong after a provider was asked is part of the reply, because a reply may be kept.
 */
export function createServe({ catalog, ops, intake, clock, log, admission }: Serving) {
  function ask(id: EndpointId, choice: Choice, body: Record<string, unknown>, { params, trace }: Arrived): Run {
    return async (signal) => {
      const { model, providers, card } = choice
      const request = { endpoint: id, model, body, params, requestId: trace.requestId, signal }
      const isStream = id === 'responses' && body.stream === true && !card.lacks?.includes('streaming')
      const pending = attempt(providers, request, trace)
      pending.catch((thrown) => noteError(thrown, trace, log))
      try {
        const reply = await (isStream ? firstEvent(pending, { limitMs: firstEventMs, clock, trace, body }) : pending)
        return stamped(reply, trace)
      } catch (thrown) {
        return stamped(errorReply(thrown, trace), trace)
      }
    }
  }

  /** Runs a request where there is room for it, and keeps its place until its reply has ended. */
  async function admit(run: Run, start: (run: Run) => Promise<Response>): Promise<Response> {
    const leave = admission.enter()
    try {
      return await start(async (signal) => leaving(await run(signal), leave))
    } catch (thrown) {
      leave()
      throw thrown
    }
  }

  async function answer(id: EndpointId, arrived: Arrived, holding: Holding): Promise<Response> {
    const endpoint: Endpoint = endpoints[id]
    const { request, body: coming, trace } = arrived
    const op = endpoint.paid ? idempotencyKey(request.headers) : undefined
    if (op !== undefined) trace.op = op
    // Of many requests at once each takes a while to read, and to answer.
    await turn()
    const body = await decode(id, { headers: request.headers, body: coming, holding, clock }, catalog)
    await turn()
    const digest = op === undefined ? '' : fingerprint(id, await hashed(body))
    const earlier = op === undefined ? undefined : ops.recall(op, digest)
    if (earlier) {
      await holding.release()
      return earlier.reply()
    }
    const asked = withoutNulls(endpoint, body)
    validate(endpoint, asked)
    const choice = catalog.choose(id, asked)
    trace.model = choice.model
    const run = releasing(ask(id, choice, asked, arrived), holding)
    return admit(run, (admitted) => (op === undefined ? admitted(request.signal) : ops.begin(op, digest, admitted)))
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

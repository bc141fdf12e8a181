import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointId, endpoints } from '#contract/endpoints.ts'
import { attempt } from './attempt.ts'
import type { Catalog, Choice } from './catalog.ts'
import type { Clock } from './clock.ts'
import { bodyKindOf } from './content-type.ts'
import { firstEvent } from './first-event.ts'
import type { Log } from './log.ts'
import { fingerprint } from './ops/fingerprint.ts'
import { hashed } from './ops/hashed.ts'
import { idempotencyKey } from './ops/idempotency-key.ts'
import type { OpStore } from './ops/op-store.ts'
import { readBody } from './read-body.ts'
import { readForm } from './read-form.ts'
import { readJsonObject } from './read-json.ts'
import { errorReply, noteError, RouterError } from './router-error.ts'
import { stamped } from './stamped.ts'
import type { Trace } from './trace.ts'
import { validate, withoutNulls } from './validate.ts'

/** How long a stream's client waits for a status before the answer begins without one. */
const firstEventMs = 10_000

interface Serving {
  readonly catalog: Catalog
  readonly ops: OpStore
  readonly clock: Clock
  readonly log: Log
}

interface Arrived {
  readonly request: Request
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
async function decode(endpoint: Endpoint, request: Request, isServed: boolean): Promise<Record<string, unknown>> {
  const kind = endpoint.request && bodyKindOf(request.headers, endpoint.bodies)
  if (!isServed) throw notBuilt(endpoint)
  if (kind === 'multipart') return readForm(request, endpoint)
  return kind ? readJsonObject(await readBody(request, endpoint.maxBytes)) : {}
}

/**
 * Answers requests to the endpoints that providers serve: decode, recall or validate, choose, ask. Throws every refusal;
 * what goes wrong after a provider was asked is part of the reply, because a reply may be kept.
 */
export function createServe({ catalog, ops, clock, log }: Serving) {
  function ask(id: EndpointId, choice: Choice, body: Record<string, unknown>, { params, trace }: Arrived) {
    return async (signal: AbortSignal): Promise<Response> => {
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

  return async (id: EndpointId, arrived: Arrived): Promise<Response> => {
    const endpoint: Endpoint = endpoints[id]
    const { request, trace } = arrived
    const op = endpoint.paid ? idempotencyKey(request.headers) : undefined
    if (op !== undefined) trace.op = op
    const body = await decode(endpoint, request, catalog.serves(id))
    const digest = op === undefined ? '' : fingerprint(id, await hashed(body))
    const earlier = op === undefined ? undefined : ops.recall(op, digest)
    if (earlier) return earlier.reply()
    const asked = withoutNulls(endpoint, body)
    validate(endpoint, asked)
    const choice = catalog.choose(id, asked)
    trace.model = choice.model
    const run = ask(id, choice, asked, arrived)
    return op === undefined ? run(request.signal) : ops.begin(op, digest, run)
  }
}

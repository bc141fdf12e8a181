import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { describeThrown } from '../http/router-error.ts'
import type { Attempt, RequestRecord } from '../http/trace.ts'
import type { OpStore } from '../ops/op-store.ts'
import type { Log } from './log.ts'

/** How a paid request ended, as far as its provider is concerned; `unknown`: it may have been taken. */
type PaidOutcome = 'answered' | 'refused' | 'unknown'

interface Paid {
  readonly model: string
  readonly attempts: readonly Attempt[]
  readonly outcome: PaidOutcome
}

/** Counts what the router does. Its methods never throw. */
export interface Metrics {
  ended(record: RequestRecord): void
  /** An event stream that begins; the returned function is to be called at its end. */
  streaming(): () => void
  /** The provider's reply to a paid request, and the attempts that led to it. */
  paid(paid: Paid): void
  text(): Promise<string>
  readonly contentType: string
}

interface MetricsOptions {
  readonly providers: () => readonly { readonly id: string }[]
  /** The circuit of a provider with this id; undefined where it has none. */
  readonly circuitOf: (id: string) => 'closed' | 'open' | 'half-open' | undefined
  readonly held: OpStore['held']
  readonly log: Log
  /** Whether to add those of the process, of which there is one for all routers. */
  readonly ofProcess?: boolean
}

const durations = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

/** Replaces what comes after the first `most` different texts by `other`, which bounds the number of time series. */
function bounded(most: number): (text: string) => string {
  const known = new Set<string>()
  return (text) => {
    if (known.size < most) known.add(text)
    return known.has(text) ? text : 'other'
  }
}

const timed = { buckets: durations }

function createInstruments(register: Registry) {
  const named = <L extends string>(name: string, help: string, ...labelNames: L[]) => ({
    ...{ name: `patchbay_${name}`, help, labelNames, registers: [register] },
  })
  return {
    requests: new Counter(named('requests_total', 'Requests whose reply has ended.', 'route', 'method', 'status')),
    broken: new Counter(
      named('replies_broken_total', 'Replies cut off, or abandoned by the client.', 'route', 'ended'),
    ),
    errors: new Counter(named('errors_total', 'Errors that were sent, by their code.', 'code')),
    seconds: new Histogram({
      ...named('request_seconds', 'From the head of a request to the end of its reply.', 'route'),
      ...timed,
    }),
    firstByte: new Histogram({
      ...named('first_byte_seconds', 'From the head of a request to the first byte of its reply.', 'route'),
      ...timed,
    }),
    received: new Counter(named('received_bytes_total', 'Bytes of request bodies.', 'route')),
    sent: new Counter(named('sent_bytes_total', 'Bytes of reply bodies.', 'route')),
    streams: new Gauge(named('open_streams', 'Open event streams.')),
    operations: new Counter(named('operations_total', 'Requests with an idempotency key: made or repeated.', 'reply')),
    held: new Gauge(named('held_operations', 'Requests with an idempotency key of the last 24 hours.', 'status')),
    heldBytes: new Gauge(named('held_reply_bytes', 'Bytes of their replies.')),
    paid: new Counter(named('paid_requests_total', 'Requests for providers.', 'model', 'provider', 'outcome')),
    attempts: new Counter(named('attempts_total', 'Providers asked, by error code or status.', 'provider', 'result')),
    circuits: new Gauge(
      named('circuit_open', 'Whether a provider rests: 1, or 0.5 while one request tries it.', 'provider'),
    ),
  }
}

/** Only routes of the table, methods of ours, listed models, configured providers and a bounded number of error codes become labels. */
export function createMetrics({ providers, circuitOf, held, log, ofProcess = false }: MetricsOptions): Metrics {
  const register = new Registry()
  const the = createInstruments(register)
  if (ofProcess) collectDefaultMetrics({ register })
  const errorOf = bounded(100)
  const modelOf = bounded(500)

  /** A fault here must not become one of a request. */
  function quietly(count: () => void): void {
    try {
      count()
    } catch (thrown) {
      log(`metrics failed: ${describeThrown(thrown)}`)
    }
  }

  function countEnded({ method, trace, status, ms, firstByteMs, bytes, ended }: RequestRecord): void {
    const { route, code, op, attempts, received = 0 } = trace
    the.requests.inc({ route, method: methods.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx` })
    if (ended !== 'sent') the.broken.inc({ route, ended })
    if (code !== undefined) the.errors.inc({ code: errorOf(code) })
    the.seconds.observe({ route }, ms / 1_000)
    if (firstByteMs !== undefined) the.firstByte.observe({ route }, firstByteMs / 1_000)
    the.received.inc({ route }, received)
    the.sent.inc({ route }, bytes)
    if (op === undefined || status >= 400 || !route.startsWith('/v1')) return
    the.operations.inc({ reply: attempts.length > 0 ? 'made' : 'repeated' })
  }

  function countPaid({ model, attempts, outcome }: Paid): void {
    for (const { provider, code, status } of attempts)
      the.attempts.inc({ provider, result: errorOf(code ?? String(status)) })
    the.paid.inc({ model: modelOf(model), provider: attempts.at(-1)?.provider ?? 'none', outcome })
  }

  function readHeld(): void {
    const { operations, bytes } = held()
    the.held.reset()
    for (const [status, count] of Object.entries(operations)) the.held.set({ status }, count)
    the.heldBytes.set(bytes)
  }

  function readCircuits(): void {
    the.circuits.reset()
    for (const { id: provider } of providers()) {
      const circuit = circuitOf(provider)
      if (circuit) the.circuits.set({ provider }, circuit === 'open' ? 1 : circuit === 'half-open' ? 0.5 : 0)
    }
  }

  return {
    contentType: register.contentType,
    text() {
      readCircuits()
      readHeld()
      return register.metrics()
    },
    ended: (record) => quietly(() => countEnded(record)),
    streaming() {
      quietly(() => the.streams.inc())
      return () => quietly(() => the.streams.dec())
    },
    paid: (paid) => quietly(() => countPaid(paid)),
  }
}

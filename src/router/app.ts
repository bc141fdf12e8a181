import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { createAnswer } from './answer/answer.ts'
import type { Call } from './answer/attempt.ts'
import { type Catalog, createCatalog, type ModelSupply } from './answer/catalog.ts'
import { type Admission, createAdmission, createRateLimits, type RateLimits } from './answer/limits.ts'
import { createProviderGuards } from './answer/provider-guards.ts'
import { addDescription } from './describe/serve-description.ts'
import { comingBody } from './http/bodies.ts'
import { jsonReply } from './http/http-replies.ts'
import { requestPath, targetHost } from './http/http-server.ts'
import { addRoute, checkMethod, createGuard, type Guard, type OwnHosts } from './http/request-guard.ts'
import { createIntake, type Intake } from './http/request-intake.ts'
import { errorReply, noteError } from './http/router-error.ts'
import { createSend } from './http/send.ts'
import type { RouterEnv, Trace } from './http/trace.ts'
import { unknownPath } from './http/unknown-path.ts'
import { callWithJobs, createJobIds, createJobReads, type JobAnswers } from './jobs/job-answers.ts'
import { createKeptReplies } from './ops/kept-replies.ts'
import { addOpRoutes } from './ops/op-routes.ts'
import { createOpStore, type OpStore } from './ops/op-store.ts'
import type { KeptReplies, Provider } from './provider.ts'
import type { Log } from './runtime/log.ts'
import { createMetrics, type Metrics } from './runtime/metrics.ts'
import { type Clock, systemClock } from './runtime/system-clock.ts'
import { addMachineRoutes, type Surroundings } from './serve/machine-routes.ts'
import type { StaticFiles } from './serve/static-files.ts'

export interface RouterOptions {
  /** A function where the list itself may change. */
  readonly providers: readonly Provider[] | (() => readonly Provider[])
  /** Nothing is configured and no list is awaited by default. */
  readonly models?: ModelSupply
  readonly key: string
  readonly own: OwnHosts
  readonly allowedOrigins?: readonly string[]
  /** Whether the page on this machine is handed the key: only for a router on loopback without a public URL. */
  readonly handsOutKey?: boolean
  /** Paid requests that came with an idempotency key; kept in memory by default. */
  readonly ops?: OpStore
  /** The last replies of providers that keep none themselves; in memory by default. */
  readonly replies?: KeptReplies
  /** Bounds what requests hold while they are read and answered; large files go to the system's temporary folder by default. */
  readonly intake?: Intake
  readonly admission?: Admission
  /** Counts the requests of providers with a limit by the minute; of this process alone by default. */
  readonly rates?: RateLimits
  /** Signs the ids of jobs: routers with the same secret can answer for each other's jobs. Random by default. */
  readonly secret?: string
  /** Whether `ops` survives a restart. */
  readonly keepsResults?: boolean
  readonly files?: StaticFiles
  readonly meter?: () => unknown
  /** What `/healthz` tells beside the providers. */
  readonly surroundings?: Surroundings
  readonly measuresProcess?: boolean
  readonly log?: Log
  readonly clock?: Clock
  /** 128 random bits or more, as text. */
  readonly randomId?: () => string
}

const alone: Surroundings = { isStopping: () => false, parts: () => ({}) }

/** Where files that replies name are read, outside `/v1`. */
const filesPath = '/jobs/images'

interface Parts {
  readonly providers: () => readonly Provider[]
  readonly guard: Guard
  readonly catalog: Catalog
  readonly call: Call
  readonly ops: OpStore
  readonly jobReads: JobAnswers
  readonly metrics: Metrics
}

/** The routes of the interface, one for each entry of the table. */
function addEndpoints(
  app: Hono<RouterEnv>,
  { guard, catalog, call, ops, jobReads, metrics }: Parts,
  options: RouterOptions,
): void {
  const { clock = systemClock, log = () => {}, intake = createIntake(), admission = createAdmission() } = options
  const answer = createAnswer({
    catalog,
    call,
    ...(options.models && { models: options.models }),
    ops,
    replies: options.replies ?? createKeptReplies(clock),
    intake,
    clock,
    log,
    metrics,
    admission,
  })
  const own: Partial<Record<EndpointId, () => Promise<Response>>> = {
    async models() {
      await options.models?.arriving()
      return jsonReply({ object: 'list', data: catalog.entries() })
    },
  }
  for (const { id, method, path } of Object.values(endpoints)) {
    const route = `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`
    addRoute(app, route, { methods: [method], guard }, (c) => {
      const arrived = {
        ...{ request: c.req.raw, params: c.req.param(), trace: c.get('trace') },
        filesAt: `${guard.originOf(c.req.raw.headers)}${filesPath}`,
      }
      return own[id]?.() ?? jobReads.endpoint(id)?.(arrived) ?? answer(id, { ...arrived, body: comingBody(c) })
    })
  }
}

/** Jobs and files that replies name by an address outside `/v1`. */
function addFilesOfReplies(app: Hono<RouterEnv>, { guard, jobReads, providers }: Parts): void {
  const addJob = (route: string, step: 'status' | 'content') =>
    addRoute(app, route, { guard }, (c) =>
      jobReads.step({ kind: 'dubbing', step }, { request: c.req.raw, params: c.req.param(), trace: c.get('trace') }),
    )
  // An <img> and a plain fetch send no key: the unguessable name is the permission, also for a page of another site.
  addRoute(app, `${filesPath}/:name`, {}, async (c) => {
    const { file } = providers().find((provider) => provider.file) ?? {}
    if (!file) throw unknownPath(c.req.method, c.req.path)
    const reply = await file(c.req.param('name') ?? '', c.req.raw.headers)
    reply.headers.set('cross-origin-resource-policy', 'cross-origin')
    return reply
  })
  addJob('/jobs/:id', 'status')
  addJob('/jobs/:id/content', 'content')
}

/** Everything else is a file of the app, looked up by its exact path, or a 404. */
function addFiles(app: Hono<RouterEnv>, { files }: RouterOptions): void {
  app.all('*', async (c) => {
    const file = files?.find(c.req.path, c.req.header('accept-encoding') ?? '')
    if (!file) throw unknownPath(c.req.method, c.req.path)
    c.get('trace').route = 'file'
    checkMethod(c, 'GET')
    return file
  })
}

/**
 * The router as a Hono app, built from the endpoints table. Order of the checks: host, preflight, path, origin, method, key,
 * content type, body. Whatever a client sends, the answer is one of ours, and errors have one shape.
 */
export function createRouter(options: RouterOptions): Hono<RouterEnv> {
  const { clock = systemClock, allowedOrigins = [], own, key, randomId = randomUUID, log = () => {} } = options
  const guard = createGuard({ own, allowedOrigins, key })
  const ids = createJobIds(options.secret ?? randomUUID())
  const { providers, models, measuresProcess = false, surroundings = alone } = options
  const providersNow = typeof providers === 'function' ? providers : () => providers
  const guards = createProviderGuards({ rates: options.rates ?? createRateLimits(), clock })
  const callJobs = callWithJobs(ids)
  const call: Call = (provider, request) => guards.run(provider, request.model, () => callJobs(provider, request))
  const ops = options.ops ?? createOpStore({ clock })
  const metrics = createMetrics({
    providers: providersNow,
    circuitOf: guards.circuitOf,
    held: ops.held,
    log,
    ofProcess: measuresProcess,
  })
  const parts = {
    providers: providersNow,
    guard,
    metrics,
    catalog: createCatalog(providersNow, models?.policyOf),
    call,
    ops,
    jobReads: createJobReads(providersNow, ids, clock),
  }
  const send = createSend({ guard, clock, log, metrics })
  const app = new Hono<RouterEnv>({ getPath: requestPath })
  app.use(async (c, next) => {
    const begun = clock.now()
    const trace: Trace = { requestId: `req_${randomId()}`, route: '(none)', attempts: [] }
    c.set('trace', trace)
    const answer = async () => {
      guard.checkHost(c.req.raw.headers, targetHost(c.env?.incoming?.url))
      if (c.req.method === 'OPTIONS') return new Response(null, { status: 204 })
      await next()
      return c.res
    }
    const reply = await answer().catch((thrown) => {
      noteError(thrown, trace, log)
      return errorReply(thrown, trace)
    })
    c.res = undefined
    c.res = send(c, reply, begun)
  })
  app.onError((thrown, c) => {
    noteError(thrown, c.get('trace'), log)
    return errorReply(thrown, c.get('trace'))
  })
  addEndpoints(app, parts, options)
  addFilesOfReplies(app, parts)
  addOpRoutes(app, guard, ops)
  addDescription(app, [...own.origins][0] ?? '')
  addMachineRoutes(app, {
    ...{ guard, metrics, providers: providersNow, circuitOf: guards.circuitOf, surroundings, meter: options.meter },
    handedKey: options.handsOutKey ? key : undefined,
    keepsResults: options.keepsResults ?? false,
  })
  addFiles(app, options)
  return app
}

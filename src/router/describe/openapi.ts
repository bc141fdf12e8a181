import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { Price } from '#contract/models/model-card.ts'
import { priceLines } from '#contract/models/prices.ts'
import { replySchemas } from './reply-schemas.ts'
import { bodySchema, formSchema, type JsonSchema } from './request-schemas.ts'
import { type OwnRoute, ownRoutes, type RouteNotes, routeNotes } from './route-notes.ts'

interface Content {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
  readonly example?: Readonly<Record<string, string>>
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
}

interface Described {
  readonly description: string
  readonly content?: Readonly<Record<string, Content>>
  readonly headers?: Readonly<Record<string, object>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

interface RequestBody {
  readonly required: true
  readonly content: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly [string]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>
  readonly security?: readonly []
  readonly 'x-status'?: string
  /** Whether a request may be billed. */
  readonly 'x-paid'?: boolean
  /** The prices that the interface states, by model. */
  readonly 'x-prices'?: Readonly<Record<string, readonly string[]>>
}

export interface Description {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly [kind: string]: object
  }
}

/** What stands in the example of a form for the bytes of a file. */
export const fileExample = '(the bytes of a file)'

const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const textHeader = (description: string) => ({ description, schema: { type: 'string' } })

/** Headers of every reply under `/v1`. */
const replyHeaders = {
  'x-request-id': textHeader('Names this request in the log.'),
  'x-router-model': textHeader('The model that served, as its provider calls it, or none.'),
  'x-router-provider': textHeader('The provider that answered, or none.'),
  'x-router-attempts': textHeader(
    'The providers that were tried, each with its outcome: openai;status=503;ms=12, groq;status=200;ms=340. Or none.',
  ),
  'x-router-omitted-tools': textHeader(
    'Hosted tool types that this provider cannot run and that were left out: web_search, file_search.',
  ),
}
const headerRefs = Object.fromEntries(
  Object.keys(replyHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/** Refusals and failures by status. A request that gets a 4XX was not billed, unless its `stage` says otherwise. */
export const errorStatuses: Readonly<Record<string, string>> = {
  400: 'A field is missing or not served; param names it. Not billed.',
  401: 'The key is missing or wrong. Not billed.',
  402: 'A provider requires payment. Not billed; retry after adding credits.',
  404: 'No such model, job or path. Not billed.',
  409: 'The operation was stopped, or its reply is not kept.',
  413: 'The body or a file is too large. Not billed.',
  415: 'This route does not accept this content type. Not billed.',
  422: 'The Idempotency-Key was used for another request. Not billed again.',
  429: 'Too many requests, here or at the provider. Not billed; retry after retry-after.',
  '5XX': 'The router or a provider failed. Unless retry is safe, it may have been billed: ask before retrying.',
}

const errorRefs = (statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]))

const contentOf = (replies: RouteNotes['replies']) =>
  Object.fromEntries(
    Object.entries(replies).map(([type, name]): [string, Content] => [
      type,
      { schema: name === 'bytes' ? { type: 'string', format: 'binary' } : schemaRef(name) },
    ]),
  )

const ending = (name: string) => name.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The name of the schema of an endpoint's JSON body: `ImagesEditsRequest`. */
const requestName = ({ id }: Endpoint) => `${ending(id)}Request`

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    ...{ description: 'The id from the reply that created it.', schema: { type: 'string' } },
  }))

const queryParameters = (query: RouteNotes['query'] = {}): Parameter[] =>
  Object.entries(query).map(([name, description]) => ({
    ...{ name, in: 'query', required: false, description, schema: { type: 'string' } },
  }))

const rangeParameter: Parameter = {
  ...{ name: 'Range', in: 'header', required: false },
  ...{ description: 'Asks for a part, such as bytes=0-1023.', schema: { type: 'string' } },
}

const keyParameter: Parameter = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  description:
    'A new id for each request, such as a UUID. A repeat with the same id and the same body gets the same reply, or follows it while it runs, and nothing is sent or billed twice; with another body it is a 422. Kept for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}

function requestBody(endpoint: Endpoint, { needs = [], examples, form }: RouteNotes): RequestBody {
  const json = (): Content => ({
    schema: schemaRef(requestName(endpoint)),
    ...(examples && {
      examples: Object.fromEntries(
        Object.entries(examples).map(([summary, value]) => [summary.replaceAll(' ', '-'), { summary, value }]),
      ),
    }),
  })
  const multipart = (): Content => ({
    ...formSchema(endpoint, needs),
    ...(form && { example: { ...form.texts, [form.file]: fileExample } }),
  })
  const content = endpoint.bodies.map((kind): [string, Content] =>
    kind === 'json' ? ['application/json', json()] : ['multipart/form-data', multipart()],
  )
  return { required: true, content: Object.fromEntries(content) }
}

const perImage: Price = { unit: 'cauris', labels: { api: '10L, 25M, 50H per image', agent: '10L, 25M, 50H per image' } }
const imagePrices = { 'gen-image-1.5': perImage, 'gen-image-2': perImage }

/** The price labels that the interface gives (§4.2, §4.3), by endpoint and model. */
const interfacePrices: ReadonlyMap<string, Readonly<Record<string, Price>>> = new Map<string, Record<string, Price>>([
  ['responses', { 'gen-5.4-pro': { unit: 'cauris', labels: { api: '60', agent: '60' } } }],
  ['images.generations', imagePrices],
  ['images.edits', imagePrices],
])

function pricesOf(id: string): Pick<Operation, 'x-prices'> {
  const lines = Object.entries(interfacePrices.get(id) ?? {}).map(([model, price]): [string, string[]] => [
    model,
    priceLines(price).map(({ variant, text }) => `${variant}: ${text}`),
  ])
  return lines.length > 0 ? { 'x-prices': Object.fromEntries(lines) } : {}
}

const reads = ['400', '401', '404', '429', '5XX']

const partial = { 206: { description: 'The part that Range asks for.' }, 304: { description: 'Unchanged.' } }

function endpointOperation(endpoint: Endpoint, notes: RouteNotes): Operation {
  const { id, title, path, paid, status } = endpoint
  return {
    ...{ operationId: id, summary: title, description: notes.about, tags: [ending(id.split('.')[0] ?? id)] },
    parameters: [
      ...pathParameters(path),
      ...queryParameters(notes.query),
      ...(notes.ranged ? [rangeParameter] : []),
      ...(paid ? [keyParameter] : []),
    ],
    ...(endpoint.request && { requestBody: requestBody(endpoint, notes) }),
    responses: {
      200: { description: 'Success.', headers: headerRefs, content: contentOf(notes.replies) },
      ...(notes.ranged && partial),
      ...errorRefs(paid ? Object.keys(errorStatuses) : reads),
    },
    ...{ 'x-status': status, 'x-paid': paid, ...pricesOf(id) },
  }
}

function ownOperation({ method, path, title, about, open, status, replies, query, ranged }: OwnRoute): Operation {
  return {
    operationId: [method, ...path.split(/[/{}.]+/)].filter(Boolean).join('-'),
    ...{ summary: title, description: about, tags: ['This router only'] },
    parameters: [...pathParameters(path), ...queryParameters(query), ...(ranged ? [rangeParameter] : [])],
    responses: {
      [status]: { description: 'Success.', ...(replies && { content: contentOf(replies) }) },
      ...(ranged && partial),
      ...errorRefs(open ? [...(path.includes('{') ? ['404'] : []), '5XX'] : reads),
    },
    ...(open && { security: [] }),
  }
}

const introduction = `A router in front of several model providers: the model of a request says which of them answers.
Unknown fields pass through to the provider, and fields that are null count as unset.
The router never repeats a paid request that a provider may have accepted; send an Idempotency-Key to be able to retry it yourself.
Every error has one shape: retry says whether the same request may be sent again (safe, ask because it may be billed twice, or no), and stage how far it got (not_sent, sent or accepted).
Event streams send a comment every 15 s while idle; a stream that ends without its last event was cut off.`

const tags = [
  { name: 'Models', description: 'What can be called.' },
  { name: 'Responses', description: 'Text and code.' },
  { name: 'Images', description: 'Images and edits.' },
  { name: 'Videos', description: 'Videos, generated as jobs.' },
  { name: 'Audio', description: 'Speech, transcription, voices, dubbing, music and sounds.' },
  {
    name: 'This router only',
    description: 'Outside /v1: other routers have none of these. The app and its recovery use them.',
  },
]

const errorResponse = (status: string, description: string): Described => ({
  description,
  content: { 'application/json': { schema: schemaRef('Error') } },
  ...((status === '429' || status === '5XX') && {
    headers: { 'retry-after': textHeader('Seconds, where the router or the provider names a time.') },
  }),
})

function makeDescription(): Description {
  const paths = new Map<string, Record<string, Operation>>()
  const add = (path: string, method: string, operation: Operation) => {
    paths.set(path, { ...paths.get(path), [method]: operation })
  }
  for (const { id } of Object.values(endpoints)) {
    const endpoint: Endpoint = endpoints[id]
    add(`/v1${endpoint.path}`, endpoint.method.toLowerCase(), endpointOperation(endpoint, routeNotes[id]))
  }
  for (const route of ownRoutes) add(route.path, route.method, ownOperation(route))
  const requests = Object.values(endpoints).flatMap(({ id }): [string, JsonSchema][] => {
    const endpoint: Endpoint = endpoints[id]
    return endpoint.request ? [[requestName(endpoint), bodySchema(endpoint, routeNotes[id].needs ?? [])]] : []
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Patchbay router', version: '1', description: introduction },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags,
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...Object.fromEntries(requests), ...replySchemas },
      headers: replyHeaders,
      responses: Object.fromEntries(
        Object.entries(errorStatuses).map(([status, words]) => [status, errorResponse(status, words)]),
      ),
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The key of this router.' } },
    },
  }
}

let made: Description | undefined

/** The description of this router, made once: it depends on nothing but the program. */
export function description(): Description {
  made ??= makeDescription()
  return made
}

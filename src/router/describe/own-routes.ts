/** A route outside `/v1`, which is ours alone. */
export interface OwnRoute {
  readonly method: 'get' | 'delete'
  readonly path: string
  readonly title: string
  readonly about: string
  /** Answered without a key. */
  readonly open?: true
  /** The status of success. */
  readonly status: number
  /** By media type the name of a schema, or bytes; absent for an empty reply. */
  readonly replies?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly ranged?: true
}

/** Other routers need none of these; a client that uses only `/v1` misses nothing that the interface promises. */
export const ownRoutes: readonly OwnRoute[] = [
  {
    ...{ method: 'get', path: '/ops/{id}', title: 'Operation', status: 200 },
    about:
      'The state of the paid request that was sent with this Idempotency-Key, with its stored reply. Free. A 404 means that it never arrived, or is older than 24 hours.',
    replies: { 'application/json': 'Operation' },
  },
  {
    ...{ method: 'delete', path: '/ops/{id}', title: 'Stop an operation', status: 204 },
    about: 'Stops the request at its provider. One that arrives later with this key is refused with a 409.',
  },
  {
    ...{ method: 'get', path: '/ops/{id}/reply', title: 'Reply of an operation', status: 200 },
    about: 'The stored reply itself, with its own status and headers, from the beginning; streamed while it grows. Free.',
    replies: { '*/*': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/jobs/{id}', title: 'Dubbing status', status: 200 },
    about: 'The status of a dubbing job: the address that its status_url names. Free.',
    replies: { 'application/json': 'DubbingJob' },
  },
  {
    ...{ method: 'get', path: '/jobs/{id}/content', title: 'Dubbing content', status: 200, ranged: true },
    about: 'The dubbed file, or its subtitles.',
    query: { lang: 'One of the target languages; the first by default.', format: 'srt or vtt, for subtitles.' },
    replies: { 'audio/*': 'bytes', 'video/*': 'bytes', 'text/vtt': 'bytes', 'application/x-subrip': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/jobs/images/{name}', title: 'Linked image', status: 200, open: true, ranged: true },
    about: 'A sandbox image requested with response_format url. Kept for one hour.',
    replies: { 'image/*': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/healthz', title: 'Health', status: 200, open: true },
    about: '200 while the router runs, 503 while it shuts down.',
    replies: { 'application/json': 'Health' },
  },
  {
    ...{ method: 'get', path: '/healthz/ready', title: 'Readiness', status: 200, open: true },
    about:
      '200 when everything that the router needs is available, else 503. With the key, or from its machine, also the state of its providers.',
    replies: { 'application/json': 'Health' },
  },
  {
    ...{ method: 'get', path: '/metrics', title: 'Metrics', status: 200 },
    about: 'Prometheus text format. No key is needed from the same machine.',
    replies: { 'text/plain': 'bytes' },
  },
  {
    ...{ method: 'get', path: '/openapi.json', title: 'This description', status: 200, open: true },
    about: 'OpenAPI 3.1, with an ETag.',
    replies: { 'application/json': 'OpenApi' },
  },
  {
    ...{ method: 'get', path: '/config.schema.json', title: 'Configuration schema', status: 200, open: true },
    about: 'The JSON Schema of the configuration file, for editors.',
    replies: { 'application/schema+json': 'JsonSchema' },
  },
]

/** What a router is asked about one of its jobs. */
export interface Asked {
  readonly id: string
  /** Of the server, without a slash at its end. */
  readonly origin: string
  /** The course of the job: `queued`, `running` and then `completed`. */
  readonly state: 'queued' | 'running' | 'completed'
}

/** How one router speaks of its jobs. */
export interface JobShape {
  /** The job's id, from a text of its own. */
  readonly id?: (text: string) => string
  /** The reply to the creation; by default that to a poll. */
  readonly create?: (asked: Asked) => object
  /** The JSON reply to a poll; undefined for an empty one with status 202. */
  readonly poll: (asked: Asked) => object | undefined
  /** Where the file is: the route of the interface, or an address that only the job names, on this host or another. */
  readonly file: 'route' | 'here' | 'elsewhere'
}

const file = ({ origin, id }: Asked) => `${origin}/files/${encodeURIComponent(id)}.mp4`
const far = (asked: Asked) => file(asked).replace('127.0.0.1', 'localhost')
const when = (isDone: boolean, more: object) => (isDone ? more : {})
const words =
  (queued: string, running: string, completed: string) =>
  ({ state }: Asked) =>
    ({ queued, running, completed })[state]

const openai = words('queued', 'in_progress', 'completed')
const kling = words('submitted', 'processing', 'succeed')
const replicate = words('starting', 'processing', 'succeeded')
const runway = words('PENDING', 'RUNNING', 'SUCCEEDED')
const alibaba = words('PENDING', 'RUNNING', 'SUCCEEDED')
const progress = ({ state }: Asked) => ({ queued: 0, running: 50, completed: 100 })[state]
const isDone = ({ state }: Asked) => state === 'completed'

/** The shapes of real routers, by name; sources in the notes on the wire. */
export const jobShapes: Readonly<Record<string, JobShape>> = {
  openai: {
    id: (text) => `video_${text}`,
    poll: (asked) => ({
      ...{ id: asked.id, object: 'video', model: 'clip-1', status: openai(asked), progress: progress(asked) },
      ...{ created_at: 1_700_000_000, completed_at: isDone(asked) ? 1_700_000_060 : null, error: null, seconds: '4' },
    }),
    file: 'route',
  },
  litellm: {
    id: (text) => `video_${Buffer.from(`litellm:custom_llm_provider:openai;video_id:${text}`).toString('base64')}`,
    poll: (asked) => ({ id: asked.id, object: 'video', status: openai(asked), usage: { duration_seconds: 4 } }),
    file: 'route',
  },
  newapi: {
    poll: (asked) => ({
      ...{ id: asked.id, task_id: asked.id, object: 'video', status: isDone(asked) ? 'completed' : 'unknown' },
      ...when(isDone(asked), { metadata: { url: file(asked) } }),
    }),
    file: 'route',
  },
  aimock: {
    create: (asked) => ({ id: asked.id, status: 'completed', created_at: 1_700_000_000, url: file(asked) }),
    poll: (asked) => ({ id: asked.id, status: 'completed', created_at: 1_700_000_000, url: file(asked) }),
    file: 'here',
  },
  openrouter: {
    poll: (asked) => ({
      ...{ id: asked.id, polling_url: `${asked.origin}/v1/videos/${asked.id}` },
      status: words('pending', 'in_progress', 'completed')(asked),
      ...when(isDone(asked), { unsigned_urls: [file(asked)], usage: { cost: 0.4 } }),
    }),
    file: 'here',
  },
  runway: {
    poll: (asked) => ({ id: asked.id, status: runway(asked), ...when(isDone(asked), { output: [far(asked)] }) }),
    file: 'elsewhere',
  },
  replicate: {
    poll: (asked) => ({ id: asked.id, status: replicate(asked), ...when(isDone(asked), { output: file(asked) }) }),
    file: 'here',
  },
  byteplus: {
    poll: (asked) => ({
      ...{ id: asked.id, status: words('queued', 'running', 'succeeded')(asked) },
      ...when(isDone(asked), { content: { video_url: far(asked) } }),
    }),
    file: 'elsewhere',
  },
  kling: {
    create: ({ id }) => ({ code: 0, message: 'SUCCEED', data: { task_id: id, task_status: 'submitted' } }),
    poll: (asked) => ({
      ...{ code: 0, message: 'SUCCEED' },
      data: {
        ...{ task_id: asked.id, task_status: kling(asked) },
        ...when(isDone(asked), { task_result: { videos: [{ url: file(asked) }] } }),
      },
    }),
    file: 'route',
  },
  alibaba: {
    create: ({ id }) => ({ request_id: 'r', task_id: id, status: 'PENDING' }),
    poll: (asked) => ({ task_id: asked.id, status: alibaba(asked) }),
    file: 'route',
  },
  xai: {
    create: ({ id }) => ({ request_id: id, status: 'pending' }),
    poll: (asked) => (isDone(asked) ? { status: 'done', video: { url: file(asked), duration: 4 } } : undefined),
    file: 'here',
  },
  wrapped: {
    poll: (asked) => ({
      data: { id: asked.id, status: openai(asked), ...when(isDone(asked), { video_url: file(asked) }) },
    }),
    file: 'here',
  },
  // No router documents such ids; a client has to treat them as opaque.
  'odd id': {
    id: (text) => `projects/a b/../%2F?x=1#é/${'x'.repeat(1900)}/${text}`,
    poll: (asked) => ({ id: asked.id, status: openai(asked) }),
    file: 'route',
  },
}

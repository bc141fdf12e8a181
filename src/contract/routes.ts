import type { Route } from './core/route.ts'

const MB = 2 ** 20

/** What most routes have in common: a paid JSON request whose reply is media. */
const paid = { method: 'POST', paid: true, status: 'Live API', vocabulary: 'media', maxBytes: 20 * MB } as const
const json = { ...paid, bodies: ['json'], replies: ['bytes', 'json'] } as const
const upload = { ...paid, bodies: ['multipart', 'json'], replies: ['bytes', 'json'] } as const
const streamed = {
  ...paid,
  bodies: ['json'],
  replies: ['json', 'events'],
  prompt: 'prompt',
  maxBytes: 64 * MB,
} as const

const read = { method: 'GET', paid: false, status: 'Live API', bodies: [], maxBytes: 0 } as const

/** The routes of §4.1 in their order, by name: the path's words joined by dots, as model cards list them among the capabilities. */
const table = {
  models: { ...read, title: 'Models', path: '/models', replies: ['json'] },
  responses: { ...streamed, title: 'Responses', path: '/responses', prompt: 'input', vocabulary: 'response' },
  'images.generations': { ...streamed, title: 'Image generation', path: '/images/generations' },
  'images.edits': { ...streamed, title: 'Image editing', path: '/images/edits', bodies: ['json', 'multipart'] },
  'videos.create': {
    ...paid,
    title: 'Video creation',
    path: '/videos',
    prompt: 'prompt',
    bodies: ['json', 'multipart'],
    replies: ['json'],
    job: { kind: 'video', status: 'videos.status', content: 'videos.content' },
  },
  'videos.status': { ...read, title: 'Video status', path: '/videos/{id}', replies: ['json'], vocabulary: 'media' },
  'videos.content': {
    ...read,
    title: 'Video content',
    path: '/videos/{id}/content',
    replies: ['bytes', 'json'],
    vocabulary: 'media',
  },
  'audio.speech': {
    ...json,
    title: 'Speech',
    path: '/audio/speech',
    prompt: 'input',
    replies: ['bytes', 'events', 'json'],
  },
  'audio.transcriptions': {
    ...upload,
    title: 'Transcription',
    path: '/audio/transcriptions',
    prompt: 'prompt',
    replies: ['json', 'events', 'bytes'],
  },
  'audio.voice-design': {
    ...json,
    title: 'Voice design',
    path: '/audio/voice-design',
    prompt: 'prompt',
    replies: ['json'],
  },
  'audio.voice-change': { ...upload, title: 'Voice change', path: '/audio/voice-change' },
  'audio.dubbing': { ...upload, title: 'Dubbing', path: '/audio/dubbing', replies: ['json'], job: { kind: 'dubbing' } },
  'audio.music': { ...json, title: 'Music', path: '/audio/music', prompt: 'prompt' },
  'audio.sound-generation': { ...json, title: 'Sound effects', path: '/audio/sound-generation', prompt: 'text' },
  'audio.voice-isolation': { ...upload, title: 'Voice isolation', path: '/audio/voice-isolation' },
} as const satisfies Record<string, Omit<Route, 'id'>>

/** The table with its names as ids. A cast, since `fromEntries` forgets which entry has which type. */
export const routes = Object.fromEntries(
  Object.entries(table).map(([id, route]) => [id, { id, ...route }]),
) as unknown as { readonly [Id in keyof typeof table]: { readonly id: Id } & (typeof table)[Id] }

export type EndpointId = keyof typeof routes

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The path parameters of a route by name, not encoded: `{ id }` for `/videos/{id}`. */
export type PathParams<Id extends EndpointId = EndpointId> = {
  readonly [Name in NamesIn<(typeof routes)[Id]['path']>]: string
}

/** The route of an endpoint; undefined for an id that this version does not know, as a stored run may have one. */
export function routeOf(id: string): Route | undefined {
  return isEndpoint(id) ? routes[id] : undefined
}

/** The field that holds what a person wrote for an endpoint; `prompt` where there is none. */
export const promptField = (endpoint: string): string => routeOf(endpoint)?.prompt ?? 'prompt'

/** Whether a stored name is that of a route that this version knows. */
export function isEndpoint(id: string): id is EndpointId {
  return Object.hasOwn(routes, id)
}

type Job = Extract<(typeof routes)[EndpointId], { readonly job: unknown }>['job']

/** The kind of a route's jobs, and the endpoints that read one by its id, where the interface has them. */
export interface JobReads extends Pick<Job, 'kind'> {
  readonly status?: Extract<Job, { readonly status: unknown }>['status']
  readonly content?: Extract<Job, { readonly content: unknown }>['content']
}

/** How the jobs that an endpoint creates are read; undefined for an endpoint that creates none. */
export function jobReadsOf(id: string): JobReads | undefined {
  const route = isEndpoint(id) ? routes[id] : undefined
  return route && 'job' in route ? route.job : undefined
}

/** The app's documents, one path a panel. The router answers each with `index.html`, and the app's registry takes its paths from here. */
export const documents = {
  chat: '/chat',
  images: '/images',
  video: '/video',
  audio: '/audio',
  lab: '/lab',
  runs: '/runs',
  models: '/models',
  settings: '/settings',
} as const

export type PanelId = keyof typeof documents

/** The app's document as well, with whatever is below it: what is presented to people. */
export const stagePath = '/stage'

/** The same with the tool of a panel, whose id follows. */
export const toolStagePath = `${stagePath}/~`

/** The largest reply that is read or passed on, in bytes: one event of it, and all of it. What came before stays. */
export interface ReplyCaps {
  readonly event: number
  readonly answer: number
}

export const textCaps: ReplyCaps = { event: 8 * MB, answer: 64 * MB }

/** For what carries media as text, such as base64 in JSON. */
export const mediaCaps: ReplyCaps = { event: 64 * MB, answer: 256 * MB }

export const mostBytes = 2048 * MB

/** The caps of what an endpoint answers as text, by its id. */
export const capsOf = (endpoint: string): ReplyCaps =>
  endpoint === 'responses' || endpoint === 'audio.transcriptions' ? textCaps : mediaCaps

import type { Route } from './core/route.ts'

const MB = 2 ** 20

/** What most routes have in common: a paid JSON request of up to 20 MB whose reply is media. */
const paid = {
  method: 'POST',
  paid: true,
  status: 'Live API',
  bodies: ['json'],
  vocabulary: 'media',
  maxBytes: 20 * MB,
} as const

/** A free read. */
const read = { method: 'GET', paid: false, status: 'Live API', bodies: [], maxBytes: 0 } as const

/** The routes of §4.1 in their order, by name: the path's words joined by dots, as model cards list them among the capabilities. */
export const routes = {
  models: { ...read, id: 'models', title: 'Models', path: '/models', replies: ['json'] },
  responses: {
    ...paid,
    id: 'responses',
    title: 'Responses',
    path: '/responses',
    prompt: 'input',
    replies: ['json', 'events'],
    vocabulary: 'response',
    maxBytes: 64 * MB,
  },
  'images.generations': {
    ...paid,
    id: 'images.generations',
    title: 'Image generation',
    path: '/images/generations',
    prompt: 'prompt',
    replies: ['json', 'events'],
    maxBytes: 64 * MB,
  },
  'images.edits': {
    ...paid,
    id: 'images.edits',
    title: 'Image editing',
    path: '/images/edits',
    prompt: 'prompt',
    bodies: ['json', 'multipart'],
    replies: ['json', 'events'],
    maxBytes: 64 * MB,
  },
  'videos.create': {
    ...paid,
    id: 'videos.create',
    title: 'Video creation',
    path: '/videos',
    prompt: 'prompt',
    bodies: ['json', 'multipart'],
    replies: ['json'],
    job: { kind: 'video', status: 'videos.status', content: 'videos.content' },
  },
  'videos.status': {
    ...read,
    id: 'videos.status',
    title: 'Video status',
    path: '/videos/{id}',
    replies: ['json'],
    vocabulary: 'media',
  },
  'videos.content': {
    ...read,
    id: 'videos.content',
    title: 'Video content',
    path: '/videos/{id}/content',
    replies: ['bytes', 'json'],
    vocabulary: 'media',
  },
  'audio.speech': {
    ...paid,
    id: 'audio.speech',
    title: 'Speech',
    path: '/audio/speech',
    prompt: 'input',
    replies: ['bytes', 'events', 'json'],
  },
  'audio.transcriptions': {
    ...paid,
    id: 'audio.transcriptions',
    title: 'Transcription',
    path: '/audio/transcriptions',
    prompt: 'prompt',
    bodies: ['multipart', 'json'],
    replies: ['json', 'events', 'bytes'],
  },
  'audio.voice-design': {
    ...paid,
    id: 'audio.voice-design',
    title: 'Voice design',
    path: '/audio/voice-design',
    prompt: 'prompt',
    replies: ['json'],
  },
  'audio.voice-change': {
    ...paid,
    id: 'audio.voice-change',
    title: 'Voice change',
    path: '/audio/voice-change',
    bodies: ['multipart', 'json'],
    replies: ['bytes', 'json'],
  },
  'audio.dubbing': {
    ...paid,
    id: 'audio.dubbing',
    title: 'Dubbing',
    path: '/audio/dubbing',
    bodies: ['multipart', 'json'],
    replies: ['json'],
    job: { kind: 'dubbing' },
  },
  'audio.music': {
    ...paid,
    id: 'audio.music',
    title: 'Music',
    path: '/audio/music',
    prompt: 'prompt',
    replies: ['bytes', 'json'],
  },
  'audio.sound-generation': {
    ...paid,
    id: 'audio.sound-generation',
    title: 'Sound effects',
    path: '/audio/sound-generation',
    prompt: 'text',
    replies: ['bytes', 'json'],
  },
  'audio.voice-isolation': {
    ...paid,
    id: 'audio.voice-isolation',
    title: 'Voice isolation',
    path: '/audio/voice-isolation',
    bodies: ['multipart', 'json'],
    replies: ['bytes', 'json'],
  },
} as const satisfies Record<string, Route>

/** An endpoint's name. */
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

/**
 * The app's documents: one path a panel, by the panel's name. The router answers each with the same `index.html`, the app's registry
 * of panels takes its paths from here, so that no address works in the one and is a 404 in the other.
 */
export const documents = {
  chat: '/chat',
  images: '/images',
  video: '/video',
  audio: '/audio',
  runs: '/runs',
  models: '/models',
  settings: '/settings',
} as const

export type PanelId = keyof typeof documents

/** The largest reply that is read or passed on, in bytes: one event of it, and all of it. What came before stays. */
export interface ReplyCaps {
  readonly event: number
  readonly answer: number
}

export const textCaps: ReplyCaps = { event: 8 * MB, answer: 64 * MB }

/** For what carries media as text, such as base64 in JSON. */
export const mediaCaps: ReplyCaps = { event: 64 * MB, answer: 256 * MB }

/** The largest reply of bytes. */
export const mostBytes = 2048 * MB

/** The caps of what an endpoint answers as text, by its id. */
export const capsOf = (endpoint: string): ReplyCaps =>
  endpoint === 'responses' || endpoint === 'audio.transcriptions' ? textCaps : mediaCaps

import type * as z from 'zod/mini'
import { audioRules, audioSourceCheck } from './audio/audio-fields.ts'
import {
  AudioMusicRequest,
  AudioSoundGenerationRequest,
  audioMusicCheck,
  audioSoundGenerationCheck,
  musicRules,
} from './audio/sounds.ts'
import { AudioSpeechRequest } from './audio/speech.ts'
import { AudioTranscriptionsRequest, transcriptionRules } from './audio/transcriptions.ts'
import {
  AudioDubbingRequest,
  AudioVoiceChangeRequest,
  AudioVoiceDesignRequest,
  AudioVoiceIsolationRequest,
  audioDubbingCheck,
  audioVoiceDesignCheck,
} from './audio/voices.ts'
import type { Route } from './core/route.ts'
import type { Refusal, RulesOf } from './core/rules.ts'
import { ImagesEditsRequest, ImagesGenerationsRequest, imagesEditsCheck } from './images/images.ts'
import { estimateImages, imagesRules } from './images/images-rules.ts'
import type { Estimate } from './models/prices.ts'
import { ResponsesRequest, responsesCheck, responsesRules } from './responses/responses.ts'
import { type EndpointId, routes } from './routes.ts'
import { VideosCreateRequest, videosCheck, videosRules } from './videos/videos.ts'

export interface Endpoint<Request extends z.core.$ZodType = z.core.$ZodType> extends Route {
  readonly request: Request | null
  readonly check?: (request: Record<string, unknown>) => Refusal | undefined
  readonly rules?: RulesOf
  readonly estimate?: Estimate
}

/** What each route takes, and the rules for it: `check` for every model, `rules` for one. */
const contents = {
  models: { request: null },
  responses: { request: ResponsesRequest, check: responsesCheck, rules: responsesRules },
  'images.generations': { request: ImagesGenerationsRequest, rules: imagesRules, estimate: estimateImages },
  'images.edits': {
    request: ImagesEditsRequest,
    check: imagesEditsCheck,
    rules: imagesRules,
    estimate: estimateImages,
  },
  'videos.create': { request: VideosCreateRequest, check: videosCheck, rules: videosRules },
  'videos.status': { request: null },
  'videos.content': { request: null },
  'audio.speech': { request: AudioSpeechRequest, rules: audioRules },
  'audio.transcriptions': { request: AudioTranscriptionsRequest, check: audioSourceCheck, rules: transcriptionRules },
  'audio.voice-design': { request: AudioVoiceDesignRequest, check: audioVoiceDesignCheck, rules: audioRules },
  'audio.voice-change': { request: AudioVoiceChangeRequest, check: audioSourceCheck, rules: audioRules },
  'audio.dubbing': {
    request: AudioDubbingRequest,
    check: (request) => audioSourceCheck(request) ?? audioDubbingCheck(request),
    rules: audioRules,
  },
  'audio.music': { request: AudioMusicRequest, check: audioMusicCheck, rules: musicRules },
  'audio.sound-generation': {
    request: AudioSoundGenerationRequest,
    check: audioSoundGenerationCheck,
    rules: audioRules,
  },
  'audio.voice-isolation': { request: AudioVoiceIsolationRequest, check: audioSourceCheck, rules: audioRules },
} as const satisfies Record<keyof typeof routes, Omit<Endpoint, keyof Route>>

type Endpoints = { readonly [Id in EndpointId]: (typeof routes)[Id] & (typeof contents)[Id] }

/** A domain's rules for one endpoint, and before them the card's word on whether the model serves that endpoint at all. */
const servedAs =
  (endpoint: string, domain: RulesOf): RulesOf =>
  (model, card, draft) => {
    const rules = domain(model, card, draft)
    const unserved = card?.endpoints?.includes(endpoint) === false
    const refusal = {
      param: 'model',
      message: `${model} does not support ${endpoint}: the router does not list it for this model.`,
    }
    return unserved ? { ...rules, check: () => refusal } : rules
  }

function joined(id: EndpointId): Endpoint {
  const content: Omit<Endpoint, keyof Route> = contents[id]
  return { ...routes[id], ...content, ...(content.rules && { rules: servedAs(id, content.rules) }) }
}

/** The table: every route with what it takes and the rules for it. A cast, since `fromEntries` forgets which entry has which type. */
export const endpoints = Object.fromEntries(
  Object.values(routes).map(({ id }) => [id, joined(id)]),
) as unknown as Endpoints

/** The endpoint of a stored run; undefined for an id that this version does not know. */
export function endpointOf(id: string): Endpoint | undefined {
  return Object.entries<Endpoint>(endpoints).find(([name]) => name === id)?.[1]
}

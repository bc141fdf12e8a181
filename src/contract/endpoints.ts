import { audioRules, audioSourceCheck } from './audio/audio-fields.ts'
import { AudioDubbingRequest, audioDubbingCheck } from './audio/dubbing.ts'
import {
  AudioMusicRequest,
  AudioSoundGenerationRequest,
  audioMusicCheck,
  audioSoundGenerationCheck,
} from './audio/sounds.ts'
import { AudioSpeechRequest } from './audio/speech.ts'
import { AudioTranscriptionsRequest } from './audio/transcriptions.ts'
import {
  AudioVoiceChangeRequest,
  AudioVoiceDesignRequest,
  AudioVoiceIsolationRequest,
  audioVoiceDesignCheck,
} from './audio/voices.ts'
import type { Endpoint } from './core/endpoint.ts'
import { estimateImages } from './images/image-estimate.ts'
import { ImagesEditsRequest, ImagesGenerationsRequest, imagesEditsCheck } from './images/images.ts'
import { imagesRules } from './images/images-rules.ts'
import { servedAs } from './models/card-rules.ts'
import { ResponsesRequest, responsesCheck } from './responses/responses.ts'
import { responsesRules } from './responses/responses-rules.ts'
import { routes } from './routes.ts'
import { VideosCreateRequest, videosCheck, videosRules } from './videos/videos.ts'

/** The table: every route with what it takes and the rules for it. */
export const endpoints = {
  models: { ...routes.models, request: null },
  responses: {
    ...routes.responses,
    request: ResponsesRequest,
    check: responsesCheck,
    rules: servedAs('responses', responsesRules),
  },
  'images.generations': {
    ...routes['images.generations'],
    request: ImagesGenerationsRequest,
    rules: servedAs('images.generations', imagesRules),
    estimate: estimateImages,
  },
  'images.edits': {
    ...routes['images.edits'],
    request: ImagesEditsRequest,
    check: imagesEditsCheck,
    rules: servedAs('images.edits', imagesRules),
    estimate: estimateImages,
  },
  'videos.create': {
    ...routes['videos.create'],
    request: VideosCreateRequest,
    check: videosCheck,
    rules: servedAs('videos.create', videosRules),
  },
  'videos.status': { ...routes['videos.status'], request: null },
  'videos.content': { ...routes['videos.content'], request: null },
  'audio.speech': {
    ...routes['audio.speech'],
    request: AudioSpeechRequest,
    rules: servedAs('audio.speech', audioRules),
  },
  'audio.transcriptions': {
    ...routes['audio.transcriptions'],
    request: AudioTranscriptionsRequest,
    check: audioSourceCheck,
    rules: servedAs('audio.transcriptions', audioRules),
  },
  'audio.voice-design': {
    ...routes['audio.voice-design'],
    request: AudioVoiceDesignRequest,
    check: audioVoiceDesignCheck,
    rules: servedAs('audio.voice-design', audioRules),
  },
  'audio.voice-change': {
    ...routes['audio.voice-change'],
    request: AudioVoiceChangeRequest,
    check: audioSourceCheck,
    rules: servedAs('audio.voice-change', audioRules),
  },
  'audio.dubbing': {
    ...routes['audio.dubbing'],
    request: AudioDubbingRequest,
    check: (request) => audioSourceCheck(request) ?? audioDubbingCheck(request),
    rules: servedAs('audio.dubbing', audioRules),
  },
  'audio.music': {
    ...routes['audio.music'],
    request: AudioMusicRequest,
    check: audioMusicCheck,
    rules: servedAs('audio.music', audioRules),
  },
  'audio.sound-generation': {
    ...routes['audio.sound-generation'],
    request: AudioSoundGenerationRequest,
    check: audioSoundGenerationCheck,
    rules: servedAs('audio.sound-generation', audioRules),
  },
  'audio.voice-isolation': {
    ...routes['audio.voice-isolation'],
    request: AudioVoiceIsolationRequest,
    check: audioSourceCheck,
    rules: servedAs('audio.voice-isolation', audioRules),
  },
} as const satisfies Record<keyof typeof routes, Endpoint>

/** An endpoint's name. */
export type EndpointId = keyof typeof endpoints

/** The endpoint of a stored run; undefined for an id that this version does not know. */
export function endpointOf(id: string): Endpoint | undefined {
  return Object.entries<Endpoint>(endpoints).find(([name]) => name === id)?.[1]
}

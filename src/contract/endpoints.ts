import { AudioDubbingRequest, audioDubbingCheck } from './audio-dubbing.ts'
import { audioRules } from './audio-rules.ts'
import {
  AudioMusicRequest,
  AudioSoundGenerationRequest,
  audioMusicCheck,
  audioSoundGenerationCheck,
} from './audio-sounds.ts'
import { audioSourceCheck } from './audio-source.ts'
import { AudioSpeechRequest } from './audio-speech.ts'
import { AudioTranscriptionsRequest } from './audio-transcriptions.ts'
import {
  AudioVoiceChangeRequest,
  AudioVoiceDesignRequest,
  AudioVoiceIsolationRequest,
  audioVoiceDesignCheck,
} from './audio-voices.ts'
import { servedAs } from './card-rules.ts'
import type { Endpoint } from './endpoint.ts'
import { ImagesEditsRequest, ImagesGenerationsRequest, imagesEditsCheck } from './images.ts'
import { imagesRules } from './images-rules.ts'
import { ResponsesRequest, responsesCheck } from './responses.ts'
import { responsesRules } from './responses-rules.ts'
import { VideosCreateRequest, videosCheck } from './videos.ts'
import { videosRules } from './videos-rules.ts'

const MB = 1024 * 1024

/** What most routes have in common: a paid JSON request of up to 20 MB. */
const paid = { method: 'POST', paid: true, status: 'Live API', bodies: ['json'], maxBytes: 20 * MB } as const

/** A free read. */
const read = { method: 'GET', paid: false, status: 'Live API', request: null, bodies: [], maxBytes: 0 } as const

/** The table of §4.1: every route of the interface, in its order. */
export const endpoints = {
  models: { ...read, id: 'models', title: 'Models', path: '/models', replies: ['json'] },
  responses: {
    ...paid,
    id: 'responses',
    title: 'Responses',
    path: '/responses',
    request: ResponsesRequest,
    replies: ['json', 'events'],
    maxBytes: 64 * MB,
    check: responsesCheck,
    rules: servedAs('responses', responsesRules),
  },
  'images.generations': {
    ...paid,
    id: 'images.generations',
    title: 'Image generation',
    path: '/images/generations',
    request: ImagesGenerationsRequest,
    replies: ['json', 'events'],
    maxBytes: 64 * MB,
    rules: servedAs('images.generations', imagesRules),
  },
  'images.edits': {
    ...paid,
    id: 'images.edits',
    title: 'Image editing',
    path: '/images/edits',
    request: ImagesEditsRequest,
    bodies: ['json', 'multipart'],
    replies: ['json', 'events'],
    maxBytes: 64 * MB,
    check: imagesEditsCheck,
    rules: servedAs('images.edits', imagesRules),
  },
  'videos.create': {
    ...paid,
    id: 'videos.create',
    title: 'Video creation',
    path: '/videos',
    request: VideosCreateRequest,
    bodies: ['json', 'multipart'],
    replies: ['json'],
    check: videosCheck,
    rules: servedAs('videos.create', videosRules),
  },
  'videos.status': { ...read, id: 'videos.status', title: 'Video status', path: '/videos/{id}', replies: ['json'] },
  'videos.content': {
    ...read,
    id: 'videos.content',
    title: 'Video content',
    path: '/videos/{id}/content',
    replies: ['bytes', 'json'],
  },
  'audio.speech': {
    ...paid,
    id: 'audio.speech',
    title: 'Speech',
    path: '/audio/speech',
    request: AudioSpeechRequest,
    replies: ['bytes', 'events', 'json'],
    rules: servedAs('audio.speech', audioRules),
  },
  'audio.transcriptions': {
    ...paid,
    id: 'audio.transcriptions',
    title: 'Transcription',
    path: '/audio/transcriptions',
    request: AudioTranscriptionsRequest,
    bodies: ['multipart', 'json'],
    replies: ['json', 'events', 'bytes'],
    check: audioSourceCheck,
    rules: servedAs('audio.transcriptions', audioRules),
  },
  'audio.voice-design': {
    ...paid,
    id: 'audio.voice-design',
    title: 'Voice design',
    path: '/audio/voice-design',
    request: AudioVoiceDesignRequest,
    replies: ['json'],
    check: audioVoiceDesignCheck,
    rules: servedAs('audio.voice-design', audioRules),
  },
  'audio.voice-change': {
    ...paid,
    id: 'audio.voice-change',
    title: 'Voice change',
    path: '/audio/voice-change',
    request: AudioVoiceChangeRequest,
    bodies: ['multipart', 'json'],
    replies: ['bytes', 'json'],
    check: audioSourceCheck,
    rules: servedAs('audio.voice-change', audioRules),
  },
  'audio.dubbing': {
    ...paid,
    id: 'audio.dubbing',
    title: 'Dubbing',
    path: '/audio/dubbing',
    request: AudioDubbingRequest,
    bodies: ['multipart', 'json'],
    replies: ['json'],
    check: (request) => audioSourceCheck(request) ?? audioDubbingCheck(request),
    rules: servedAs('audio.dubbing', audioRules),
  },
  'audio.music': {
    ...paid,
    id: 'audio.music',
    title: 'Music',
    path: '/audio/music',
    request: AudioMusicRequest,
    replies: ['bytes', 'json'],
    check: audioMusicCheck,
    rules: servedAs('audio.music', audioRules),
  },
  'audio.sound-generation': {
    ...paid,
    id: 'audio.sound-generation',
    title: 'Sound effects',
    path: '/audio/sound-generation',
    request: AudioSoundGenerationRequest,
    replies: ['bytes', 'json'],
    check: audioSoundGenerationCheck,
    rules: servedAs('audio.sound-generation', audioRules),
  },
  'audio.voice-isolation': {
    ...paid,
    id: 'audio.voice-isolation',
    title: 'Voice isolation',
    path: '/audio/voice-isolation',
    request: AudioVoiceIsolationRequest,
    bodies: ['multipart', 'json'],
    replies: ['bytes', 'json'],
    check: audioSourceCheck,
    rules: servedAs('audio.voice-isolation', audioRules),
  },
} as const satisfies Record<string, Endpoint>

/** An endpoint's name: the path's words joined by dots, as model cards list it among the capabilities. */
export type EndpointId = keyof typeof endpoints

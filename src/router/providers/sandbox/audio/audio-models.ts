import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { mostSeconds } from '#sandbox/sound/files/decode-sound.ts'
import { mostUploadBytes } from '#sandbox/sound/files/uploads.ts'
import { containers } from '#sandbox/sound/order.ts'
import { languages } from '#sandbox/sound/speech/languages.ts'
import { speechModels } from '#sandbox/sound/speech/speech-request.ts'
import { transcriptFormats } from './transcript-replies.ts'

const played = 'Simulated by the sandbox: synthetic speech by rules.'

/** What is said of each speech model beside what its table says. */
const speechNames: Readonly<Record<string, Pick<ModelEntry, 'name' | 'description'>>> = {
  'gen-4o-mini-tts': {
    name: 'gen-4o-mini-tts',
    description: `Speech in 13 voices that follow instructions. ${played}`,
  },
  'sandbox-voice': {
    name: 'Sandbox, voice',
    description: 'Synthetic speech in ten voices with settings, and in designed voices.',
  },
  'sandbox-speech': {
    name: 'Sandbox, speech',
    description: `Synthetic speech in ${Object.keys(languages).length} languages, with two voices each; WAV unless another format is chosen.`,
  },
}

const uploads = { max_input_bytes: mostUploadBytes, max_input_seconds: mostSeconds }

const transcriptionModels = [
  {
    id: 'sandbox-transcribe',
    name: 'Sandbox, transcription',
    description:
      'Recognises what the sandbox itself spoke, with word times; of anything else it says where a voice is heard.',
  },
  {
    id: 'sandbox-transcribe-mini',
    name: 'Sandbox, transcription, text only',
    description: 'The same as plain text or JSON, without times.',
  },
].map((entry) => ({
  ...entry,
  architecture: { input_modalities: ['audio'], output_modalities: ['text'] },
  capabilities: ['audio.transcriptions', 'streaming'],
  supported_parameters: Object.keys(AudioTranscriptionsRequest.shape),
  supported_formats: [...(transcriptFormats[entry.id] ?? [])],
  limits: uploads,
}))

/** The models of the audio routes. */
export const audioModels: readonly (Partial<ModelEntry> & Pick<ModelEntry, 'id'>)[] = [
  ...Object.entries(speechModels).map(([id, { voices, maxCharacters }]) => ({
    id,
    ...speechNames[id],
    architecture: { input_modalities: ['text'], output_modalities: ['audio'] },
    capabilities: ['audio.speech', 'streaming'],
    supported_parameters: Object.keys(AudioSpeechRequest.shape),
    supported_voices: Object.keys(voices),
    supported_formats: [...containers],
    supported_languages: Object.keys(languages),
    limits: { max_characters: maxCharacters },
  })),
  ...transcriptionModels,
]

/** Every parameter of the audio routes. */
export const audioParameters = [...new Set(audioModels.flatMap((entry) => entry.supported_parameters ?? []))]

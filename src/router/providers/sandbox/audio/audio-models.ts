import { AudioDubbingRequest } from '#contract/audio/dubbing.ts'
import { AudioMusicRequest, AudioSoundGenerationRequest } from '#contract/audio/sounds.ts'
import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import { AudioVoiceChangeRequest, AudioVoiceDesignRequest, AudioVoiceIsolationRequest } from '#contract/audio/voices.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { phrases } from '#sandbox/sound/dubbing/phrases.ts'
import { mostSeconds } from '#sandbox/sound/files/hear.ts'
import { mostUploadBytes } from '#sandbox/sound/files/uploads.ts'
import { containers } from '#sandbox/sound/order.ts'
import { languages } from '#sandbox/sound/speech/languages.ts'
import { speechModels } from '#sandbox/sound/speech/speech-request.ts'
import { namedVoices, openVoices } from '#sandbox/sound/speech/voices.ts'
import { transcriptFormats } from './transcript-replies.ts'

const everyVoiceName = [...Object.keys(openVoices), ...Object.keys(namedVoices)]

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
    name: 'Sandbox, small transcription',
    description: 'The same, without subtitles and speakers.',
  },
].map((entry) => ({
  ...entry,
  architecture: { input_modalities: ['audio'], output_modalities: ['text'] },
  capabilities: ['audio.transcriptions', 'streaming'],
  supported_parameters: Object.keys(AudioTranscriptionsRequest.shape),
  supported_formats: [...(ownOf(transcriptFormats, entry.id) ?? [])],
  limits: uploads,
}))

const sound = {
  architecture: { input_modalities: ['text'], output_modalities: ['audio'] },
  supported_formats: [...containers],
}
const recording = {
  architecture: { input_modalities: ['audio'], output_modalities: ['audio'] },
  supported_formats: [...containers],
  limits: uploads,
}

const soundModels = [
  {
    ...sound,
    id: 'sandbox-sound-effects',
    name: 'Sandbox, sound effects',
    description:
      'Synthetic sound effects by the words of the prompt: weather, machines, animals, signals, steps and more.',
    capabilities: ['audio.sound-generation'],
    supported_parameters: Object.keys(AudioSoundGenerationRequest.shape),
    limits: { min_seconds: 0.5, max_seconds: 30 },
  },
  {
    ...sound,
    id: 'sandbox-music',
    name: 'Sandbox, music',
    description:
      'Instrumental music composed by rules: tempo, key, instruments and sections come from the prompt. No voices.',
    capabilities: ['audio.music', 'streaming'],
    supported_parameters: Object.keys(AudioMusicRequest.shape),
    limits: { min_seconds: 3, max_seconds: 300 },
  },
  {
    ...recording,
    id: 'sandbox-isolation',
    name: 'Sandbox, voice isolation',
    description: 'Reduces noise around a voice, in mono. It does not separate sources: music and other voices stay.',
    capabilities: ['audio.voice-isolation'],
    supported_parameters: [...Object.keys(AudioVoiceIsolationRequest.shape), 'output_format'],
  },
  {
    ...recording,
    id: 'sandbox-voice-change',
    name: 'Sandbox, voice change',
    description: 'Moves pitch and formants towards the chosen voice, in mono; length and words stay.',
    capabilities: ['audio.voice-change'],
    supported_parameters: Object.keys(AudioVoiceChangeRequest.shape),
    supported_voices: everyVoiceName,
  },
  {
    ...recording,
    id: 'sandbox-dubbing',
    name: 'Sandbox, dubbing',
    description:
      'A job that speaks fixed sentences in the target language where somebody speaks, fitted to the length. It does not translate.',
    capabilities: ['audio.dubbing'],
    supported_parameters: [...Object.keys(AudioDubbingRequest.shape), 'target_languages'],
    supported_languages: Object.keys(phrases),
  },
  {
    ...sound,
    id: 'sandbox-voice-design',
    name: 'Sandbox, voice design',
    description: 'Three synthetic voices by the words of the prompt. Speech takes their ids at any time.',
    capabilities: ['audio.voice-design'],
    supported_parameters: Object.keys(AudioVoiceDesignRequest.shape),
    // The models of speech that are made for its voices.
    speech_models: ['sandbox-voice'],
    limits: { max_characters: 1_000 },
  },
]

/** The models of the audio routes. */
export const audioModels: readonly (Partial<ModelEntry> & Pick<ModelEntry, 'id'>)[] = [
  ...Object.entries(speechModels).map(([id, { voices, maxCharacters, takesInstructions }]) => ({
    id,
    ...ownOf(speechNames, id),
    architecture: { input_modalities: ['text'], output_modalities: ['audio'] },
    capabilities: ['audio.speech', 'streaming'],
    supported_parameters: Object.keys(AudioSpeechRequest.shape).filter(
      (name) => name !== 'instructions' || takesInstructions,
    ),
    supported_voices: Object.keys(voices),
    supported_formats: [...containers],
    supported_languages: Object.keys(languages),
    limits: { max_characters: maxCharacters },
  })),
  ...transcriptionModels,
  ...soundModels,
]

/** Every parameter of the audio routes. */
export const audioParameters = [...new Set(audioModels.flatMap((entry) => entry.supported_parameters ?? []))]

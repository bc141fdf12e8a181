import { AudioMusicRequest, AudioSoundGenerationRequest } from '#contract/audio/sounds.ts'
import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import {
  AudioDubbingRequest,
  AudioVoiceChangeRequest,
  AudioVoiceDesignRequest,
  AudioVoiceIsolationRequest,
} from '#contract/audio/voices.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import { ImagesEditsRequest, ImagesGenerationsRequest } from '#contract/images/images.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { ResponsesRequest } from '#contract/responses/responses.ts'
import type { EndpointId } from '#contract/routes.ts'
import { VideosCreateRequest } from '#contract/videos/videos.ts'
import { clipLengths, clipSizes } from '#sandbox/clip/clip-request.ts'
import { mostBytes } from '#sandbox/picture/inputs.ts'
import { mostSeconds } from '#sandbox/sound/files/uploads.ts'
import { containers } from '#sandbox/sound/sound-task.ts'
import { speechModels } from '#sandbox/sound/speech/speech-request.ts'
import { languages, phrases } from '#sandbox/sound/speech/spoken-languages.ts'
import { namedVoices, openVoices } from '#sandbox/sound/speech/voice-timbres.ts'
import { unlistedParameters } from '#sandbox/text/unsupported.ts'
import { transcriptFormats } from './audio/transcript-replies.ts'
import { type Fault, faults, pictureEndpoints, videoEndpoints } from './faults.ts'
import type { Speed } from './timed-events.ts'

export interface Behaviour {
  readonly speed: Speed
  readonly streams: boolean
  readonly fault?: Fault
}

interface Listed {
  readonly entry: ModelEntry
  readonly behaviour: Behaviour
}

/** What is said of one model beside what holds for all, and its speed: at once and as fast as the connection allows by default. */
type Model = Partial<ModelEntry> & Pick<ModelEntry, 'id'> & Partial<Speed>

const parametersOf = ({ shape }: { readonly shape: object }) => Object.keys(shape)
const textParameters = parametersOf(ResponsesRequest).filter((name) => !unlistedParameters.has(name))

const common = {
  ...({
    object: 'model',
    created: 1_795_219_200,
    owned_by: 'patchbay-sandbox',
    status: 'Live API',
    sandbox: true,
  } as const),
  architecture: { input_modalities: ['text', 'image', 'file', 'audio'], output_modalities: ['text'] },
  supported_parameters: textParameters,
}

const streaming = ['responses', 'streaming']
const price = { unit: 'cauris', api: '60', agent: '60' }

const textModels: readonly Model[] = [
  {
    ...{ id: 'gen-5.4-pro', name: 'gen-5.4-pro', capabilities: streaming, pricing: price },
    description:
      'A higher-cost text model for advanced research, comparisons and synthesis. Simulated by the sandbox: synthetic output at the speed of a large model.',
    ...{ firstMs: 200, tokensPerSecond: 80 },
  },
  {
    ...{ id: 'sandbox-fast', name: 'Sandbox, fast', capabilities: streaming },
    description: 'Synthetic output as fast as the connection allows.',
  },
  {
    ...{ id: 'sandbox-slow', name: 'Sandbox, slow', capabilities: streaming, firstMs: 2000, tokensPerSecond: 8 },
    description: 'Synthetic output at eight tokens per second, after a two-second delay.',
  },
  {
    ...{ id: 'sandbox-plain', name: 'Sandbox, plain', capabilities: ['responses'], streaming: false, firstMs: 300 },
    description: 'Synthetic output that is never streamed: the answer is always one JSON document.',
  },
]

const pictures = {
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
  supported_parameters: parametersOf(ImagesGenerationsRequest),
  limits: { max_images: 10, max_input_images: 16, max_input_bytes: mostBytes, max_input_pixels: 64_000_000 },
}
const editing = ['images.generations', 'images.edits', 'streaming', 'masks']
const perImage = { unit: 'cauris', api: '10L, 25M, 50H per image', agent: '10L, 25M, 50H per image' }
const drawn = 'Simulated by the sandbox: synthetic images drawn from the words of the prompt.'

const pictureModels: readonly Model[] = [
  {
    ...{ ...pictures, id: 'gen-image-2', name: 'gen-image-2', capabilities: editing, pricing: perImage, firstMs: 400 },
    description: `A higher-quality image model for production visual work. ${drawn}`,
  },
  {
    ...{
      ...pictures,
      id: 'gen-image-1.5',
      name: 'gen-image-1.5',
      capabilities: editing,
      pricing: perImage,
      firstMs: 200,
    },
    description: `An image model with three sizes. ${drawn}`,
    supported_parameters: parametersOf(ImagesEditsRequest),
  },
  {
    ...{ ...pictures, id: 'sandbox-image-plain', name: 'Sandbox, plain images', streaming: false },
    description: 'Synthetic images of any size up to 3840 pixels; no edits, no streaming.',
    capabilities: ['images.generations'],
  },
]

const videos = {
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['video'] },
  supported_parameters: parametersOf(VideosCreateRequest),
  ...{ supported_sizes: [...clipSizes], supported_durations: [...clipLengths] },
  limits: { max_input_images: 1, max_input_bytes: mostBytes },
}

const videoModel: Model = {
  ...{ ...videos, id: 'sandbox-video', name: 'Sandbox, video', capabilities: [...videoEndpoints], streaming: false },
  description:
    'Synthetic videos with sound: a camera moves over a scene drawn from the words of the prompt, or over your first frame.',
}

const sound = {
  architecture: { input_modalities: ['text'], output_modalities: ['audio'] },
  supported_formats: [...containers],
}
const uploads = { max_input_bytes: mostBytes, max_input_seconds: mostSeconds }
const recording = {
  ...sound,
  architecture: { input_modalities: ['audio'], output_modalities: ['audio'] },
  limits: uploads,
}

/** What is said of each speech model beside what its table says. */
const speechNames: Readonly<Record<string, Pick<ModelEntry, 'name' | 'description'>>> = {
  'gen-4o-mini-tts': {
    name: 'gen-4o-mini-tts',
    description: 'Speech in 13 voices that follow instructions. Simulated by the sandbox: synthetic speech by rules.',
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

const speech = Object.entries(speechModels).map(
  ([id, { voices, maxCharacters, takesInstructions }]): Model => ({
    ...{ ...sound, id, ...ownOf(speechNames, id), capabilities: ['audio.speech', 'streaming'] },
    supported_parameters: parametersOf(AudioSpeechRequest).filter(
      (name) => name !== 'instructions' || takesInstructions,
    ),
    ...{ supported_voices: Object.keys(voices), supported_languages: Object.keys(languages) },
    limits: { max_characters: maxCharacters },
  }),
)

const transcription = (id: string, name: string, description: string): Model => ({
  ...{ id, name, description, capabilities: ['audio.transcriptions', 'streaming'], limits: uploads },
  architecture: { input_modalities: ['audio'], output_modalities: ['text'] },
  supported_parameters: parametersOf(AudioTranscriptionsRequest),
  supported_formats: [...(ownOf(transcriptFormats, id) ?? [])],
})

const soundModels: readonly Model[] = [
  ...speech,
  transcription(
    'sandbox-transcribe',
    'Sandbox, transcription',
    'Transcribes speech generated by the sandbox, with word times. For other recordings it only detects where speech occurs.',
  ),
  transcription(
    'sandbox-transcribe-mini',
    'Sandbox, small transcription',
    'The same, but without subtitles and speakers.',
  ),
  {
    ...{
      ...sound,
      id: 'sandbox-sound-effects',
      name: 'Sandbox, sound effects',
      capabilities: ['audio.sound-generation'],
    },
    description:
      'Synthetic sound effects by the words of the prompt: weather, machines, animals, signals, steps and more.',
    supported_parameters: parametersOf(AudioSoundGenerationRequest),
    limits: { min_seconds: 0.5, max_seconds: 30 },
  },
  {
    ...{ ...sound, id: 'sandbox-music', name: 'Sandbox, music', capabilities: ['audio.music', 'streaming'] },
    description:
      'Instrumental music composed by rules: tempo, key, instruments and sections come from the prompt. No voices.',
    supported_parameters: parametersOf(AudioMusicRequest),
    limits: { min_seconds: 3, max_seconds: 300 },
  },
  {
    ...{
      ...recording,
      id: 'sandbox-isolation',
      name: 'Sandbox, voice isolation',
      capabilities: ['audio.voice-isolation'],
    },
    description: 'Reduces noise around a voice, in mono. It does not separate sources: music and other voices stay.',
    supported_parameters: [...parametersOf(AudioVoiceIsolationRequest), 'output_format'],
  },
  {
    ...{
      ...recording,
      id: 'sandbox-voice-change',
      name: 'Sandbox, voice change',
      capabilities: ['audio.voice-change'],
    },
    description: 'Moves pitch and formants towards the chosen voice, in mono; length and words stay.',
    supported_parameters: parametersOf(AudioVoiceChangeRequest),
    supported_voices: [...Object.keys(openVoices), ...Object.keys(namedVoices)],
  },
  {
    ...{ ...recording, id: 'sandbox-dubbing', name: 'Sandbox, dubbing', capabilities: ['audio.dubbing'] },
    description:
      'A job that puts fixed sentences in the target language where speech occurs, fitted to its length. It does not translate.',
    supported_parameters: [...parametersOf(AudioDubbingRequest), 'target_languages'],
    supported_languages: Object.keys(phrases),
  },
  {
    ...{ ...sound, id: 'sandbox-voice-design', name: 'Sandbox, voice design', capabilities: ['audio.voice-design'] },
    description: 'Three synthetic voices based on the prompt. Their ids work in speech.',
    supported_parameters: parametersOf(AudioVoiceDesignRequest),
    // The models of speech that are made for its voices.
    speech_models: ['sandbox-voice'],
    limits: { max_characters: 1_000 },
  },
]

const everyParameter = [
  ...new Set([
    ...[...textParameters, ...parametersOf(ImagesEditsRequest), ...parametersOf(VideosCreateRequest)],
    ...soundModels.flatMap((entry) => entry.supported_parameters ?? []),
  ]),
]

/** What is said of a fault model for these endpoints beside what holds for all. */
function factsFor(endpoints: Fault['endpoints']): Partial<ModelEntry> {
  if (endpoints === pictureEndpoints) return pictures
  return endpoints === videoEndpoints ? videos : { supported_parameters: everyParameter }
}

function listed({ firstMs = 0, tokensPerSecond, ...entry }: Model, fault?: Fault): Listed {
  const speed = { firstMs, ...(tokensPerSecond !== undefined && { tokensPerSecond }) }
  const behaviour = { speed, streams: entry.streaming !== false, ...(fault && { fault }) }
  return { entry: { ...common, ...entry }, behaviour }
}

/** Every model by its id. Fault models without `endpoints` serve all endpoints of the sandbox. */
export function modelList(endpoints: readonly EndpointId[]): ReadonlyMap<string, Listed> {
  const faulty = faults.map((fault): Listed => {
    const { id, name, description } = fault
    const served = (fault.endpoints ?? endpoints).filter((endpoint) => endpoint !== 'models')
    const capabilities = fault.endpoints === videoEndpoints ? [...served] : [...served, 'streaming', 'masks']
    const facts = { ...factsFor(fault.endpoints), id, name: `Fault: ${name}`, description, capabilities }
    return listed({ ...facts, firstMs: 100, tokensPerSecond: 120 }, fault)
  })
  const models = [...textModels, ...pictureModels, videoModel, ...soundModels].map((model) => listed(model))
  return new Map([...models, ...faulty].map((one) => [one.entry.id, one]))
}

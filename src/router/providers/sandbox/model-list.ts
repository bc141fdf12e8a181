import { ImagesEditsRequest, ImagesGenerationsRequest } from '#contract/images/images.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { ResponsesRequest } from '#contract/responses/responses.ts'
import type { EndpointId } from '#contract/routes.ts'
import { VideosCreateRequest } from '#contract/videos/videos.ts'
import { clipLengths, clipSizes } from '#sandbox/clip/clip-request.ts'
import { unlistedParameters } from '#sandbox/text/unsupported.ts'
import { audioModels, audioParameters } from './audio/audio-models.ts'
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

const since = 1_795_219_200
const textParameters = Object.keys(ResponsesRequest.shape).filter((name) => !unlistedParameters.has(name))
const text = { input_modalities: ['text', 'image'], output_modalities: ['text'] }
const common = {
  object: 'model',
  created: since,
  owned_by: 'patchbay-sandbox',
  architecture: text,
  supported_parameters: textParameters,
  status: 'Live API',
  sandbox: true,
} as const

const pictures = {
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
  supported_parameters: Object.keys(ImagesGenerationsRequest.shape),
  limits: { max_images: 10, max_input_images: 16, max_input_bytes: 50 * 1024 * 1024, max_input_pixels: 64_000_000 },
}

const videos = {
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['video'] },
  supported_parameters: Object.keys(VideosCreateRequest.shape),
  supported_sizes: [...clipSizes],
  supported_durations: [...clipLengths],
  limits: { max_input_images: 1, max_input_bytes: 50 * 1024 * 1024 },
}

const perImage = { unit: 'cauris', api: '10L, 25M, 50H per image', agent: '10L, 25M, 50H per image' }
const editing = ['images.generations', 'images.edits', 'streaming', 'masks']

const model = (entry: Partial<ModelEntry> & Pick<ModelEntry, 'id'>, speed: Speed, streams = true): Listed => ({
  entry: { ...common, ...entry },
  behaviour: { speed, streams },
})

const played = 'Simulated by the sandbox: synthetic images drawn from the words of the prompt.'

const pictureModels: readonly Listed[] = [
  model(
    {
      ...pictures,
      id: 'gen-image-2',
      name: 'gen-image-2',
      description: `A higher-quality image model for production visual work. ${played}`,
      capabilities: editing,
      pricing: perImage,
    },
    { firstMs: 400 },
  ),
  model(
    {
      ...pictures,
      id: 'gen-image-1.5',
      name: 'gen-image-1.5',
      description: `An image model with three sizes. ${played}`,
      supported_parameters: Object.keys(ImagesEditsRequest.shape),
      capabilities: editing,
      pricing: perImage,
    },
    { firstMs: 200 },
  ),
  model(
    {
      ...pictures,
      id: 'sandbox-image-plain',
      name: 'Sandbox, plain images',
      description: 'Synthetic images of any size up to 3840 pixels; no edits, no streaming.',
      capabilities: ['images.generations'],
      streaming: false,
    },
    { firstMs: 0 },
    false,
  ),
]

const videoModels: readonly Listed[] = [
  model(
    {
      ...videos,
      id: 'sandbox-video',
      name: 'Sandbox, video',
      description:
        'Synthetic videos with sound: a camera moves over a scene drawn from the words of the prompt, or over your first frame.',
      capabilities: [...videoEndpoints],
      streaming: false,
    },
    { firstMs: 0 },
    false,
  ),
]

const soundModels = audioModels.map((entry) => model(entry, { firstMs: 0 }))

const streaming = ['responses', 'streaming']

const models: readonly Listed[] = [
  model(
    {
      id: 'gen-5.4-pro',
      name: 'gen-5.4-pro',
      description:
        'A higher-cost text model for advanced research, comparisons and synthesis. Simulated by the sandbox: synthetic output at the speed of a large model.',
      capabilities: streaming,
      pricing: { unit: 'cauris', api: '60', agent: '60' },
    },
    { firstMs: 200, tokensPerSecond: 80 },
  ),
  model(
    {
      id: 'sandbox-fast',
      name: 'Sandbox, fast',
      description: 'Synthetic output as fast as the connection allows.',
      capabilities: streaming,
    },
    { firstMs: 0 },
  ),
  model(
    {
      id: 'sandbox-slow',
      name: 'Sandbox, slow',
      description: 'Synthetic output at eight tokens per second, after a two-second delay.',
      capabilities: streaming,
    },
    { firstMs: 2000, tokensPerSecond: 8 },
  ),
  model(
    {
      id: 'sandbox-plain',
      name: 'Sandbox, plain',
      description: 'Synthetic output that is never streamed: the answer is always one JSON document.',
      capabilities: ['responses'],
      streaming: false,
    },
    { firstMs: 300 },
    false,
  ),
]

const everyParameter = [
  ...new Set([
    ...textParameters,
    ...Object.keys(ImagesEditsRequest.shape),
    ...Object.keys(VideosCreateRequest.shape),
    ...audioParameters,
  ]),
]

/** What is said of a fault model for these endpoints beside what holds for all. */
function factsFor(endpoints: Fault['endpoints']): Partial<ModelEntry> {
  if (endpoints === pictureEndpoints) return pictures
  return endpoints === videoEndpoints ? videos : { supported_parameters: everyParameter }
}

const faultSpeed: Speed = { firstMs: 100, tokensPerSecond: 120 }

/** Every model by its id. Fault models without `endpoints` serve all endpoints of the sandbox. */
export function modelList(endpoints: readonly EndpointId[]): ReadonlyMap<string, Listed> {
  const faulty = faults.map((fault): Listed => {
    const { id, name, description } = fault
    const served = (fault.endpoints ?? endpoints).filter((endpoint) => endpoint !== 'models')
    const capabilities = fault.endpoints === videoEndpoints ? [...served] : [...served, 'streaming', 'masks']
    return {
      entry: {
        ...common,
        ...factsFor(fault.endpoints),
        id,
        name: `Fault: ${name}`,
        description,
        capabilities,
      },
      behaviour: { speed: faultSpeed, streams: true, fault },
    }
  })
  return new Map(
    [...models, ...pictureModels, ...videoModels, ...soundModels, ...faulty].map((listed) => [listed.entry.id, listed]),
  )
}

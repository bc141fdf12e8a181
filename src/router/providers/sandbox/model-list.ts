import type { EndpointId } from '#contract/endpoints.ts'
import type { ModelEntry } from '#contract/models.ts'
import { ResponsesRequest } from '#contract/responses.ts'
import { type Fault, faults } from './faults.ts'
import type { Pace } from './pace.ts'

/** How a model of the sandbox behaves. */
export interface Behaviour {
  readonly pace: Pace
  readonly streams: boolean
  readonly fault?: Fault
}

interface Listed {
  readonly entry: ModelEntry
  readonly behaviour: Behaviour
}

const since = 1_795_219_200
const text = { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] }
const common = {
  object: 'model',
  created: since,
  owned_by: 'patchbay-sandbox',
  architecture: text,
  supported_parameters: Object.keys(ResponsesRequest.shape),
  status: 'Live API',
  sandbox: true,
} as const

const models: readonly Listed[] = [
  {
    entry: {
      ...common,
      id: 'gen-5.4-pro',
      name: 'gen-5.4-pro',
      description:
        'A higher-cost text model for advanced research, comparisons and synthesis. Played here by the sandbox: synthetic output, at the speed of a large model.',
      capabilities: ['responses', 'streaming'],
      pricing: { unit: 'cauris', api: '60', agent: '60' },
    },
    behaviour: { pace: { firstMs: 200, tokensPerSecond: 80 }, streams: true },
  },
  {
    entry: {
      ...common,
      id: 'sandbox-fast',
      name: 'Sandbox, fast',
      description: 'Synthetic output as fast as the connection takes it.',
      capabilities: ['responses', 'streaming'],
    },
    behaviour: { pace: { firstMs: 0 }, streams: true },
  },
  {
    entry: {
      ...common,
      id: 'sandbox-slow',
      name: 'Sandbox, slow',
      description: 'Synthetic output at eight tokens a second, after two seconds of nothing.',
      capabilities: ['responses', 'streaming'],
    },
    behaviour: { pace: { firstMs: 2000, tokensPerSecond: 8 }, streams: true },
  },
  {
    entry: {
      ...common,
      id: 'sandbox-plain',
      name: 'Sandbox, plain',
      description:
        'Synthetic output that is never streamed: the answer is one JSON document, also where a stream was asked for.',
      capabilities: ['responses'],
      streaming: false,
    },
    behaviour: { pace: { firstMs: 300 }, streams: false },
  },
]

/** Quick enough not to keep people waiting for a failure, slow enough to see it come. */
const faultPace: Pace = { firstMs: 100, tokensPerSecond: 120 }

/** Every model of the sandbox by its id. Fault models fail on all endpoints that the sandbox answers. */
export function modelList(endpoints: readonly EndpointId[]): ReadonlyMap<string, Listed> {
  const faulty = faults.map((fault): Listed => {
    const { id, name, description } = fault
    const capabilities = [...endpoints.filter((endpoint) => endpoint !== 'models'), 'streaming', 'masks']
    return {
      entry: { ...common, id, name: `Fault: ${name}`, description, capabilities },
      behaviour: { pace: faultPace, streams: true, fault },
    }
  })
  return new Map([...models, ...faulty].map((listed) => [listed.entry.id, listed]))
}

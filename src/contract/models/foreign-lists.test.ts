import { expect, test } from 'vitest'
import type { EndpointId } from '../routes.ts'
import { offers } from './model-card.ts'
import { oddList, readModels } from './models.ts'
import { priceInOneLine, priceLines } from './prices.ts'

interface ForeignList {
  readonly list: unknown
  /** The ids that each tool offers, and no others. */
  readonly offered: Partial<Record<EndpointId, string>>
  /** Context window and price of some models. */
  readonly facts?: Readonly<Record<string, readonly [context: number | undefined, price: string | undefined]>>
}

const ids = (...all: string[]) => all.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'x' }))
const listed = (...data: object[]) => ({ object: 'list', data })

/** What public routers and local servers list, shortened (wire-facts §2). */
const lists: Readonly<Record<string, ForeignList>> = {
  OpenAI: {
    list: listed(
      ...ids('gpt-5.4-pro', 'o3-mini', 'sora-2', 'whisper-1', 'tts-1', 'text-embedding-3-small', 'dall-e-3'),
      ...ids('omni-moderation-latest', 'gpt-image-1', 'gpt-4o-mini-tts', 'gpt-4o-transcribe', 'gpt-realtime'),
    ),
    offered: {
      responses: 'gpt-5.4-pro o3-mini',
      'images.generations': 'dall-e-3 gpt-image-1',
      'images.edits': 'gpt-image-1',
      'videos.create': 'sora-2',
      'audio.speech': 'tts-1 gpt-4o-mini-tts',
      'audio.transcriptions': 'whisper-1 gpt-4o-transcribe',
      'audio.music': '',
    },
    facts: { 'gpt-5.4-pro': [undefined, undefined] },
  },
  OpenRouter: {
    list: {
      data: [
        {
          id: 'openai/gpt-5',
          context_length: 400_000,
          architecture: { modality: 'text+image->text', output_modalities: ['text'] },
          pricing: { prompt: '0.00000125', completion: '0.00001', request: '0', image: '0', web_search: '0.01' },
          top_provider: { context_length: 272_000, max_completion_tokens: 128_000 },
        },
        { id: 'openrouter/auto', context_length: 2_000_000, pricing: { prompt: '-1', completion: '-1' } },
        {
          id: 'x/y:free',
          architecture: { output_modalities: ['text'] },
          pricing: { prompt: '0', completion: '0', request: '0' },
        },
        { id: 'openai/gpt-audio', architecture: { output_modalities: ['text', 'audio'] } },
        { id: 'google/gemini-3-pro-image', architecture: { output_modalities: ['image', 'text'] } },
        { id: 'qwen/qwen3-embedding-8b', architecture: { output_modalities: ['embeddings'] } },
        { id: 'openai/whisper-large', architecture: { output_modalities: ['transcription'] } },
      ],
    },
    offered: {
      responses: 'openai/gpt-5 openrouter/auto x/y:free openai/gpt-audio google/gemini-3-pro-image',
      'audio.transcriptions': 'openrouter/auto openai/whisper-large',
      'audio.dubbing': 'openrouter/auto',
    },
    facts: {
      'openai/gpt-5': [272_000, 'prompt $1.25 · completion $10 per million tokens'],
      'openrouter/auto': [2_000_000, 'varies'],
      'x/y:free': [undefined, 'free'],
    },
  },
  Groq: {
    list: listed(
      { id: 'llama-3.3-70b-versatile', active: true, context_window: 131_072, max_completion_tokens: 32_768 },
      { id: 'whisper-large-v3', active: true, context_window: 448 },
      { id: 'playai-tts', active: true, context_window: 8_192 },
      { id: 'meta-llama/llama-guard-4-12b', active: true, context_window: 131_072 },
      { id: 'mixtral-8x7b-32768', active: false, context_window: 32_768 },
    ),
    offered: {
      responses: 'llama-3.3-70b-versatile',
      'audio.transcriptions': 'whisper-large-v3',
      'audio.speech': 'playai-tts',
    },
    facts: { 'llama-3.3-70b-versatile': [131_072, undefined] },
  },
  Together: {
    list: [
      {
        ...{ id: 'meta-llama/Llama-4-Maverick', type: 'chat', organization: 'Meta', context_length: 1_048_576 },
        pricing: { hourly: 0, input: 0.27, output: 0.85, base: 0, finetune: 0 },
      },
      { id: 'black-forest-labs/FLUX.1-schnell', type: 'image', pricing: { input: 0, output: 0 } },
      { id: 'cartesia/sonic', type: 'audio' },
      { id: 'openai/whisper-large-v3', type: 'transcribe' },
      { id: 'BAAI/bge-base', type: 'embedding' },
      { id: 'Salesforce/rank', type: 'rerank' },
      { id: 'mistralai/Mixtral', type: 'language', context_length: 0 },
      { id: 'google/veo-3.0', type: 'video' },
    ],
    offered: {
      responses: 'meta-llama/Llama-4-Maverick mistralai/Mixtral',
      'images.generations': 'black-forest-labs/FLUX.1-schnell',
      'audio.speech': 'cartesia/sonic',
      'audio.transcriptions': 'openai/whisper-large-v3',
      'audio.dubbing': '',
      'videos.create': 'google/veo-3.0',
    },
    facts: {
      'meta-llama/Llama-4-Maverick': [1_048_576, 'input 0.27 (unit unknown) · output 0.85 (unit unknown)'],
      'mistralai/Mixtral': [undefined, undefined],
    },
  },
  Mistral: {
    list: listed(
      {
        id: 'mistral-large-latest',
        capabilities: { completion_chat: true, completion_fim: false, vision: true, ocr: false },
        max_context_length: 131_072,
      },
      { id: 'mistral-embed', capabilities: { completion_chat: false, vision: false }, max_context_length: 8_192 },
      { id: 'mistral-ocr-2505', capabilities: { completion_chat: false, vision: true, ocr: true } },
      { id: 'voxtral-mini-latest', capabilities: { completion_chat: false, audio_transcription: true } },
      { id: 'voxtral-small-latest', capabilities: { completion_chat: true, audio: true } },
      { id: 'open-mistral-7b', capabilities: { completion_chat: true }, deprecation: '2024-11-30T00:00:00Z' },
      { id: 'mistral-tiny', capabilities: { completion_chat: true }, archived: true },
    ),
    offered: {
      responses: 'mistral-large-latest voxtral-small-latest open-mistral-7b',
      'audio.transcriptions': 'voxtral-mini-latest',
      'images.generations': '',
    },
    facts: { 'mistral-large-latest': [131_072, undefined] },
  },
  Ollama: {
    list: listed(...ids('llama3.2:latest', 'nomic-embed-text:latest', 'gpt-oss:20b', 'own-build:v1')),
    offered: { responses: 'llama3.2:latest gpt-oss:20b own-build:v1', 'images.generations': 'own-build:v1' },
  },
  'Ollama without models': { list: { object: 'list', data: null }, offered: { responses: '' } },
  'LM Studio': {
    list: listed(...ids('qwen2.5-7b-instruct', 'text-embedding-nomic-embed-text-v1.5')),
    offered: { responses: 'qwen2.5-7b-instruct' },
  },
  'LM Studio /api/v0': {
    list: listed(
      { id: 'some-vision', type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
      { id: 'own', type: 'llm', state: 'loaded', max_context_length: 131_072, loaded_context_length: 4_096 },
      { id: 'some-embedder', type: 'embeddings', max_context_length: 2_048 },
    ),
    offered: { responses: 'some-vision own', 'audio.speech': '' },
    facts: { own: [4_096, undefined], 'some-vision': [32_768, undefined] },
  },
  'llama.cpp': {
    list: {
      models: [{ name: '/models/own.gguf', model: '/models/own.gguf', capabilities: ['completion'] }],
      object: 'list',
      data: [{ id: '/models/own.gguf', owned_by: 'llamacpp', meta: { n_ctx_train: 32_768, n_params: 1 } }],
    },
    offered: { responses: '/models/own.gguf' },
    facts: { '/models/own.gguf': [32_768, undefined] },
  },
  vLLM: {
    list: listed({ id: 'Qwen/Qwen3-32B', owned_by: 'vllm', root: 'Qwen/Qwen3-32B', max_model_len: 40_960 }),
    offered: { responses: 'Qwen/Qwen3-32B', 'images.generations': '' },
    facts: { 'Qwen/Qwen3-32B': [40_960, undefined] },
  },
  LiteLLM: {
    list: listed(...ids('gpt-4o', '*', 'openai/*', 'text-embedding-ada-002', 'dall-e-3')),
    offered: { responses: 'gpt-4o', 'images.generations': 'dall-e-3' },
  },
  'LiteLLM /model/info': {
    list: {
      data: [
        {
          model_name: 'house',
          model_info: {
            ...{ id: 'a1', mode: 'chat', max_tokens: 16_384, max_input_tokens: 128_000, max_output_tokens: 16_384 },
            ...{ input_cost_per_token: 2.5e-7, output_cost_per_token: 1e-6, supports_vision: true },
          },
        },
        { model_name: 'pictures', model_info: { mode: 'image_generation', output_cost_per_image: 0.04 } },
        { model_name: 'ears', model_info: { mode: 'audio_transcription' } },
      ],
    },
    offered: { responses: 'house', 'images.generations': 'pictures', 'audio.transcriptions': 'ears' },
    facts: {
      house: [128_000, 'input $0.25 · output $1 per million tokens'],
      pictures: [undefined, '$0.04 per image'],
    },
  },
  DeepInfra: {
    list: listed(
      {
        id: 'deepseek-ai/DeepSeek-V3',
        metadata: { context_length: 163_840, pricing: { input_tokens: 0.38, output_tokens: 0.89 }, tags: [] },
      },
      { id: 'BAAI/bge-m3', metadata: { context_length: 8_192, pricing: { input_tokens: 0.01 } } },
      { id: 'openai/whisper-large-v3', metadata: null },
    ),
    offered: { responses: 'deepseek-ai/DeepSeek-V3', 'audio.transcriptions': 'openai/whisper-large-v3' },
    facts: {
      'deepseek-ai/DeepSeek-V3': [163_840, 'input_tokens 0.38 (unit unknown) · output_tokens 0.89 (unit unknown)'],
    },
  },
  Fireworks: {
    list: listed(
      { id: 'accounts/fireworks/models/kimi-k2', supports_chat: true, supports_tools: true, context_length: 131_072 },
      { id: 'accounts/fireworks/models/flux-1-schnell-fp8', kind: 'FLUMINA_BASE_MODEL', supports_chat: false },
      { id: 'accounts/fireworks/models/own', supports_chat: false },
    ),
    offered: {
      responses: 'accounts/fireworks/models/kimi-k2',
      'images.generations': 'accounts/fireworks/models/flux-1-schnell-fp8',
    },
    facts: { 'accounts/fireworks/models/kimi-k2': [131_072, undefined] },
  },
  Cerebras: {
    list: listed({
      ...{ id: 'llama3.1-8b', name: 'Llama 3.1 8B', capabilities: { function_calling: true, streaming: true } },
      ...{ limits: { max_context_length: 32_768 }, pricing: { prompt: '0.0000001', completion: '0.0000001' } },
    }),
    offered: { responses: 'llama3.1-8b', 'videos.create': '' },
    facts: { 'llama3.1-8b': [32_768, '$0.10 per million tokens'] },
  },
  xAI: {
    list: listed(...ids('grok-4', 'grok-code-fast-1', 'grok-2-image-1212', 'grok-imagine-image', 'grok-imagine-video')),
    offered: {
      responses: 'grok-4 grok-code-fast-1',
      'images.generations': 'grok-2-image-1212 grok-imagine-image',
      'videos.create': 'grok-imagine-video',
    },
  },
  Cohere: {
    list: {
      models: [
        { name: 'command-a-03-2025', endpoints: ['chat'], context_length: 288_000, is_deprecated: false },
        { name: 'command-light', endpoints: ['generate', 'summarize'], is_deprecated: true },
        { name: 'embed-v4.0', endpoints: ['embed', 'classify'], context_length: 128_000 },
        { name: 'rerank-v3.5', endpoints: ['rerank'], context_length: 4_096 },
        { name: 'own-classifier', endpoints: ['classify'] },
      ],
    },
    offered: { responses: 'command-a-03-2025 command-light' },
    facts: { 'command-a-03-2025': [288_000, undefined] },
  },
  Anthropic: {
    list: {
      data: [
        { type: 'model', id: 'claude-opus-4-1', display_name: 'Claude Opus 4.1', created_at: '2025-08-05T00:00:00Z' },
      ],
      has_more: false,
    },
    offered: { responses: 'claude-opus-4-1', 'audio.speech': '' },
  },
  'Gemini (OpenAI)': {
    list: listed(
      ...ids('models/gemini-2.5-pro', 'models/gemini-embedding-001', 'models/imagen-4.0-generate-001', 'models/aqa'),
      ...ids('models/veo-3.0-generate-001', 'models/gemini-2.5-flash-preview-tts', 'models/gemini-2.5-flash-image'),
    ),
    offered: {
      responses: 'models/gemini-2.5-pro',
      'images.generations': 'models/imagen-4.0-generate-001 models/gemini-2.5-flash-image',
      'videos.create': 'models/veo-3.0-generate-001',
      'audio.speech': 'models/gemini-2.5-flash-preview-tts',
    },
  },
  Gemini: {
    list: {
      models: [
        {
          ...{ name: 'models/gemini-2.5-flash', displayName: 'Gemini 2.5 Flash', inputTokenLimit: 1_048_576 },
          ...{ outputTokenLimit: 65_536, supportedGenerationMethods: ['generateContent', 'countTokens'] },
        },
        { name: 'models/own-vectors', supportedGenerationMethods: ['embedContent'] },
      ],
    },
    offered: { responses: 'models/gemini-2.5-flash' },
    facts: { 'models/gemini-2.5-flash': [1_048_576, undefined] },
  },
  ElevenLabs: {
    list: [
      { model_id: 'eleven_multilingual_v2', can_do_text_to_speech: true, can_do_voice_conversion: false },
      { model_id: 'eleven_english_sts_v2', can_do_text_to_speech: false, can_do_voice_conversion: true },
      { model_id: 'scribe_v1', can_do_text_to_speech: false, can_do_voice_conversion: false },
    ],
    offered: {
      responses: '',
      'audio.speech': 'eleven_multilingual_v2',
      'audio.voice-change': 'eleven_english_sts_v2',
      'audio.transcriptions': 'scribe_v1',
    },
  },
  Perplexity: {
    list: listed(...ids('sonar-pro', 'sonar-deep-research')),
    offered: { responses: 'sonar-pro sonar-deep-research', 'images.edits': '' },
  },
  Nebius: {
    list: listed(
      {
        ...{ id: 'Qwen/Qwen3-235B-A22B', context_length: 40_960, architecture: { modality: 'text->text' } },
        pricing: { prompt: '0.0000002', completion: '0.0000006', image: '0', request: '0' },
      },
      { id: 'own/painter', architecture: { modality: 'text->image' }, pricing: { image: '0.0013' } },
      { id: 'own/vectors', architecture: { modality: 'text->embedding' } },
    ),
    offered: { responses: 'Qwen/Qwen3-235B-A22B', 'images.generations': 'own/painter' },
    facts: { 'Qwen/Qwen3-235B-A22B': [40_960, 'prompt $0.20 · completion $0.60 per million tokens'] },
  },
  SambaNova: {
    list: listed({
      ...{ id: 'DeepSeek-R1', context_length: 32_768, max_completion_tokens: 7_168 },
      pricing: { prompt: '0.00000500', completion: '0.00000700' },
    }),
    offered: { responses: 'DeepSeek-R1' },
    facts: { 'DeepSeek-R1': [32_768, 'prompt $5 · completion $7 per million tokens'] },
  },
  'Hugging Face': {
    list: listed({
      id: 'zai-org/GLM-4.6',
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      providers: [
        { provider: 'novita', status: 'live', context_length: 204_800, pricing: { input: 0.55, output: 2.2 } },
        { provider: 'zai', status: 'live', context_length: 200_000, pricing: { input: 0.6, output: 2.2 } },
        { provider: 'cheap', status: 'live' },
      ],
    }),
    offered: { responses: 'zai-org/GLM-4.6', 'images.generations': '' },
    facts: { 'zai-org/GLM-4.6': [200_000, 'varies by provider'] },
  },
  'GitHub Models': {
    list: [
      {
        ...{ id: 'openai/gpt-4.1', name: 'GPT-4.1', publisher: 'OpenAI', capabilities: ['streaming', 'tool-calling'] },
        ...{
          limits: { max_input_tokens: 1_048_576, max_output_tokens: 32_768 },
          supported_output_modalities: ['text'],
        },
      },
      { id: 'cohere/own-vectors', supported_output_modalities: ['embeddings'] },
    ],
    offered: { responses: 'openai/gpt-4.1', 'audio.music': '' },
    facts: { 'openai/gpt-4.1': [1_048_576, undefined] },
  },
  'GitHub Models at Azure': {
    list: [
      { id: 'azureml://registries/azure-openai/models/gpt-4o/versions/2', name: 'gpt-4o', task: 'chat-completion' },
      { id: 'azureml://registries/x/models/v/versions/1', name: 'vectors', task: 'embeddings' },
    ],
    offered: { responses: 'gpt-4o' },
  },
  'GitHub Copilot': {
    list: listed({
      id: 'house-model',
      capabilities: { type: 'chat', limits: { max_context_window_tokens: 128_000 }, supports: { streaming: true } },
      supported_endpoints: ['/chat/completions', '/responses'],
    }),
    offered: { responses: 'house-model', 'audio.speech': '' },
    facts: { 'house-model': [128_000, undefined] },
  },
  Cloudflare: {
    list: {
      success: true,
      result: [
        {
          id: '429b9e8b-d99e-44de-91ad-706cf8183658',
          name: '@cf/meta/llama-3.1-8b-instruct',
          task: { id: 'c329a1f9', name: 'Text Generation' },
          properties: [{ property_id: 'context_window', value: '7968' }],
        },
        { id: '7f797b20-3eb0-44fd-b571-6cbbaa3c423b', name: '@cf/own/painter', task: { name: 'Text-to-Image' } },
        { id: '0c4a5ce0-5f0b-4f8c-a7b3-0e4dd0b3ba43', name: '@cf/own/vectors', task: { name: 'Text Embeddings' } },
        {
          id: '1c4a5ce0-5f0b-4f8c-a7b3-0e4dd0b3ba43',
          name: '@cf/own/ears',
          task: { name: 'Automatic Speech Recognition' },
        },
      ],
    },
    offered: {
      responses: '@cf/meta/llama-3.1-8b-instruct',
      'images.generations': '@cf/own/painter',
      'audio.transcriptions': '@cf/own/ears',
    },
    facts: { '@cf/meta/llama-3.1-8b-instruct': [7_968, undefined] },
  },
  'models within data': {
    list: { data: { models: [{ id: 'own', contextWindow: 8_192 }] }, code: 0 },
    offered: { responses: 'own' },
    facts: { own: [8_192, undefined] },
  },
  'bare strings': {
    list: { data: ['gpt-4o', 'whisper-1'] },
    offered: { responses: 'gpt-4o', 'audio.transcriptions': 'whisper-1' },
  },
  'LLM Gateway': {
    list: {
      data: [
        {
          ...{ id: 'gpt-4o-mini', context_length: 128_000, architecture: { output_modalities: ['text'] } },
          pricing: { prompt: '0.00000015', completion: '0.0000006', image: '0', request: '0' },
          providers: [{ providerId: 'openai', pricing: { prompt: '0.00000015' } }],
        },
      ],
    },
    offered: { responses: 'gpt-4o-mini', 'images.generations': '' },
    facts: { 'gpt-4o-mini': [128_000, 'prompt $0.15 · completion $0.60 per million tokens'] },
  },
  'Vercel AI Gateway': {
    list: listed(
      {
        ...{ id: 'anthropic/claude-sonnet-4', type: 'language', context_window: 200_000, tags: ['vision'] },
        pricing: { input: '0.000003', output: '0.000015', input_cache_read: '0.0000003' },
      },
      { id: 'own/painter', type: 'image', pricing: { image: '0.04' } },
      { id: 'own/vectors', type: 'embedding', pricing: { input: '0.00000002' } },
    ),
    offered: { responses: 'anthropic/claude-sonnet-4', 'images.generations': 'own/painter' },
    facts: { 'anthropic/claude-sonnet-4': [200_000, 'input $3 · output $15 per million tokens'] },
  },
  Portkey: {
    list: {
      object: 'list',
      total: 2,
      data: [
        { id: '@openai/gpt-4o', slug: 'gpt-4o' },
        { id: '@openai/dall-e-3', slug: 'dall-e-3' },
      ],
    },
    offered: { responses: '@openai/gpt-4o', 'images.generations': '@openai/dall-e-3' },
  },
  'W&B': {
    list: listed({
      id: 'moonshotai/Kimi-K2',
      ...{ input_modalities: ['text'], output_modalities: ['text'], context_length: '128K', supported_features: [] },
      pricing: { prompt: '0.00000135', completion: '0.000004' },
    }),
    offered: { responses: 'moonshotai/Kimi-K2', 'audio.speech': '' },
    facts: { 'moonshotai/Kimi-K2': [128_000, 'prompt $1.35 · completion $4 per million tokens'] },
  },
  'New API': {
    list: listed(
      { id: 'own-chat', supported_endpoint_types: ['openai', 'openai-response'] },
      { id: 'own-pictures', supported_endpoint_types: ['image-generation', 'openai'] },
      { id: 'sora-2', supported_endpoint_types: ['openai-video'] },
      { id: 'own-ranks', supported_endpoint_types: ['jina-rerank'] },
      { id: 'whisper-1', supported_endpoint_types: ['openai'] },
    ),
    offered: {
      responses: 'own-chat',
      'images.generations': 'own-pictures',
      'videos.create': 'sora-2',
      'audio.transcriptions': 'whisper-1',
    },
  },
}

const cases = Object.entries(lists).map(([router, facts]) => ({ router, ...facts }))

test.each(cases)(
  'the list of $router is read, and each tool offers the models that fit',
  ({ list, offered, facts }) => {
    const cards = readModels(list)
    expect(oddList(list)).toBeUndefined()
    const found = Object.keys(offered).map((endpoint) => {
      const fitting = cards.filter((card) => offers(card, endpoint as EndpointId) !== 'no')
      return [endpoint, fitting.map(({ id }) => id).join(' ')] as const
    })
    expect(Object.fromEntries(found)).toEqual(offered)
    for (const [id, [context, price]] of Object.entries(facts ?? {})) {
      const card = cards.find((one) => one.id === id)
      expect([id, card?.context, priceInOneLine(priceLines(card?.price))]).toEqual([id, context, price])
    }
  },
)

test.each([
  ['context_length', '128K', 128_000],
  ['context_length', '131072', 131_072],
  ['context_window', '131,072 tokens', 131_072],
  ['max_model_len', 4_096, 4_096],
  ['max_context_length', '1M', 1_000_000],
  ['ctx_len', '32k', 32_000],
  ['contextWindow', 200_000, 200_000],
  ['contextLength', 1.5e5, 150_000],
  ['context_length', 0, undefined],
  ['context_length', -1, undefined],
  ['context_length', 'unlimited', undefined],
  ['context_length', '', undefined],
  ['context_length', null, undefined],
])('%s of %j is a context of %s tokens', (name, value, tokens) => {
  const [card] = readModels([{ id: 'a', [name]: value }])
  expect(card?.context).toBe(tokens)
})

test.each([
  [
    { object: 'page', items: [{ id: 'a' }], next: null },
    'The list is an object with object, items, next, not a list of models.',
  ],
  [{ result: { a: 1 }, success: true }, 'The list is an object with result, success, not a list of models.'],
  [{}, 'The list is an object with nothing in it, not a list of models.'],
  ['models', 'The list is a string, not a list of models.'],
  [null, 'The list is null, not a list of models.'],
  [{ data: [{ title: 'a', price: 1 }, {}] }, 'The list has 2 entries without an id: objects with title, price.'],
  [[1], 'The list has 1 entry without an id: no objects.'],
])('%j is no list that can be read, and what came is said', (list, words) => {
  expect(readModels(list)).toEqual([])
  expect(oddList(list)).toBe(words)
})

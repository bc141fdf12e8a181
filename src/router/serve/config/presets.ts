import type { LocalServer, ProviderKind, TextApi } from '../../upstream/provider-config.ts'

/** A provider that a key in the environment is enough for. */
export interface Preset {
  readonly id: string
  readonly kind: ProviderKind
  /** The first of them that is set holds the key. */
  readonly keys: readonly string[]
  readonly baseUrl?: string
  /** Holds another base URL, which `at` completes; it makes the provider also without a key. */
  readonly baseUrlFrom?: string
  /** What follows the address in `baseUrlFrom`; nothing by default. */
  readonly path?: string
  /** The header that holds the bare key; `Authorization: Bearer` by default. */
  readonly keyHeader?: string
  /** `auto` by default. */
  readonly api?: TextApi
  readonly hasInterfaceModels?: boolean
}

const compatible = (id: string, key: string, baseUrl: string, more: Partial<Preset> = {}): Preset => ({
  id,
  kind: 'openai',
  keys: [key],
  baseUrl,
  ...more,
})

/** In the order in which they are tried for a model that several of them list. */
export const presets: readonly Preset[] = [
  compatible('openai', 'OPENAI_API_KEY', 'https://api.openai.com/v1', {
    baseUrlFrom: 'OPENAI_BASE_URL',
    hasInterfaceModels: true,
  }),
  {
    id: 'azure',
    kind: 'openai',
    keys: ['AZURE_OPENAI_API_KEY'],
    baseUrlFrom: 'AZURE_OPENAI_ENDPOINT',
    path: '/openai/v1',
    keyHeader: 'api-key',
    hasInterfaceModels: true,
  },
  compatible('openrouter', 'OPENROUTER_API_KEY', 'https://openrouter.ai/api/v1', { hasInterfaceModels: true }),
  compatible('groq', 'GROQ_API_KEY', 'https://api.groq.com/openai/v1'),
  compatible('xai', 'XAI_API_KEY', 'https://api.x.ai/v1'),
  compatible('mistral', 'MISTRAL_API_KEY', 'https://api.mistral.ai/v1', { api: 'chat' }),
  compatible('deepseek', 'DEEPSEEK_API_KEY', 'https://api.deepseek.com/v1', { api: 'chat' }),
  compatible('together', 'TOGETHER_API_KEY', 'https://api.together.xyz/v1', { api: 'chat' }),
  compatible('fireworks', 'FIREWORKS_API_KEY', 'https://api.fireworks.ai/inference/v1'),
  compatible('cerebras', 'CEREBRAS_API_KEY', 'https://api.cerebras.ai/v1', { api: 'chat' }),
  {
    id: 'elevenlabs',
    kind: 'elevenlabs',
    keys: ['ELEVENLABS_API_KEY'],
    baseUrl: 'https://api.elevenlabs.io/v1',
    baseUrlFrom: 'ELEVENLABS_BASE_URL',
    path: '/v1',
    keyHeader: 'xi-api-key',
  },
  {
    id: 'gemini',
    kind: 'gemini',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyHeader: 'x-goog-api-key',
  },
]

/**
 * Where the servers that people run listen unless told otherwise. Without a name where several kinds do: llama.cpp and LocalAI (8080), vLLM
 * (8000), text-generation-webui (5000) and SGLang (30000).
 */
export const usualServers: readonly LocalServer[] = [
  { name: 'Ollama', url: 'http://127.0.0.1:11434' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234' },
  { url: 'http://127.0.0.1:8080' },
  { url: 'http://127.0.0.1:8000' },
  { name: 'Jan', url: 'http://127.0.0.1:1337' },
  { url: 'http://127.0.0.1:5000' },
  { url: 'http://127.0.0.1:30000' },
]

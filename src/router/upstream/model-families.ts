import type { EndpointId } from '#contract/endpoints.ts'

const text = ['responses', 'streaming'] as const
type Capability = EndpointId | 'streaming' | 'masks'

/**
 * What well-known families of models do, by words of their ids: most upstreams list ids and nothing else. The first that fits counts;
 * an empty list is a model that no route of the interface serves.
 */
const families: readonly (readonly [pattern: RegExp, capabilities: readonly Capability[]])[] = [
  [/embed|paraphrase|rerank|moderation|\b(bge|e5|gte|minilm|clip)\b|realtime|babbage|davinci|\b(guard|reranker)\b/, []],
  [/(gpt|gen|chatgpt)-image/, ['images.generations', 'images.edits', 'streaming', 'masks']],
  [/dall-e-2/, ['images.generations', 'images.edits', 'masks']],
  [/dall-e|imagen|flux|stable-diffusion|sdxl|recraft|seedream/, ['images.generations']],
  [/\b(sora|veo|kling|wan|hailuo|seedance)\b/, ['videos.create', 'videos.status', 'videos.content']],
  [/gpt-[\w.-]*-transcribe/, ['audio.transcriptions', 'streaming']],
  [/whisper|transcri|voxtral|parakeet/, ['audio.transcriptions']],
  [/(gpt|gen)-[\w.-]*-tts/, ['audio.speech', 'streaming']],
  [/\btts\b|speech|orpheus|kokoro/, ['audio.speech']],
  [/gpt-audio|audio-preview|search-(preview|api)|deep-research/, text],
  [
    /\b(gpt|chatgpt|gen|o[1-9]|codex|claude|gemini|gemma\d*|\w*llama\d*|qwen\w*|qwq|mi[sx]tral|ministral|magistral)\b/,
    text,
  ],
  [/\b(codestral|devstral|pixtral|deepseek|grok|kimi|glm|phi\d*|command|nova|granite|hermes|smollm\d*)\b/, text],
]

/** What a model of this id can do, by its family; undefined where the id says nothing. */
export function familyOf(id: string): readonly Capability[] | undefined {
  const words = id.toLowerCase().replaceAll('_', '-')
  return families.find(([pattern]) => pattern.test(words))?.[1]
}

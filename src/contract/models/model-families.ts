import type { EndpointId } from '../routes.ts'

type Capability = EndpointId | 'streaming' | 'masks'

const text = ['responses', 'streaming'] as const
const images = ['images.generations', 'images.edits'] as const

/** What families of models do, by words of their ids. The first match counts; an empty list: no route serves it. */
const families: readonly (readonly [pattern: RegExp, capabilities: readonly Capability[]])[] = [
  [/embed|paraphrase|rerank|moderation|realtime|babbage|davinci|turbo-instruct|guard|colbert|similarity/, []],
  [/\b(bge|e5|gte|minilm|clip|siglip|voyage|nomic|mxbai|aqa|mistral-ocr|nova-sonic)\b/, []],
  [/gemini-[\w.-]*(live|native-audio)/, []],
  [/(gpt|gen|chatgpt)-image/, [...images, 'streaming', 'masks']],
  [/dall-e-2/, [...images, 'masks']],
  [/image-edit|seededit/, ['images.edits']],
  [/kontext|nano-banana|gemini-[\w.-]*image|flux[.-]?2|grok-imagine-image/, images],
  [
    /\b(sora|veo|kling|wan|hailuo|seedance|mochi|cogvideox?|ltx|vidu|pixverse|t2v|i2v)\d*\b|-video\b|\bvideo-\d|\bltx/,
    ['videos.create', 'videos.status', 'videos.content'],
  ],
  [/image-(text-)?to-text|captioning/, text],
  [
    /dall-e|imagen|flux|diffusion|\bsd(xl)?\d*\b|sdxl|recraft|seedream|ideogram|midjourney|kandinsky|kolors|hidream/,
    ['images.generations'],
  ],
  [
    /\b(image|imagine|pixart|playground-v[\d.]+|cogview\d*|dreamshaper|lucid-origin|phoenix-\d)\b/,
    ['images.generations'],
  ],
  [/gpt-[\w.-]*-transcribe/, ['audio.transcriptions', 'streaming']],
  [
    /whisper|transcri|voxtral|parakeet|canary-\d|scribe|sensevoice|speech-to-text|\b(asr|stt|deepgram)\b/,
    ['audio.transcriptions'],
  ],
  [/(gpt|gen)-[\w.-]*-tts/, ['audio.speech', 'streaming']],
  [/text-to-sound|sound-(effects|generation)|audiogen/, ['audio.sound-generation']],
  [/\bttv\b|voice-design/, ['audio.voice-design']],
  [/\bsts\b|voice-(change|conversion)/, ['audio.voice-change']],
  [/(voice|audio)-isolation|demucs/, ['audio.voice-isolation']],
  [/\bdubbing\b/, ['audio.dubbing']],
  [/\b(music|musicgen|lyria|suno|udio|stable-audio|ace-step)\b/, ['audio.music']],
  [
    /tts\b|\btts|speech|orpheus|kokoro|chatterbox|cosyvoice|\b(sonic|aura|bark|zonos|csm-\d+b|eleven)\b/,
    ['audio.speech'],
  ],
  [/gpt-audio|audio-preview|search-(preview|api)|deep-research|computer-use/, text],
  [
    /\b(gpt|chatgpt|gen|o[1-9]|codex|claude|gemini|gemma[\dn]*|\w*llama\d*|qwen\w*|qwq|qvq|mi[sx]tral|ministral|magistral)\b/,
    text,
  ],
  [
    /\b(codestral|devstral|pixtral|deepseek|grok|kimi|glm|phi\d*|command|aya|nova|granite\d*|hermes\d*|smollm\d*)\b/,
    text,
  ],
  [
    /\b(sonar|llava|bakllava|moondream\d*|minimax|olmo|nemotron|ernie|hunyuan|exaone|solar|jamba|yi|mimo|longcat)\b/,
    text,
  ],
  // A size in parameters, or a way of training, that only language models are named by.
  [/\b(instruct|chat|coder|thinking|reasoner)\b|\b\d+(\.\d+)?b\b/, text],
]

/** What a model of this id can do, by its family; undefined where the id says nothing. */
export function familyOf(id: string): readonly Capability[] | undefined {
  const words = id.toLowerCase().replaceAll('_', '-')
  return families.find(([pattern]) => pattern.test(words))?.[1]
}

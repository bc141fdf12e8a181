import { expect, test } from 'vitest'
import { familyOf } from './model-families.ts'

const text = ['responses', 'streaming']

test.each([
  ['gpt-4o-mini-tts', ['audio.speech', 'streaming']],
  ['gen-4o-mini-tts', ['audio.speech', 'streaming']],
  ['gpt-4o-transcribe-diarize', ['audio.transcriptions', 'streaming']],
  ['dall-e-2', ['images.generations', 'images.edits', 'masks']],
  ['my-own', undefined],
  ['', undefined],
])('%s can do %j', (id, capabilities) => {
  expect(familyOf(id)).toEqual(capabilities)
})

test.each([
  'gpt-5.4-pro o3-mini chatgpt-4o-latest gpt-oss:20b gpt-4o-search-preview computer-use-preview codex-mini-latest',
  'llama3.2:3b codellama:13b meta-llama/Llama-4-Scout gemma3:4b gemma3n:e4b phi4-mini qwen2.5-coder:7b llava:13b',
  'models/gemini-2.5-flash claude-sonnet-4-5 grok-4 sonar-pro accounts/fireworks/models/kimi-k2 command-a-03-2025',
  'meta-llama/llama-3.2-11b-vision-instruct openchat-7b some-lab/brand-new-instruct granite3.3:8b microsoft/phi-4',
])('%s are text models', (ids) => {
  for (const id of ids.split(' ')) expect(familyOf(id), id).toEqual(text)
})

test.each([
  'text-embedding-3-small omni-moderation-latest gpt-realtime gpt-4o-realtime-preview davinci-002 babbage-002',
  'gpt-3.5-turbo-instruct nomic-embed-text:latest mxbai-embed-large BAAI/bge-m3 intfloat/e5-large mistral-ocr-latest',
  'models/gemini-embedding-001 models/aqa models/gemini-live-2.5-flash meta-llama/Llama-Guard-4-12B rerank-v3.5',
  'models/gemini-2.5-flash-native-audio-preview nvidia/nemoguard openai/clip-vit-large amazon/nova-sonic',
])('no route serves %s', (ids) => {
  for (const id of ids.split(' ')) expect(familyOf(id), id).toEqual([])
})

test.each([
  [
    'images.generations',
    'gpt-image-1-mini chatgpt-image-latest dall-e-3 models/imagen-4.0-generate-001 black-forest-labs/FLUX.1-schnell models/gemini-2.5-flash-image grok-2-image-1212 stabilityai/stable-diffusion-xl-base-1.0 qwen-image ideogram-v3',
  ],
  ['images.edits', 'gpt-image-1.5 qwen-image-edit black-forest-labs/FLUX.1-kontext-pro google/gemini-3-pro-image'],
  ['videos.create', 'sora-2-pro models/veo-3.0-generate-001 Wan-AI/Wan2.2-T2V-A14B kling-v2 grok-imagine-video'],
  ['audio.transcriptions', 'whisper-1 whisper-large-v3-turbo distil-whisper-large-v3-en nvidia/parakeet-tdt scribe_v2'],
  [
    'audio.speech',
    'tts-1-hd models/gemini-2.5-pro-preview-tts hexgrad/Kokoro-82M playai-tts eleven_multilingual_v2 cartesia/sonic canopylabs/orpheus-3b',
  ],
  ['audio.music', 'music_v1 models/lyria-002 facebook/musicgen-large'],
  ['audio.sound-generation', 'eleven_text_to_sound_v2'],
  ['audio.voice-design', 'eleven_multilingual_ttv_v2'],
  ['audio.voice-change', 'eleven_multilingual_sts_v2'],
])('%s is served by %s, and chat is not', (endpoint, ids) => {
  for (const id of ids.split(' ')) {
    expect(familyOf(id), id).toContain(endpoint)
    expect(familyOf(id), id).not.toContain('responses')
  }
})

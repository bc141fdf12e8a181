import { expect, test } from 'vitest'
import { familyOf } from './model-families.ts'

const text = ['responses', 'streaming']

test.each([
  ['gpt-4o-mini-tts', ['audio.speech', 'streaming']],
  ['gen-4o-mini-tts', ['audio.speech', 'streaming']],
  ['tts-1-hd', ['audio.speech']],
  ['gpt-4o-transcribe-diarize', ['audio.transcriptions', 'streaming']],
  ['whisper-1', ['audio.transcriptions']],
  ['llama3.2:3b', text],
  ['codellama:13b', text],
  ['meta-llama/Llama-4-Scout', text],
  ['gemma3:4b', text],
  ['phi4-mini', text],
  ['nomic-embed-text:latest', []],
  ['my-own', undefined],
])('%s can do %j', (id, capabilities) => {
  expect(familyOf(id)).toEqual(capabilities)
})

import { expect, test } from 'vitest'
import { emptyResult, type Output } from '../../run/result.ts'
import { previewsOf, voiceIn } from './voice-previews.ts'

const [one, two] = ['a'.repeat(64), 'b'.repeat(64)]
const read = (item: unknown) => {
  const outputs: readonly Output[] = [
    { kind: 'media', index: 0, sha256: one },
    { kind: 'item', index: 1, item },
  ]
  return previewsOf({ ...emptyResult, outputs })
}

test.each<[string, object]>([
  [
    'in snake case',
    {
      previews: [
        { audio_base64: `sha256:${one}`, generated_voice_id: 'v1', media_type: 'audio/mpeg', duration_secs: 2.5 },
        { audio_base64: `sha256:${two}`, generated_voice_id: 'v2', duration_secs: 3, language: 'en' },
      ],
    },
  ],
  [
    'in camel case',
    {
      previews: [
        { audioBase64: `sha256:${one}`, generatedVoiceId: 'v1', mediaType: 'audio/mpeg', durationSecs: 2.5 },
        { audioBase64: `sha256:${two}`, generatedVoiceId: 'v2', durationSecs: 3, language: 'en' },
      ],
    },
  ],
  [
    'as data URLs in objects',
    {
      voices: [
        { audio: { data: `data:audio/mpeg;base64,sha256:${one}` }, voice_id: 'v1', duration: 2.5 },
        { audio: { data: `sha256:${two}` }, id: 'v2', duration: 3, language: 'en' },
      ],
    },
  ],
])('previews %s are read with their ids, files and facts', (_, item) => {
  expect(read({ ...item, text: 'Hello.' })).toEqual({
    previews: [
      { id: 'v1', sha256: one, seconds: 2.5 },
      { id: 'v2', sha256: two, seconds: 3, language: 'en' },
    ],
    text: 'Hello.',
  })
})

test('previews without sound keep their ids, and a sound without id is a preview', () => {
  expect(read({ previews: [{ generated_voice_id: 'v1' }, { audio_base64: `sha256:${one}` }] })?.previews).toEqual([
    { id: 'v1' },
    { sha256: one },
  ])
})

test.each<[string, unknown]>([
  ['no list', { text: 'Hello.' }],
  ['an empty list', { previews: [] }],
  ['a list of something else', { previews: [{ colour: 'red' }, 'v1', null] }],
  ['no object', [1, 2]],
])('%s is no reply of voices', (_, item) => {
  expect(read(item)).toBeUndefined()
})

test('a voice is named by a text, an object or its id', () => {
  expect([{ voice: 'ash' }, { voice: { id: 'v1' } }, { voice_id: 'v2' }, { voice: {} }, {}].map(voiceIn)).toEqual([
    'ash',
    'v1',
    'v2',
    undefined,
    undefined,
  ])
})

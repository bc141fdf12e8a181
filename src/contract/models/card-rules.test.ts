import { expect, test } from 'vitest'
import { audioRules } from '../audio/audio-fields.ts'
import { responsesRules } from '../responses/responses.ts'
import { videosCheck, videosRules } from '../videos/videos.ts'

const card = (more: object) => ({ id: 'm', raw: {}, ...more })

test('a text model without a card, or with a silent one, has nothing switched off', () => {
  expect(responsesRules('gen-5.4-pro').fields).toEqual({})
  expect(responsesRules('m', card({})).fields).toEqual({})
})

test('a text model whose parameters are listed has the unlisted ones off, under the names that routers use', () => {
  const listed = ['max_tokens', 'top_p', 'tools', 'include_reasoning', 'structured_outputs']
  const { fields } = responsesRules('m', card({ parameters: listed }))
  expect(Object.keys(fields).sort()).toEqual(['frequency_penalty', 'presence_penalty', 'temperature', 'top_logprobs'])
  expect(fields.temperature).toEqual({
    kind: 'off',
    by: 'model',
    why: 'The router does not list temperature for this model.',
  })
})

test('a list of the whole body switches off every field of it that it lacks', () => {
  const { fields } = responsesRules('m', card({ parameters: ['input', 'store', 'metadata'] }))
  for (const name of ['previous_response_id', 'background', 'prompt', 'include', 'tools'])
    expect(fields[name]?.kind).toBe('off')
  for (const name of ['store', 'metadata', 'user']) expect(fields[name]).toBeUndefined()
})

test('a field that no router lists is never off', () => {
  const { fields } = responsesRules('m', card({ parameters: ['seed'] }))
  for (const name of ['model', 'input', 'instructions', 'metadata', 'stream', 'store'])
    expect(fields[name]).toBeUndefined()
  expect(fields.tools?.kind).toBe('off')
})

test('a model that cannot stream has the switch off, and its request is served all the same', () => {
  const rules = responsesRules('m', card({ lacks: ['streaming'] }))
  expect(rules.fields.stream?.kind).toBe('off')
  expect(rules.check({ stream: true })).toBeUndefined()
  expect(audioRules('m', card({ lacks: ['streaming'] })).fields.stream?.kind).toBe('off')
  expect(responsesRules('m', card({ features: ['vision'] })).fields.stream).toBeUndefined()
})

test('a file is sent rather than a URL, and what a card says of its files are their limits', () => {
  expect(audioRules('m', card({}), { source_url: 'https://a.example/a.mp3' }).fields).toEqual({})
  const both = audioRules('m', card({}), { source_url: 'https://a.example/a.mp3', file: 'data:audio/mpeg;base64,AAAA' })
  expect(both.fields.source_url?.kind).toBe('off')
  expect(audioRules('m', card({ limits: { max_input_seconds: 60 } })).fields.file).toEqual({
    kind: 'files',
    limits: [{ by: 'This model', seconds: 60 }],
  })
})

test.each([
  ['4', true],
  ['8', true],
  ['12', true],
  [4, true],
  [12, true],
  [undefined, true],
  ['5', false],
  [16, false],
  ['8.0', false],
  ['', false],
  [0, false],
])('a video of %j seconds: %s', (seconds, made) => {
  expect(videosCheck({ seconds })?.param).toBe(made ? undefined : 'seconds')
})

test('a video model has off what its router does not list', () => {
  expect(Object.keys(videosRules('m', card({ parameters: ['duration', 'size'] })).fields)).toEqual(['seed'])
})

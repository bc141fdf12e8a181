import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { seed } from '../../testing/seed.ts'
import { routes } from '../routes.ts'
import { offers } from './model-card.ts'
import { ModelEntry, readModels } from './models.ts'
import { readOwnModels } from './own-models.ts'

const idsOf = (list: unknown) => readModels(list).map(({ id }) => id)
const cardOf = (entry: unknown) => readModels([entry])[0]

const own = {
  id: 'gen-image-2',
  object: 'model',
  created: 1_790_000_000,
  owned_by: 'sandbox',
  name: 'Image 2',
  description: 'Production visual work.',
  capabilities: ['images.generations', 'images.edits', 'streaming', 'masks'],
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
  supported_parameters: ['size', 'n'],
  limits: { n: 10 },
  pricing: { unit: 'cauris', api: '10L, 25M, 50H per image', agent: 60 },
  status: 'Live API',
  sandbox: true,
  local: true,
}

test('our own router’s list is read alike by the reader of its shape and by that of all shapes', () => {
  const plain = { id: 'sandbox-plain', capabilities: ['responses'], streaming: false, pricing: { api: 60 } }
  const text = { id: 'house', capabilities: ['responses', 'streaming'], limits: { context_length: 8_192 } }
  const [silent, odd] = [{ id: 'own-build' }, { id: 'odd', limits: { n: '4' }, pricing: { api: {} }, created: 'now' }]
  const list = { object: 'list', data: [own, plain, { ...text, deprecated: true }, silent, null, {}] }
  expect(readOwnModels(list)).toEqual(readModels(list))
  expect(readOwnModels({ data: [odd] })).toEqual([{ id: 'odd', raw: odd }])
  for (const none of [null, [], {}, { data: null }, { data: {} }, 'text']) expect(readOwnModels(none)).toEqual([])
})

test('our own entry is read whole', () => {
  expect(z.safeParse(ModelEntry, own).success).toBe(true)
  expect(readModels({ object: 'list', data: [own] })).toEqual([
    {
      id: 'gen-image-2',
      name: 'Image 2',
      description: 'Production visual work.',
      ownedBy: 'sandbox',
      created: 1_790_000_000,
      endpoints: ['images.generations', 'images.edits'],
      features: ['streaming', 'masks'],
      inputs: ['text', 'image'],
      outputs: ['image'],
      parameters: ['size', 'n'],
      limits: { n: 10 },
      price: { unit: 'cauris', labels: { api: '10L, 25M, 50H per image', agent: '60' } },
      status: 'Live API',
      sandbox: true,
      local: true,
      raw: own,
    },
  ])
})

test.each([
  ['OpenAI', { object: 'list', data: [{ id: 'a', object: 'model', created: 1, owned_by: 'x' }] }],
  ['a bare array', [{ id: 'a', type: 'chat' }]],
  ['models', { models: [{ id: 'a' }] }],
  ['data beside models', { data: [{ id: 'a' }], models: [{ name: 'b' }] }],
  ['LiteLLM', { data: [{ model_name: 'a', model_info: { id: 'hash', mode: 'chat' } }] }],
  ['ElevenLabs', [{ model_id: 'a', name: 'Multilingual' }]],
  ['a name alone', { models: [{ name: 'a' }] }],
])('the list of %s is read', (_router, list) => {
  expect(idsOf(list)).toEqual(['a'])
})

test.each([
  [null],
  [{ data: null }],
  [{ data: {} }],
  ['models'],
  [7],
  [undefined],
  [{ error: { message: 'no' } }],
  [{}],
])('%j holds no models', (list) => {
  expect(readModels(list)).toEqual([])
})

test('entries without a usable id are dropped and a repeated id is kept once', () => {
  const list = [
    null,
    5,
    'two\nlines',
    [],
    {},
    { id: '' },
    { id: '  ' },
    { id: 7 },
    { id: 'a', name: 'first' },
    { id: 'a' },
    { id: 'b' },
  ]
  expect(idsOf(list)).toEqual(['a', 'b'])
  expect(readModels(list)[0]?.name).toBe('first')
})

test('what is not reported is left out', () => {
  const bare = { id: 'a' }
  expect(cardOf(bare)).toEqual({ id: 'a', raw: bare })
  expect(
    Object.keys(cardOf({ ...bare, capabilities: [], supported_parameters: [], pricing: {}, limits: null }) ?? {}),
  ).toEqual(['id', 'raw'])
})

test.each([
  [1_700_000_000, 1_700_000_000],
  [1_700_000_000.9, 1_700_000_000],
  ['2026-11-21T00:00:00Z', 1_795_219_200],
  [0, undefined],
  [-6_000, undefined],
  [1e300, undefined],
  ['yesterday', undefined],
  [null, undefined],
])('created %j is read as %s', (created, seconds) => {
  expect(cardOf({ id: 'a', created })?.created).toBe(seconds)
})

test('an OpenRouter entry gives its modalities, parameters, limits and prices', () => {
  expect(
    cardOf({
      id: 'x/y:free',
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      pricing: { prompt: '0.000002', completion: '0', overrides: [] },
      context_length: 128_000,
      top_provider: { context_length: 64_000, max_completion_tokens: null },
      supported_parameters: ['tools'],
    }),
  ).toMatchObject({
    endpoints: ['responses'],
    inputs: ['text', 'image'],
    price: { labels: { prompt: '0.000002', completion: '0' } },
    limits: { context_length: 64_000 },
    parameters: ['tools'],
  })
})

test('parameters given as an object are read by their names, and a llama.cpp entry by its meta', () => {
  expect(cardOf({ id: 'a', supported_parameters: { seed: {}, n: { max: 4 } } })?.parameters).toEqual(['seed', 'n'])
  expect(cardOf({ id: 'a', meta: { n_ctx_train: 8_192, n_params: 1 } })?.limits).toEqual({ n_ctx_train: 8_192 })
})

test('a LiteLLM entry gives its mode, its flags and its costs', () => {
  expect(
    cardOf({
      model_name: 'a',
      model_info: {
        mode: 'audio_speech',
        max_tokens: 4_096,
        input_cost_per_token: 1e-6,
        supports_vision: false,
        supports_pdf: true,
      },
    }),
  ).toMatchObject({
    endpoints: ['audio.speech'],
    limits: { max_tokens: 4_096 },
    price: { labels: { input_cost_per_token: '0.000001' } },
    features: ['pdf'],
    lacks: ['vision'],
  })
})

test('every endpoint is read by its id and by its path', () => {
  for (const { id, path } of Object.values(routes)) {
    expect(cardOf({ id: 'a', capabilities: [id] })).toMatchObject({ endpoints: [id] })
    expect(cardOf({ id: 'a', supported_endpoints: [`/v1${path}`] })?.endpoints).toEqual([id])
  }
})

test.each([
  [{ capabilities: ['responses', 'edits'] }, ['responses']],
  [{ capabilities: ['images.generations', 'edits'] }, ['images.generations', 'images.edits']],
  [{ capabilities: ['edits'], mode: 'image_generation' }, ['images.generations', 'images.edits']],
  [{ capabilities: ['edits'] }, undefined],
  [{ capabilities: { edits: false }, type: 'image' }, ['images.generations']],
  [{ model_info: { mode: 'image_generation' } }, ['images.generations']],
  [{ capabilities: { responses: true, 'audio.speech': false } }, ['responses']],
  [{ supported_endpoints: ['/v1/responses', '/v1/other'] }, ['responses']],
  [{ endpoints: ['/audio/music'] }, ['audio.music']],
  [{ type: 'image' }, ['images.generations', 'images.edits']],
  [{ mode: 'embedding' }, []],
  [{ can_do_text_to_speech: true, can_do_voice_conversion: false }, ['audio.speech']],
  [{ input_modalities: ['audio'], output_modalities: ['text'] }, ['responses']],
  [{ output_modalities: ['transcription'] }, ['audio.transcriptions']],
  [{ architecture: { output_modalities: ['embeddings'] } }, []],
  [{ capabilities: ['responses'], type: 'image' }, ['responses']],
  [{ capabilities: ['completion', 'vision'] }, ['responses']],
  [{ capabilities: ['vision', 'tools'] }, undefined],
  [{ capabilities: ['completion', 'embedding'] }, ['responses']],
  [{ capabilities: { chat_completion: false, embeddings: true } }, []],
  [{ id: 'own-embedder', type: 'llm' }, []],
  [{ id: 'own-embedder', capabilities: ['responses'] }, ['responses']],
  [{ id: 'whisper-1', output_modalities: ['text'] }, ['audio.transcriptions']],
  [{ id: 'openai/*', type: 'chat' }, []],
  [{ capabilities: ['responses'], active: false }, []],
  [{ type: 'model' }, undefined],
  [{ id: 'whisper-1' }, undefined],
])('%j reports the endpoints %j', (entry, endpoints) => {
  expect(cardOf({ id: 'a', ...entry })?.endpoints).toEqual(endpoints)
})

test.each([
  [['images.generations', 'edits'], ['edits']],
  [
    ['responses', 'edits', 'masks'],
    ['edits', 'masks'],
  ],
])('the word edits in %j is kept among the named capabilities', (capabilities, features) => {
  expect(cardOf({ id: 'a', capabilities })?.features).toEqual(features)
})

test('what is not reported is offered everywhere, and said so', () => {
  const [silent, text] = readModels([{ id: 'a' }, { id: 'b', capabilities: ['responses'] }])
  expect(silent && offers(silent, 'audio.music')).toBe('not reported')
  expect(text && offers(text, 'responses')).toBe('yes')
  expect(text && offers(text, 'audio.music')).toBe('no')
})

test('a model lacks a named capability only beside one for which the router lists it', () => {
  const plain = { id: 'plain', capabilities: ['responses'] }
  const silent = { id: 'silent' }
  expect(readModels([plain])[0]?.lacks).toBeUndefined()
  const [first, second] = readModels([plain, silent, { id: 'b', capabilities: ['responses', 'streaming'] }])
  expect(first?.lacks).toEqual(['streaming'])
  expect(second?.lacks).toBeUndefined()
})

test.each([[{ streaming: false }], [{ supports_streaming: false }], [{ capabilities: { streaming: false } }]])(
  '%j says that the model does not stream',
  (entry) => {
    expect(cardOf({ id: 'a', ...entry })?.lacks).toEqual(['streaming'])
  },
)

const known = [
  'id',
  'name',
  'created',
  'capabilities',
  'architecture',
  'model_info',
  'pricing',
  'limits',
  'mode',
  'endpoints',
  '__proto__',
]
const entry = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...known), fc.jsonValue()))
const list = fc.oneof(
  fc.jsonValue(),
  fc.array(entry),
  fc.record({ data: fc.array(entry) }),
  fc.record({ models: fc.array(entry) }),
)

test(`no JSON makes the reader throw, and every card has an id of its own (SEED=${seed})`, { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(list, (value) => {
      const ids = idsOf(value)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.every((id) => id.trim() !== '')).toBe(true)
    }),
    { seed, numRuns: process.env.SOAK ? 50_000 : 1_000 },
  )
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('50,000 entries of odd types are read', () => {
  const odd = [null, -1, 'x', { deep: [] }, ['a'], true]
  const entries = Array.from({ length: 50_000 }, (_, i) => ({
    id: `m${i}`,
    created: odd[i % 6],
    capabilities: odd[(i + 1) % 6],
    pricing: odd[(i + 2) % 6],
  }))
  expect(readModels({ data: entries })).toHaveLength(50_000)
})

import { expect, test } from 'vitest'
import { estimateImages } from '../images/images-rules.ts'
import { priceInOneLine, priceLines, priceNotStated } from './prices.ts'
import { readPrice } from './read-model.ts'

const cauris = (label: string) => ({ unit: 'cauris', labels: { api: label, agent: label } })
const perImage = '10L, 25M, 50H per image'

test('a price in cauris is shown as given, in both variants, and that its unit is not stated', () => {
  expect(priceLines(cauris('60'))).toEqual([
    { variant: 'api', text: '60 cauris (unit unknown)' },
    { variant: 'agent', text: '60 cauris (unit unknown)' },
  ])
  expect(priceLines(cauris('0'))[0]?.text).toBe('0 cauris (unit unknown)')
})

test('the tiers of images are shown as given, per image', () => {
  expect(priceLines(cauris(perImage))[1]).toEqual({ variant: 'agent', text: '10L, 25M, 50H cauris per image' })
})

test('a model without a price has no line, and what is said then is never 0', () => {
  expect(priceLines(undefined)).toEqual([])
  expect(priceInOneLine([])).toBeUndefined()
  expect(priceNotStated).not.toContain('0')
})

const inOne = (pricing: unknown, more: object = {}) => priceInOneLine(priceLines(readPrice({ pricing, ...more })))

test.each([
  [{ prompt: '0.0000025', completion: '0.00001' }, 'prompt $2.50 · completion $10 per million tokens'],
  [
    { prompt: '0.000000075', completion: '0.0000003', discount: 0 },
    'prompt $0.075 · completion $0.30 per million tokens',
  ],
  [{ prompt: 2.5e-7, completion: 2.5e-7 }, '$0.25 per million tokens'],
  [{ prompt: '0.000001', completion: '0' }, 'prompt $1 per million tokens'],
  [{ prompt: '0', completion: '0' }, 'free'],
  [{ prompt: '-1', completion: '-1' }, 'varies'],
  [{ prompt: -1, completion: -1 }, 'varies'],
  [{ unit: 'USD', input: '0.000001', output: '0.000002' }, 'input $1 · output $2 per million tokens'],
  [
    { unit: 'EUR', input: '0.000001', output: '0.000002' },
    'input 0.000001 EUR (unit unknown) · output 0.000002 EUR (unit unknown)',
  ],
  [{ input: 0.27, output: 0.85 }, 'input 0.27 (unit unknown) · output 0.85 (unit unknown)'],
  ['free', 'free'],
  ['0', 'free'],
  [0, 'free'],
  ['$2 per hour', '$2 per hour'],
  [{}, undefined],
  [null, undefined],
  ['', undefined],
])('the price %j is read as %s', (pricing, words) => {
  expect(inOne(pricing)).toBe(words)
})

test('the figures beside those of tokens are for what their names say', () => {
  const pricing = { prompt: '0.000001', completion: '0.000002', request: '0.005', image: '0.0008', audio: '0.00004' }
  expect(priceLines(readPrice({ pricing })).slice(2)).toEqual([
    { variant: 'request', text: '$0.005 per request' },
    { variant: 'image', text: '$0.0008 per image' },
    { variant: 'audio', text: '$40 per million tokens' },
  ])
})

test('costs are in dollars for what is behind their `per`', () => {
  const model_info = { input_cost_per_token_above_200k_tokens: 2.5e-6, input_cost_per_second: 0.0001 }
  expect(priceLines(readPrice({ model_info }))).toEqual([
    { variant: 'input', text: '$2.50 per million tokens above 200k tokens' },
    { variant: 'input', text: '$0.0001 per second' },
  ])
})

test('a price that the providers of a model share is its price', () => {
  expect(inOne(undefined, { providers: [{ pricing: { input: 1 } }, { provider: 'b' }] })).toBe('1 (unit unknown)')
})

const images = cauris(perImage)

test.each([
  [{ quality: 'medium', n: 2 }, '2 images: 50 cauris, medium quality (tier M)'],
  [{ quality: 'low' }, '1 image: 10 cauris, low quality (tier L)'],
  [{ quality: 'high', n: 10 }, '10 images: 500 cauris, high quality (tier H)'],
  [{ quality: 'auto', n: 3 }, '3 images: 30 to 150 cauris, depending on quality'],
  [{}, '1 image: 10 to 50 cauris, depending on quality'],
  [{ quality: 'ultra' }, '1 image: 10 to 50 cauris, depending on quality'],
])('%j is estimated', (request, text) => {
  expect(estimateImages(images, request, 'api')).toBe(text)
})

test('without tiers there is no estimate', () => {
  expect(estimateImages(cauris('60'), { n: 2, quality: 'low' }, 'api')).toBeUndefined()
  expect(estimateImages(undefined, { n: 2 }, 'api')).toBeUndefined()
  expect(estimateImages(images, { n: 2 }, 'guest')).toBeUndefined()
})

test('a tier that the label does not name is estimated over those it names', () => {
  expect(estimateImages({ labels: { api: '4L, 8.5H' } }, { quality: 'medium', n: 2 }, 'api')).toContain(': 8 to 17,')
})

import { expect, test } from 'vitest'
import { estimateImages } from '../images/image-estimate.ts'
import { priceLines, priceNotStated, priceOf } from './prices.ts'

test('a price is shown as given, in both variants, and that its unit is not stated', () => {
  expect(priceLines(priceOf('gen-5.4-pro'))).toEqual([
    { variant: 'api', text: '60 cauris (unit unknown)' },
    { variant: 'agent', text: '60 cauris (unit unknown)' },
  ])
})

test('the tiers of images are shown as given, per image', () => {
  expect(priceLines(priceOf('gen-image-2'))[1]).toEqual({ variant: 'agent', text: '10L, 25M, 50H cauris per image' })
})

test("a router's own label stands over the interface's", () => {
  const card = { id: 'gen-5.4-pro', price: { labels: { prompt: '0.000002' } }, raw: {} }
  expect(priceLines(priceOf('gen-5.4-pro', card))).toEqual([{ variant: 'prompt', text: '0.000002 (unit unknown)' }])
})

test.each(['unknown-model', '__proto__', 'constructor', ''])('the model %j has no price, which is never 0', (model) => {
  expect(priceOf(model)).toBeUndefined()
  expect(priceLines(undefined)).toEqual([])
  expect(priceNotStated).not.toContain('0')
})

const images = priceOf('gen-image-1.5')

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
  expect(estimateImages(priceOf('gen-5.4-pro'), { n: 2, quality: 'low' }, 'api')).toBeUndefined()
  expect(estimateImages(undefined, { n: 2 }, 'api')).toBeUndefined()
  expect(estimateImages(images, { n: 2 }, 'guest')).toBeUndefined()
})

test('a tier that the label does not name is estimated over those it names', () => {
  expect(estimateImages({ labels: { api: '4L, 8.5H' } }, { quality: 'medium', n: 2 }, 'api')).toContain(': 8 to 17,')
})

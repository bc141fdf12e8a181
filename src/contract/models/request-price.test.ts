import { expect, test } from 'vitest'
import { endpointOf } from '../endpoints.ts'
import type { EndpointId } from '../routes.ts'
import type { ModelCard } from './model-card.ts'
import { requestPrice } from './prices.ts'

const priceAt = (endpoint: EndpointId, card: ModelCard | undefined, request: object) =>
  requestPrice(endpointOf(endpoint)?.estimate, card, { ...request })

const perImage = '10L, 25M, 50H per image'
const painter = { id: 'm', raw: {}, price: { unit: 'cauris', labels: { api: perImage, agent: perImage } } }

test('the price of a request is that of all its images at their quality', () => {
  expect(priceAt('images.generations', painter, { n: 4, quality: 'medium' })).toBe(
    '4 images: 100 cauris, medium quality (tier M)',
  )
})

test('where the quality is open the price is a range', () => {
  expect(priceAt('images.edits', painter, {})).toBe('1 image: 10 to 50 cauris, depending on quality')
})

test('an endpoint without images counts none, whatever the label', () => {
  expect(priceAt('audio.music', painter, { n: 4 })).toMatch(/^10L, 25M, 50H cauris/)
})

test('two variants that differ are both told', () => {
  const price = { unit: 'credits', labels: { api: '1L, 2M, 3H per image', agent: '2L, 4M, 6H per image' } }
  expect(priceAt('images.generations', { id: 'm', raw: {}, price }, { quality: 'low' })).toBe(
    'api 1 image: 1 credits, low quality (tier L) · agent 1 image: 2 credits, low quality (tier L)',
  )
})

test('a price without tiers is told as given, and one that is not given is never nothing', () => {
  const price = { unit: 'cauris', labels: { api: '60' } }
  expect(priceAt('images.edits', { id: 'm', raw: {}, price }, { n: 2 })).toBe('60 cauris (unit unknown)')
  expect(priceAt('images.edits', undefined, { n: 2 })).toBe('price not stated')
})

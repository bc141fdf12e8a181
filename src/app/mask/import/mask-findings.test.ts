import { expect, test } from 'vitest'
import { findingsOf } from './mask-findings.ts'

const patient = {
  coverage: '7.4%',
  mask: { width: 30, height: 20 },
  base: { width: 30, height: 20, stands: 'upright' },
  bytes: 24_000,
  model: 'some-model',
  card: undefined,
} as const
const words = (changes: Partial<Parameters<typeof findingsOf>[0]> = {}) =>
  findingsOf({ ...patient, ...changes }).map(({ tone, words: said }) => `${tone}: ${said}`)

test('a sound mask is told in one line', () => {
  expect(words()).toEqual(['good: Mask OK · 30 × 20 · 7.4% will change · 24 kB'])
})

test('without a mark no mask is sent, which is said', () => {
  expect(words({ coverage: undefined })).toEqual([
    'note: Nothing marked: no mask is sent, and the whole image may change.',
  ])
  expect(words({ coverage: undefined, base: undefined, mask: undefined })[0]).toMatch(/Add an image/)
  expect(words({ base: undefined })[0]).toMatch(/kept for the next image/)
})

test('a full mask, a large one, a turned image and a model without masks are each named', () => {
  const card = { id: 'some-model', lacks: ['masks'], raw: {} }
  const all = words({ coverage: '100%', bytes: 5_000_000, base: { ...patient.base, stands: 'turned' }, card })
  expect(all[0]).toMatch(/^danger: some-model does not accept masks/)
  expect(all[1]).toMatch(/^warning: Everything is marked/)
  expect(all[2]).toBe('warning: The mask is 5 MB; some providers accept at most 4 MB.')
  expect(all[4]).toMatch(/upright PNG copy/)
})

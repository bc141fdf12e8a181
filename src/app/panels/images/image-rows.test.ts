import { expect, test } from 'vitest'
import { pictureRules } from './image-rows.tsx'

test('unfinished images are off where nothing streams, and why is said', () => {
  const off = (draft: object, card?: Parameters<typeof pictureRules>[1]) =>
    pictureRules('m', card, { ...draft }).fields.partial_images?.kind
  expect(off({})).toBe('off')
  expect(off({ stream: false })).toBe('off')
  expect(off({ stream: true })).toBeUndefined()
  expect(off({ stream: true }, { id: 'm', lacks: ['streaming'], raw: {} })).toBe('off')
})

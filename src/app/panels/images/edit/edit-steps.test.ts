import { expect, test } from 'vitest'
import type { TrayPicture } from '../../../files/read-file.ts'
import { atStep, moved, noPictures, withAdded, without, withStep } from './edit-steps.ts'

const blob = new Blob(['x'])
const picture = (id: string): TrayPicture => ({
  ...{ id, name: `${id}.png`, blob, thumbnail: blob, type: 'image/png' },
  ...{ width: 8, height: 8, stands: 'upright' },
})
const ids = (pictures: readonly TrayPicture[]) => pictures.map(({ id }) => id).join('')
const work = (letters: string) => withAdded(noPictures, [...letters].map(picture))

test('pictures are added behind the others, sixteen at most', () => {
  expect(ids(withAdded(work('ab'), [picture('c')]).pictures)).toBe('abc')
  expect(withAdded(work('0123456789abcd'), ['x', 'y', 'z'].map(picture)).pictures).toHaveLength(16)
})

test('pictures are moved and taken out, and the first is the base', () => {
  expect(ids(moved(work('abc'), 'c', 0).pictures)).toBe('cab')
  expect(ids(moved(work('abc'), 'a', 1).pictures)).toBe('bac')
  expect(ids(moved(work('abc'), 'a', -1).pictures)).toBe('abc')
  expect(ids(moved(work('abc'), 'x', 0).pictures)).toBe('abc')
  expect(ids(without(work('abc'), 'a').pictures)).toBe('bc')
})

test('results lead from base to base, and the way back stays open', () => {
  const far = withStep(withStep(work('ar'), picture('b')), picture('c'))
  expect([ids(far.steps), far.at, ids(far.pictures)]).toEqual(['abc', 2, 'cr'])
  const back = atStep(far, 0)
  expect([ids(back.steps), back.at, ids(back.pictures)]).toEqual(['abc', 0, 'ar'])
  expect(ids(atStep(back, 2).pictures)).toBe('cr')
  expect(atStep(back, 7)).toBe(back)
})

test('a step taken from an earlier base drops what was gone back from', () => {
  const other = withStep(atStep(withStep(withStep(work('a'), picture('b')), picture('c')), 0), picture('d'))
  expect([ids(other.steps), other.at]).toEqual(['ad', 1])
})

test('another base begins anew; references come and go without that', () => {
  const far = withStep(work('ar'), picture('b'))
  expect(ids(moved(far, 'r', 0).steps)).toBe('r')
  expect(ids(without(far, 'b').steps)).toBe('r')
  expect(ids(without(far, 'r').steps)).toBe('ab')
  expect(ids(withAdded(far, [picture('s')]).steps)).toBe('ab')
  expect(without(work('a'), 'a')).toEqual({ pictures: [], steps: [], at: 0 })
})

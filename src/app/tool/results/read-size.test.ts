import { expect, test } from 'vitest'
import { readSize } from '#contract/images/images-rules.ts'
import { ratioName, slotRatio } from './read-size.ts'

test.each([['auto'], [undefined], ['1024'], ['0x1024'], ['1024x'], ['-1x2'], [{}], [1024]])('%s is no size', (size) => {
  expect(readSize(size)).toBeUndefined()
})

test.each([
  ['1536x1024', '3:2'],
  ['1024x1024', '1:1'],
  ['3840x2160', '16:9'],
  ['2048x1152', '16:9'],
  ['1008x1024', '1:1.02'],
  ['1936x1088', '1.78:1'],
])('the ratio of %s is %s', (size, name) => {
  expect(ratioName(readSize(size) ?? { width: 0, height: 0 })).toBe(name)
})

test('the places of a run have the ratio that was asked for, else that of its first picture, else they are square', () => {
  const first = { width: 200, height: 100 }
  expect(slotRatio({ size: '1536x1024' }, first)).toBe(1.5)
  expect(slotRatio({ size: 'auto' }, first)).toBe(2)
  expect(slotRatio({}, undefined)).toBe(1)
  expect(slotRatio({ size: '9000x1' }, undefined)).toBe(4)
})

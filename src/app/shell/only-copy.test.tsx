import { expect, test } from 'vitest'
import { isOnlyCopy } from './only-copy.ts'

test('a page is asked about before a reload where that would lose it: without a network, and served by another computer', () => {
  expect(isOnlyCopy('patchbay.example', false)).toBe(true)
  expect(isOnlyCopy('192.168.1.7', false)).toBe(true)
  expect(isOnlyCopy('patchbay.example', true)).toBe(false)
  expect(isOnlyCopy('127.0.0.1', false)).toBe(false)
})

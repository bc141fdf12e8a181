import { expect, test } from 'vitest'
import { nearWords } from './link-of.tsx'

test.each([
  ['127.0.0.1', 'This link works only on this computer.'],
  ['localhost', 'This link works only on this computer.'],
  ['[::1]', 'This link works only on this computer.'],
  ['192.168.1.7', 'This link works only in this network.'],
  ['printer.local', 'This link works only in this network.'],
  ['patchbay.example', undefined],
])('a link to %s: %s', (host, words) => {
  expect(nearWords(host)).toBe(words)
})

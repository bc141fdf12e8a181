import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Sha256, sha256Hex } from './sha256.ts'

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('hashes of every length up to three blocks are what Node says', () => {
  const bytes = randomBytes(200)
  for (let length = 0; length <= 200; length += 1)
    expect(sha256Hex(bytes.subarray(0, length))).toBe(expected(bytes.subarray(0, length)))
})

test('it does not matter how the bytes are cut', () => {
  const bytes = randomBytes(100_000)
  for (const size of [1, 7, 63, 64, 65, 1000, 99_999]) {
    const hash = new Sha256()
    for (let at = 0; at < bytes.length; at += size) hash.push(bytes.subarray(at, at + size))
    expect(hash.hex()).toBe(expected(bytes))
  }
})

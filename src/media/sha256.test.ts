import { createHash, randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { chunksOf, hashOf, heldFile, Sha256, sha256Hex } from './sha256.ts'

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

afterEach(() => vi.unstubAllGlobals())

const sizes = [0, 1, 100_000]
const made = (size: number) => randomBytes(size)

test.each(sizes)('%i bytes are hashed as Node does and held as they are, read at one go or in pieces', async (size) => {
  const bytes = made(size)
  const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
  for (const atOnce of [undefined, 1000]) {
    expect(await hashOf(file, atOnce)).toBe(expected(bytes))
    const held = await heldFile(file, atOnce)
    expect(held.sha256).toBe(expected(bytes))
    expect(held.blob.type).toBe('image/png')
    expect(Buffer.from(await held.blob.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('without the browser’s own digest the hash is the same', async () => {
  vi.stubGlobal('crypto', {})
  const bytes = made(5000)
  expect(await hashOf(new Blob([new Uint8Array(bytes)]))).toBe(expected(bytes))
})

test('pieces of a Blob join to the whole', async () => {
  const bytes = made(2 ** 20 * 2 + 17)
  const pieces: Uint8Array[] = []
  for await (const piece of chunksOf(new Blob([new Uint8Array(bytes)]))) pieces.push(piece)
  expect(pieces.length).toBe(3)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
})

import { expect, test } from 'vitest'
import { inTurns } from './read-response.ts'

const reader = (...chunks: readonly Uint8Array<ArrayBuffer>[]) => new Response(new Blob([...chunks])).body?.getReader()

/** Reads all, and tells after how many pieces another task of the page had its turn. */
async function read(bytes: Uint8Array<ArrayBuffer>, msPerLook: number) {
  const from = reader(bytes)
  if (!from) throw new Error('A body was expected.')
  let time = 0
  let other: number | undefined
  const pieces: Uint8Array[] = []
  for await (const piece of inTurns(from, () => (time += msPerLook))) {
    if (pieces.length === 0) setImmediate(() => (other = pieces.length))
    pieces.push(piece)
  }
  return { pieces, other: other ?? pieces.length }
}

test('every byte comes, in its order, and other work has a turn while a large chunk is read slowly', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251)
  const { pieces, other } = await read(bytes, 20)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  expect(other).toBeLessThan(pieces.length)
})

test('an empty chunk is still a sign of life', async () => {
  const chunks = [new Uint8Array(0), Uint8Array.of(1)]
  const read = async () => {
    const value = chunks.shift()
    return value ? { done: false as const, value } : { done: true as const, value: undefined }
  }
  const sizes: number[] = []
  for await (const { length } of inTurns({ read })) sizes.push(length)
  expect(sizes).toEqual([0, 1])
})

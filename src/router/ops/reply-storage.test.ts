import { mkdtempSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createMemoryRoom, replyInFile, replyInMemory, type StoredReply } from './reply-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-stored-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = () => {
  count += 1
  return join(folder, String(count))
}

const room = createMemoryRoom(1024 * 1024)

function readAll(stored: StoredReply): Buffer {
  const reader = stored.open()
  const pieces: Uint8Array[] = []
  for (let at = 0; at < stored.size; at += pieces.at(-1)?.length ?? 0) pieces.push(reader.read(at))
  reader.close()
  return Buffer.concat(pieces)
}

/** Writes as a disk does that has room for so many more bytes. */
function diskWith(room: number) {
  let left = room
  return (file: number, bytes: Uint8Array, at: number) => {
    if (left === 0) throw new Error('ENOSPC')
    const some = bytes.subarray(0, left)
    left -= some.length
    return writeSync(file, some, 0, some.length, at)
  }
}

describe.each([
  ['in memory', () => replyInMemory(room)],
  ['in a file', () => replyInFile(newFile(), 'new', room)],
  ['partly in a file', () => replyInFile(newFile(), 'new', room, diskWith(4))],
  ['that no disk takes', () => replyInFile(newFile(), 'new', room, diskWith(0))],
])('a stored reply %s', (_, make) => {
  test('can be read while it grows, and after', () => {
    const stored = make()
    const reader = stored.open()
    expect(reader.read(0)).toHaveLength(0)
    stored.append(Buffer.from('abc'))
    expect(Buffer.from(reader.read(1)).toString()).toBe('bc')
    stored.append(Buffer.from('def'))
    expect(Buffer.from(reader.read(3)).toString()).toBe('def')
    expect(readAll(stored).toString()).toBe('abcdef')
    stored.finish()
    expect(readAll(stored).toString()).toBe('abcdef')
    reader.close()
  })

  test('gives long content in pieces', () => {
    const stored = make()
    const bytes = Buffer.alloc(300_000, 'pattern')
    for (let at = 0; at < bytes.length; at += 7_001) stored.append(bytes.subarray(at, at + 7_001))
    expect(stored.size).toBe(bytes.length)
    expect(stored.open().read(0).length).toBeLessThanOrEqual(65_536)
    expect(readAll(stored).equals(bytes)).toBe(true)
  })

  test('is still read by others when one reader closes twice', () => {
    const stored = make()
    stored.append(Buffer.from('abc'))
    stored.append(Buffer.from('def'))
    const [one, other] = [stored.open(), stored.open()]
    stored.finish()
    stored.erase()
    one.close()
    one.close()
    expect(`${other.read(3)}`).toBe('def')
    other.close()
  })

  test('that is erased is read to its end by who reads it already', () => {
    const stored = make()
    stored.append(Buffer.from('abc'))
    stored.append(Buffer.from('def'))
    const reader = stored.open()
    stored.finish()
    stored.erase()
    expect(`${reader.read(0)}`.slice(0, 3)).toBe('abc')
    expect(`${reader.read(3)}`).toBe('def')
    reader.close()
  })
})

test('a reply in a file outlives its process, unreadable for other users', () => {
  const path = newFile()
  const stored = replyInFile(path, 'new', room)
  stored.append(Buffer.from('kept'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readAll(replyInFile(path, 'kept', room)).toString()).toBe('kept')
  stored.erase()
  expect(() => replyInFile(path, 'kept', room)).toThrow('ENOENT')
})

test('what a disk does not take is in memory', () => {
  const stored = replyInFile(newFile(), 'new', room, diskWith(4))
  stored.append(Buffer.from('abc'))
  expect([stored.size, stored.inMemory]).toEqual([3, 0])
  stored.append(Buffer.from('def'))
  expect([stored.size, stored.inMemory]).toEqual([6, 3])
})

test('a file that is removed is read to its end by who reads it already, and by nobody later', () => {
  const path = newFile()
  const stored = replyInFile(path, 'new', room)
  stored.append(Buffer.from('abc'))
  const reader = stored.open()
  rmSync(path)
  stored.append(Buffer.from('def'))
  stored.finish()
  expect(`${reader.read(0)}`).toBe('abcdef')
  reader.close()
  expect(() => stored.open()).toThrow('ENOENT')
})

test('all stored replies in memory share one room, and give it back when they are erased', () => {
  const small = createMemoryRoom(10)
  const [one, other] = [replyInMemory(small), replyInMemory(small)]
  one.append(Buffer.alloc(8))
  expect(() => other.append(Buffer.alloc(3))).toThrow(RangeError)
  const reader = one.open()
  one.erase()
  expect(() => other.append(Buffer.alloc(3))).toThrow(RangeError)
  reader.close()
  other.append(Buffer.alloc(10))
  expect(other.size).toBe(10)
})

import { mkdtempSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createMemoryRoom, fileTape, memoryTape, type Tape } from './tape.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-tape-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = () => {
  count += 1
  return join(folder, String(count))
}

const room = createMemoryRoom(1024 * 1024)

function readAll(tape: Tape): Buffer {
  const reader = tape.open()
  const pieces: Uint8Array[] = []
  for (let at = 0; at < tape.size; at += pieces.at(-1)?.length ?? 0) pieces.push(reader.read(at))
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
  ['in memory', () => memoryTape(room)],
  ['in a file', () => fileTape(newFile(), 'new', room)],
  ['partly in a file', () => fileTape(newFile(), 'new', room, diskWith(4))],
  ['that no disk takes', () => fileTape(newFile(), 'new', room, diskWith(0))],
])('a tape %s', (_, make) => {
  test('can be read while it grows, and after', () => {
    const tape = make()
    const reader = tape.open()
    expect(reader.read(0)).toHaveLength(0)
    tape.append(Buffer.from('abc'))
    expect(Buffer.from(reader.read(1)).toString()).toBe('bc')
    tape.append(Buffer.from('def'))
    expect(Buffer.from(reader.read(3)).toString()).toBe('def')
    expect(readAll(tape).toString()).toBe('abcdef')
    tape.finish()
    expect(readAll(tape).toString()).toBe('abcdef')
    reader.close()
  })

  test('gives long content in pieces', () => {
    const tape = make()
    const bytes = Buffer.alloc(300_000, 'pattern')
    for (let at = 0; at < bytes.length; at += 7_001) tape.append(bytes.subarray(at, at + 7_001))
    expect(tape.size).toBe(bytes.length)
    expect(tape.open().read(0).length).toBeLessThanOrEqual(65_536)
    expect(readAll(tape).equals(bytes)).toBe(true)
  })

  test('is still read by others when one reader closes twice', () => {
    const tape = make()
    tape.append(Buffer.from('abc'))
    tape.append(Buffer.from('def'))
    const [one, other] = [tape.open(), tape.open()]
    tape.finish()
    tape.erase()
    one.close()
    one.close()
    expect(`${other.read(3)}`).toBe('def')
    other.close()
  })

  test('that is erased is read to its end by who reads it already', () => {
    const tape = make()
    tape.append(Buffer.from('abc'))
    tape.append(Buffer.from('def'))
    const reader = tape.open()
    tape.finish()
    tape.erase()
    expect(`${reader.read(0)}`.slice(0, 3)).toBe('abc')
    expect(`${reader.read(3)}`).toBe('def')
    reader.close()
  })
})

test('a file tape outlives its process, unreadable for other users', () => {
  const path = newFile()
  const tape = fileTape(path, 'new', room)
  tape.append(Buffer.from('kept'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readAll(fileTape(path, 'kept', room)).toString()).toBe('kept')
  tape.erase()
  expect(() => fileTape(path, 'kept', room)).toThrow('ENOENT')
})

test('what a disk does not take is in memory', () => {
  const tape = fileTape(newFile(), 'new', room, diskWith(4))
  tape.append(Buffer.from('abc'))
  expect([tape.size, tape.inMemory]).toEqual([3, 0])
  tape.append(Buffer.from('def'))
  expect([tape.size, tape.inMemory]).toEqual([6, 3])
})

test('a file that is removed is read to its end by who reads it already, and by nobody later', () => {
  const path = newFile()
  const tape = fileTape(path, 'new', room)
  tape.append(Buffer.from('abc'))
  const reader = tape.open()
  rmSync(path)
  tape.append(Buffer.from('def'))
  tape.finish()
  expect(`${reader.read(0)}`).toBe('abcdef')
  reader.close()
  expect(() => tape.open()).toThrow('ENOENT')
})

test('all tapes in memory share one room, and give it back when they are erased', () => {
  const small = createMemoryRoom(10)
  const [one, other] = [memoryTape(small), memoryTape(small)]
  one.append(Buffer.alloc(8))
  expect(() => other.append(Buffer.alloc(3))).toThrow(RangeError)
  const reader = one.open()
  one.erase()
  expect(() => other.append(Buffer.alloc(3))).toThrow(RangeError)
  reader.close()
  other.append(Buffer.alloc(10))
  expect(other.size).toBe(10)
})

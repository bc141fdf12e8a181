import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileTape, memoryTape, type Tape } from './tape.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-tape-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = () => {
  count += 1
  return join(folder, String(count))
}

function readAll(tape: Tape): Buffer {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < tape.size; at += pieces.at(-1)?.length ?? 0) pieces.push(tape.read(at))
  return Buffer.concat(pieces)
}

describe.each([
  ['in memory', () => memoryTape()],
  ['in a file', () => fileTape(newFile(), 'new')],
])('a tape %s', (_, make) => {
  test('can be read while it grows, and after', () => {
    const tape = make()
    expect(tape.read(0)).toHaveLength(0)
    tape.append(Buffer.from('abc'))
    expect(Buffer.from(tape.read(1)).toString()).toBe('bc')
    tape.append(Buffer.from('def'))
    expect(Buffer.from(tape.read(0)).toString()).toBe('abcdef')
    tape.finish()
    expect(readAll(tape).toString()).toBe('abcdef')
  })

  test('gives long content in pieces', () => {
    const tape = make()
    const bytes = Buffer.alloc(300_000, 'pattern')
    for (let at = 0; at < bytes.length; at += 7_001) tape.append(bytes.subarray(at, at + 7_001))
    expect(tape.size).toBe(bytes.length)
    expect(tape.read(0).length).toBeLessThanOrEqual(65_536)
    expect(readAll(tape).equals(bytes)).toBe(true)
  })
})

test('a file tape outlives its process, unreadable for other users', () => {
  const path = newFile()
  const tape = fileTape(path, 'new')
  tape.append(Buffer.from('kept'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readAll(fileTape(path, 'kept')).toString()).toBe('kept')
  tape.erase()
  expect(() => fileTape(path, 'kept')).toThrow('ENOENT')
})

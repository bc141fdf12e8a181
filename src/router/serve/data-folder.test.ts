import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { openDataFolder } from './data-folder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'patchbay-data-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

const open = (path: string, key?: string) => openDataFolder(path, key, testClock().clock)
const modeOf = (path: string) => statSync(path).mode & 0o777

test('the folder is made for its user alone, and so is the key, once', () => {
  const folder = join(parent, 'state', 'patchbay')
  const { key, keepsResults, trouble } = open(folder)
  expect(key).toMatch(/^pb-[\w-]{43}$/)
  expect([keepsResults, trouble]).toEqual([true, undefined])
  expect([modeOf(folder), modeOf(join(folder, 'key'))]).toEqual([0o700, 0o600])
  expect(open(folder).key).toBe(key)
  expect(open(join(parent, 'other')).key).not.toBe(key)
})

test('so is the secret that signs the ids of jobs', () => {
  const { secret } = open(parent)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(modeOf(join(parent, 'secret'))).toBe(0o600)
  expect(open(parent).secret).toBe(secret)
  expect(open(join(parent, 'other')).secret).not.toBe(secret)
})

test('a given key is used and never written', () => {
  expect(open(parent, 'given').key).toBe('given')
  expect(() => readFileSync(join(parent, 'key'))).toThrow('ENOENT')
})

test('a spoilt key is made anew, readable for its user alone', () => {
  writeFileSync(join(parent, 'key'), 'short')
  chmodSync(join(parent, 'key'), 0o644)
  expect(open(parent).key).toMatch(/^pb-/)
  expect(modeOf(join(parent, 'key'))).toBe(0o600)
})

test('uploads that a router which was killed has left behind are removed, those of this process are not', () => {
  const left = join(parent, 'uploads')
  mkdirSync(left)
  writeFileSync(join(left, 'picture'), '')
  expect(open(parent).uploads).toBe(left)
  expect(existsSync(left)).toBe(false)
  mkdirSync(left)
  expect([open(parent).uploads, existsSync(left)]).toEqual([left, true])
})

test('a folder that cannot be made is said in one line, and all is kept in memory', () => {
  writeFileSync(join(parent, 'file'), '')
  const { key, keepsResults, trouble } = open(join(parent, 'file', 'inside'))
  expect(key).toMatch(/^pb-/)
  expect(keepsResults).toBe(false)
  expect(trouble).toMatch(/^DATA_DIR [^\n]+ENOTDIR[^\n]+$/)
})

test('a folder that others may read is closed to them', () => {
  chmodSync(parent, 0o755)
  expect(open(parent).trouble).toBeUndefined()
  expect(modeOf(parent)).toBe(0o700)
})

test('a folder that everybody puts files into is left as it is, and said', () => {
  chmodSync(parent, 0o1777)
  expect(open(parent)).toMatchObject({
    keepsResults: true,
    trouble: expect.stringMatching(/^DATA_DIR [^\n]+ accessible to /),
  })
  expect(modeOf(parent)).toBe(0o777)
})

test.runIf(existsSync('/proc/self'))('a folder where none can be made is given up at once', () => {
  for (const path of ['/proc/nope', '/proc/nope/deeper/still', '/proc/self/nope']) {
    expect(open(path, 'given')).toMatchObject({ keepsResults: false, trouble: expect.stringContaining(path) })
  }
})

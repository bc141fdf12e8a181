import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Disk, systemDisk } from '../runtime/disk.ts'
import { testClock } from '../testing/test-clock.ts'
import { type JournalEntry, openJournal } from './journal.ts'

const root = mkdtempSync(join(tmpdir(), 'patchbay-torn-'))
afterAll(() => rmSync(root, { recursive: true }))

const newFolder = () => mkdtempSync(join(root, 'one-'))
const fileIn = (folder: string) => join(folder, readdirSync(folder)[0] ?? '')
const { clock } = testClock()
const begin = (id: string): JournalEntry => ({ kind: 'begin', id, at: 1, digest: `digest of ${id}` })
const idsIn = (folder: string) => openJournal(folder, clock).entries.map(({ id }) => id)

/** What is added counts as safe at once: the test opens a thousand journals. */
const quick: Disk = { ...systemDisk, open: (path) => openSync(path, 'a', 0o600), sync: async () => {} }

/** Notes these one after the other, and gives those that were accepted. */
async function accepted(folder: string, ids: readonly string[], disk: Disk): Promise<string[]> {
  const { journal } = openJournal(folder, clock, disk)
  const taken: string[] = []
  for (const id of ids)
    await journal.appendSafely(begin(id)).then(
      () => taken.push(id),
      () => {},
    )
  return taken
}

const ids = ['first', 'second', 'third', 'fourth']
const whole = newFolder()
await accepted(whole, ids, quick)
const length = readFileSync(fileIn(whole)).length
const positions = Array.from({ length: length + 1 }, (_, at) => at)

/** A disk that has room for so many bytes, takes a part of a line as a disk does, and has room again after it has failed once. */
function fullAfter(room: number, more: Partial<Disk> = {}): Disk {
  let left = room
  return {
    ...quick,
    write(file, bytes) {
      if (left === 0) {
        left = Number.POSITIVE_INFINITY
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      }
      const some = bytes.subarray(0, left)
      left -= some.length
      return systemDisk.write(file, some)
    },
    ...more,
  }
}

const cannotTruncate = {
  truncate: () => {
    throw new Error('EIO')
  },
}

test.each([
  ['the torn line is taken back', {}],
  ['the torn line cannot be taken back', cannotTruncate],
])('a disk that is full at any byte costs one request, which is refused, and no accepted one: %s', async (_, more) => {
  for (const at of positions) {
    const folder = newFolder()
    const taken = await accepted(folder, ids, fullAfter(at, more))
    expect(taken.length, `full at byte ${at}`).toBe(at < length ? ids.length - 1 : ids.length)
    const found = idsIn(folder)
    expect(found, `full at byte ${at}`).toEqual(expect.arrayContaining(taken))
    // What was taken back left no trace, so that its key is free.
    if (!('truncate' in more)) expect(found, `full at byte ${at}`).toEqual(taken)
    rmSync(folder, { recursive: true })
  }
})

test('a crash that tears the journal at any byte costs the torn line, and nothing that is noted after it', async () => {
  const ends = ids.map((id) => readFileSync(fileIn(whole)).indexOf(`digest of ${id}"}`) + `digest of ${id}"}`.length)
  for (const at of positions) {
    const folder = newFolder()
    await accepted(folder, ids, quick)
    truncateSync(fileIn(folder), at)
    const taken = await accepted(folder, ['fifth', 'sixth'], quick)
    const before = ids.filter((_, index) => (ends[index] ?? Number.POSITIVE_INFINITY) <= at)
    expect(idsIn(folder), `torn at byte ${at}`).toEqual([...before, ...taken])
    expect(taken).toEqual(['fifth', 'sixth'])
    rmSync(folder, { recursive: true })
  }
})

test('a line that another process tore ends where the next one begins', async () => {
  const folder = newFolder()
  const { journal } = openJournal(folder, clock, quick)
  writeFileSync(fileIn(folder), '{"kind":"begin","id":"oth', { flag: 'a' })
  await journal.appendSafely(begin('ours'))
  expect(idsIn(folder)).toEqual(['ours'])
})

test('a failed sync refuses all that it stood for, also what was added while it ran', async () => {
  const syncs: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  const sync = () => new Promise<void>((resolve, reject) => syncs.push({ resolve, reject }))
  const { journal } = openJournal(newFolder(), clock, { ...quick, sync })
  const [first, second] = [journal.appendSafely(begin('first')), journal.appendSafely(begin('second'))]
  await Promise.resolve()
  syncs[0]?.reject(new Error('EIO'))
  await expect(first).rejects.toThrow('EIO')
  await expect(second).rejects.toThrow('EIO')
  const third = journal.appendSafely(begin('third'))
  await Promise.resolve()
  syncs[1]?.resolve()
  await third
})

test('many at once are made safe together', async () => {
  let syncs = 0
  const sync = async () => {
    syncs += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  const folder = newFolder()
  const { journal } = openJournal(folder, clock, { ...quick, sync })
  const many = Array.from({ length: 500 }, (_, at) => String(at))
  await Promise.all(many.map((id) => journal.appendSafely(begin(id))))
  expect(syncs).toBe(2)
  expect(idsIn(folder)).toEqual(many)
})

test.each([
  ['removed', (folder: string) => rmSync(folder, { recursive: true })],
  ['moved away', (folder: string) => renameSync(folder, `${folder}-elsewhere`)],
])('a folder that is %s while the router runs is made again, with all that was known', async (_, remove) => {
  const folder = newFolder()
  const { journal } = openJournal(folder, clock, quick)
  const known = [begin('earlier')]
  journal.onLost(() => known)
  await journal.appendSafely(begin('earlier'))
  remove(folder)
  await journal.appendSafely(begin('later'))
  await journal.appendSafely(begin('last'))
  expect(idsIn(folder)).toEqual(['earlier', 'later', 'last'])
})

test('a folder that cannot be made again refuses requests until it can', async () => {
  const folder = newFolder()
  const { journal } = openJournal(folder, clock, quick)
  journal.onLost(() => [begin('earlier')])
  await journal.appendSafely(begin('earlier'))
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file in its place')
  await expect(journal.appendSafely(begin('refused'))).rejects.toThrow()
  expect(journal.append(begin('refused'))).toBe(false)
  rmSync(folder)
  await journal.appendSafely(begin('later'))
  expect(idsIn(folder)).toEqual(['earlier', 'later'])
})

import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { type JournalEntry, openJournal } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const dayMs = 86_400_000
const begin = (id: string): JournalEntry => ({ kind: 'begin', id, at: 1, digest: 'd' })
const reopen = (clock = testClock().clock) => openJournal(folder, clock).entries
const today = () => join(folder, readdirSync(folder).sort().at(-1) ?? '')

test('what was written is read again, in order', async () => {
  const { journal } = openJournal(folder, testClock().clock)
  const entries: JournalEntry[] = [
    begin('a'),
    { kind: 'head', id: 'a', status: 200, headers: { 'content-type': 'application/json' } },
    { kind: 'end', id: 'a', how: 'whole', size: 12 },
    { kind: 'stop', id: 'b', at: 2 },
  ]
  for (const entry of entries) await journal.appendSafely(entry)
  expect(reopen()).toEqual(entries)
  expect(statSync(today()).mode & 0o777).toBe(0o600)
})

test('a line that a crash tore costs that line only', async () => {
  const { journal } = openJournal(folder, testClock().clock)
  journal.append(begin('a'))
  journal.append(begin('b'))
  truncateSync(today(), statSync(today()).size - 10)
  openJournal(folder, testClock().clock).journal.append(begin('c'))
  expect(reopen().map(({ id }) => id)).toEqual(['a', 'c'])
})

test('noise between the lines is passed over', () => {
  openJournal(folder, testClock().clock).journal.append(begin('a'))
  appendFileSync(today(), '\0\0\0\n{"kind":"begin"}\n[]\nnull\n{"kind":"novel","id":"x"}\n')
  appendFileSync(today(), Buffer.from([0xff, 0xfe, 0x0a]))
  openJournal(folder, testClock().clock).journal.append(begin('b'))
  expect(reopen().map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a new day gets a new file, and the day before yesterday goes', async () => {
  const { clock, pass } = testClock()
  const { journal } = openJournal(folder, clock)
  journal.append(begin('first'))
  await pass(dayMs)
  journal.append(begin('second'))
  expect(reopen(clock).map(({ id }) => id)).toEqual(['first', 'second'])
  await pass(dayMs)
  journal.append(begin('third'))
  expect(reopen(clock).map(({ id }) => id)).toEqual(['second', 'third'])
})

test('only its own files are read and removed', () => {
  writeFileSync(join(folder, 'notes.jsonl'), JSON.stringify(begin('x')))
  writeFileSync(join(folder, 'ops-2001-01-01.jsonl.bak'), '')
  expect(reopen()).toEqual([])
  expect(readFileSync(join(folder, 'notes.jsonl'), 'utf8')).toContain('begin')
})

test('a folder that is none is an error at once', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => openJournal(join(file, 'inside'), testClock().clock)).toThrow()
})

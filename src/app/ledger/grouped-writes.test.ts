import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { createGroupedWrites } from './grouped-writes.ts'
import { sampleRow } from './testing/sample-row.ts'

let db: Database
beforeEach(async () => {
  db = await openDatabase(crypto.randomUUID(), () => {})
})
afterEach(() => db.close())

function writing() {
  const transactions = vi.spyOn(db, 'transaction')
  const { write, written } = createGroupedWrites(db)
  const add = (id: string, change: object = {}) =>
    write([], async (rows) => {
      rows.put({ ...sampleRow({ id, intent: id, open: id }), seq: await rows.nextSeq(), ...change })
      return id
    })
  return { add, written, count: () => transactions.mock.calls.length }
}

const ids = async () => await db.getAllKeys('runs')

it('writes that come while one is committed share one transaction', async () => {
  const { add, count } = writing()
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id)))).toEqual(['a', 'b', 'c', 'd'])
  expect(count()).toBe(2)
  expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
})

it('a write that fails takes none of the others with it', async () => {
  const { add } = writing()
  const all = [add('a'), add('b'), add('twice', { open: 'b' }), add('c')]
  const ends = await Promise.allSettled(all)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await ids()).toEqual(['a', 'b', 'c'])
})

it('tells when what was asked so far is written', async () => {
  const { add, written } = writing()
  expect(written()).toBeUndefined()
  void add('a')
  void add('b')
  await written()
  expect(await ids()).toEqual(['a', 'b'])
  expect(written()).toBeUndefined()
})

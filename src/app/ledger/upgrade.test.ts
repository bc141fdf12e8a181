import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type IDBPDatabase, openDB } from 'idb'
import { describe, expect, it, vi } from 'vitest'
import { openLedger } from './open-ledger.ts'
import { readRow } from './run-row.ts'
import { allRows, sampleRow } from './testing/sample-row.ts'

/** A record of a stored database: its store and its value. */
type StoredRecord = readonly [store: string, value: { readonly id: string }]

/** What version 1 of the program left behind: 320 runs as its own run layer wrote them, and some damaged records. */
function recordsOfVersion1(): readonly StoredRecord[] {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'testing/version-1.jsonl.gz'))).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function makeVersion1(name: string, records: readonly StoredRecord[]): Promise<void> {
  await makeVersion(1, name, records)
}

/** Makes a database as that version of the program made it, and closes it. */
async function makeVersion(version: 1 | 2 | 3, name: string, records: readonly StoredRecord[]): Promise<void> {
  const db: IDBPDatabase = await openDB(name, version, {
    upgrade(fresh) {
      const runs = fresh.createObjectStore('runs', { keyPath: 'id' })
      runs.createIndex('seq', 'seq')
      runs.createIndex('thread', 'thread')
      runs.createIndex('open', 'open', { unique: true })
      fresh.createObjectStore('bodies', { keyPath: 'id' })
      fresh.createObjectStore('events', { keyPath: ['id', 'n'] })
      fresh.createObjectStore('drafts', { keyPath: 'key' })
      if (version < 2) return
      runs.createIndex('deleted', 'deleted')
      fresh.createObjectStore('assets', { keyPath: 'id' }).createIndex('run', 'run')
      if (version > 2) fresh.createObjectStore('words', { keyPath: 'id' })
    },
  })
  const tx = db.transaction([...db.objectStoreNames], 'readwrite')
  await Promise.all([...records.map(([store, value]) => tx.objectStore(store).put(value)), tx.done])
  db.close()
}

const records = recordsOfVersion1()
// Some records are written twice, the second time damaged: the last one is what was stored.
const stored = (store: string) => {
  const last = new Map(records.flatMap(([of, value]) => (of === store ? [[JSON.stringify(keyOf(value)), value]] : [])))
  return [...last.values()]
}
const keyOf = (value: object) => ('n' in value ? [Reflect.get(value, 'id'), value.n] : Reflect.get(value, 'id'))
const healthy = stored('runs').flatMap((row) => readRow(row) ?? [])

async function everything(name: string, version: number): Promise<readonly (readonly [string, unknown[]])[]> {
  const db = await openDB(name, version)
  const stores = ['runs', 'bodies', 'events', 'drafts']
  const all = await Promise.all(stores.map(async (store) => [store, await db.getAll(store)] as const))
  db.close()
  return all
}

describe('the upgrade of a database of version 1', () => {
  it('loses nothing: every record is there byte for byte, the damaged ones too, and all healthy runs are listed', async () => {
    const name = crypto.randomUUID()
    await makeVersion1(name, records)
    const before = await everything(name, 1)
    expect(before.map(([, all]) => all.length)).toEqual([328, 320, expect.any(Number), 1])

    const ledger = await openLedger({ name })
    expect(ledger.persistent).toBe(true)
    const { rows, unreadable } = await allRows(ledger)
    expect(healthy.length).toBe(320)
    expect(rows).toEqual(healthy.toSorted((a, b) => a.seq - b.seq))
    expect(unreadable).toBe(8)
    ledger.close()
    expect(await everything(name, 4)).toEqual(before)
  })

  it('goes on where version 1 stopped', async () => {
    const name = crypto.randomUUID()
    await makeVersion1(name, records)
    const ledger = await openLedger({ name })
    const [run] = healthy
    const id = run?.id ?? ''
    expect(await ledger.update(id, (row) => ({ ...row, verdict: 'pass', tags: ['kept'] }))).toEqual({
      ...run,
      verdict: 'pass',
      tags: ['kept'],
    })
    expect((await ledger.readDraft('chat')) ?? {}).toMatchObject({ text: 'not sent yet' })
    expect((await ledger.eventsOf(id)).events.length).toBeGreaterThan(0)
    ledger.close()
  })

  it('that is interrupted leaves version 1 as it was, and the next one does it', async () => {
    const name = crypto.randomUUID()
    await makeVersion1(name, records)
    const before = await everything(name, 1)
    const cut = vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(() => {
      throw new DOMException('cut', 'UnknownError')
    })
    const first = await openLedger({ name })
    expect(first).toMatchObject({ persistent: false, trouble: 'refused' })
    cut.mockRestore()
    first.close()
    expect(await everything(name, 1)).toEqual(before)
    const second = await openLedger({ name })
    expect((await allRows(second)).rows.length).toBe(320)
    second.close()
    expect(await everything(name, 4)).toEqual(before)
  })

  it('follows an old tab that lets go at once', async () => {
    const name = crypto.randomUUID()
    await makeVersion1(name, records)
    const old: IDBPDatabase = await openDB(name, 1, { blocking: () => old.close() })
    const ledger = await openLedger({ name })
    expect(ledger.persistent).toBe(true)
    expect((await allRows(ledger)).rows.length).toBe(320)
    ledger.close()
  })

  it('waits for an old tab that does not let go no longer than a second, and stands in nobody’s way afterwards', async () => {
    const name = crypto.randomUUID()
    await makeVersion1(name, records)
    const deaf = await openDB(name, 1)
    expect(await openLedger({ name })).toMatchObject({ persistent: false, trouble: 'blocked' })
    deaf.close()
    const later = await openLedger({ name })
    expect(later.persistent).toBe(true)
    expect((await allRows(later)).rows.length).toBe(320)
    later.close()
  })
})

describe('the upgrade of a database of version 2', () => {
  const asset = { id: 'a1', run: healthy[0]?.id, role: 'output', type: 'image/png', size: 3, sha256: 'aa' }

  it('loses nothing, media and deletions included, and makes room for the words of runs', async () => {
    const name = crypto.randomUUID()
    const [first, ...others] = healthy
    const deleted = { ...first, id: first?.id ?? '', deleted: 7 }
    await makeVersion(2, name, [...records, ['assets', asset], ['runs', deleted]])
    const before = await everything(name, 2)

    const ledger = await openLedger({ name })
    expect(ledger.persistent).toBe(true)
    const history = await ledger.history()
    await history.keepWords(others.slice(0, 2).map(({ id, log }) => ({ id, steps: log.length, words: 'a\nb' })))
    expect(await history.purge(8)).toBe(1)
    ledger.close()

    const after = new Map(await everything(name, 4))
    for (const [store, all] of before)
      if (store === 'drafts') expect(after.get(store)).toEqual(all)
      else expect(after.get(store)).toEqual(all.filter((one) => Reflect.get(Object(one), 'id') !== first?.id))
    const db = await openDB(name, 4)
    expect(await db.count('words')).toBe(2)
    expect(await db.count('assets')).toBe(0)
    db.close()
  })
})

describe('the upgrade of a database of version 3', () => {
  it('copies the place of a run among those of one press from its body to its row, and changes no other', async () => {
    const name = crypto.randomUUID()
    const place = { id: 'press', at: 1, of: 3, name: 'coral' }
    const one = (id: string, turn: unknown, thread = 'audio.speech'): readonly StoredRecord[] => [
      ['runs', { ...sampleRow({ id, thread, intent: id, open: id }), ...{ seq: 0 } }],
      ['bodies', { id, ...{ request: {}, turn } }],
    ]
    await makeVersion(3, name, [
      ...one('placed', { series: place }),
      ...one('damaged', { series: { id: 7 } }),
      ...one('alone', undefined),
      ...one('chat', [{ series: place }], 'a thread'),
    ])
    const before = new Map(await everything(name, 3))
    const ledger = await openLedger({ name })
    expect(await ledger.get('placed')).toMatchObject({ batch: place })
    ledger.close()
    const after = new Map(await everything(name, 4))
    const without = (all: unknown[] = []) => all.filter((row) => Reflect.get(Object(row), 'id') !== 'placed')
    expect(without(after.get('runs'))).toEqual(without(before.get('runs')))
    expect(after.get('bodies')).toEqual(before.get('bodies'))
  })
})

it('reads what earlier versions kept of a job in one object', () => {
  const tracked = {
    word: 'queued',
    progress: 4,
    statusUrl: '/jobs/1',
    polls: 3,
    missed: 1,
    unwatched: 'yes',
    oddSince: 5,
  }
  const row = readRow({ ...sampleRow({ id: 'a', job: '1' }), seq: 1, tracked })
  expect(row).toMatchObject({
    jobState: { word: 'queued', progress: 4, statusUrl: '/jobs/1' },
    polling: { polls: 3, missed: 1, unwatched: 'yes' },
  })
  expect(row).not.toHaveProperty('tracked')
})

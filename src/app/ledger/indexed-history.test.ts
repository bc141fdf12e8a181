import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withoutOpen } from './admit-run.ts'
import { createChanges } from './changes.ts'
import type { Ledger } from './ledger.ts'
import { memoryLedger } from './memory-ledger.ts'
import { openLedger } from './open-ledger.ts'
import type { Asset, RunWords } from './run-row.ts'
import { allRows, sampleBody, sampleRow } from './testing/sample-row.ts'
import type { WholeRun } from './whole-run.ts'

const kinds = {
  'in IndexedDB': () => openLedger({ name: crypto.randomUUID() }),
  'in memory': async () => memoryLedger(createChanges(), 'absent'),
}

function asset(id: string, run: string, text: string, change: Partial<Asset> = {}): Asset {
  const blob = new Blob([text], { type: 'image/png' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { id, run, role: 'input', type: 'image/png', name: `${id}.png`, size: blob.size, sha256, blob, ...change }
}

function whole(id: string, files: readonly Asset[] = []): WholeRun {
  const events = Array.from({ length: 2_500 }, (_, at) => ({ at, data: `${id} ${at}` }))
  const body = { ...sampleBody(id), result: { of: id }, turn: [id] }
  return { row: { ...sampleRow({ id }), status: 'unknown' }, body, events, assets: files }
}

describe.each(Object.entries(kinds))('the history %s', (_, open) => {
  let ledger: Ledger
  beforeEach(async () => {
    ledger = await open()
  })
  afterEach(() => ledger.close())

  async function add(id: string, files: readonly Asset[] = []) {
    await ledger.prepare(sampleRow({ id }), sampleBody(id), files)
    await ledger.update(id, (row) => ({ ...withoutOpen(row), status: 'completed' }))
  }

  it('gives all heads, and reads no body for them', async () => {
    const ids = Array.from({ length: 130 }, (_, n) => `r${n}`)
    for (const id of ids) await add(id)
    const reads = vi.spyOn(ledger, 'bodies')
    expect((await allRows(ledger)).rows.map((row) => row.id)).toEqual(ids)
    expect(reads).not.toHaveBeenCalled()
  })

  it('keeps the words of runs that are there, and lets them go with their runs', async () => {
    for (const id of ['a', 'b']) await add(id)
    const history = await ledger.history()
    const all = async () => {
      const lists: (readonly RunWords[])[] = []
      for await (const list of history.words()) lists.push(list)
      return lists.flat()
    }
    const words = (id: string, steps = 1) => ({ id, steps, words: `${id}\nword` })
    await history.keepWords([words('a'), words('b'), words('gone')])
    await history.keepWords([words('b', 2)])
    expect(await all()).toEqual([words('a'), words('b', 2)])
    await history.change(['a'], (row) => ({ ...row, deleted: 1 }))
    await history.purge(2)
    expect(await all()).toEqual([words('b', 2)])
  })

  it('keeps a run’s media as Blobs beside it, byte for byte', async () => {
    await add('a', [asset('in', 'a', 'bytes in')])
    await add('b', [asset('other', 'b', 'of another run')])
    await ledger.finish('a', (row) => row, {
      result: {},
      outputs: [asset('out', 'a', 'bytes out', { role: 'output' })],
    })
    const { assets } = await ledger.history()
    const kept = await assets('a')
    expect(kept.map(({ id, role }) => [id, role]).toSorted()).toEqual([
      ['in', 'input'],
      ['out', 'output'],
    ])
    const texts = await Promise.all(kept.map(async ({ id, blob }) => [id, await blob.text(), blob.type]))
    expect(texts.toSorted()).toEqual([
      ['in', 'bytes in', 'image/png'],
      ['out', 'bytes out', 'image/png'],
    ])
  })

  it('writes no file for a run that is not let in', async () => {
    await ledger.prepare(sampleRow({ id: 'a', intent: 'same' }), sampleBody('a'))
    await ledger.prepare(sampleRow({ id: 'b', intent: 'same' }), sampleBody('b'), [asset('in', 'b', 'x')])
    expect(await (await ledger.history()).assets('b')).toEqual([])
  })

  it('changes many runs in one go and tells of each', async () => {
    for (const id of ['a', 'b', 'c']) await add(id)
    const { change, rows } = await ledger.history()
    const heard = vi.fn()
    ledger.subscribe(heard)
    const changed = await change(['a', 'nobody', 'c'], (row) => ({ ...row, deleted: 5 }))
    expect(changed.map(({ id, deleted }) => [id, deleted])).toEqual([
      ['a', 5],
      ['c', 5],
    ])
    expect(heard.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'c'])
    expect((await rows(['a', 'b', 'x'])).map((row) => row?.deleted)).toEqual([5, undefined, undefined])
  })

  it('adds whole runs at the end of the order, and tells of each', async () => {
    await add('here')
    const heard = vi.fn()
    ledger.subscribe(heard)
    const history = await ledger.history()
    for (const id of ['z', 'a']) await history.add(whole(id, [asset(`of ${id}`, id, `bytes of ${id}`)]))
    expect((await allRows(ledger)).rows.map(({ id, seq }) => [id, seq])).toEqual([
      ['here', 1],
      ['z', 2],
      ['a', 3],
    ])
    expect(heard.mock.calls.map(([{ id }]) => id)).toEqual(['z', 'a'])
    expect(await ledger.bodies(['z'])).toEqual([whole('z').body])
    expect((await ledger.eventsOf('a')).events).toEqual(whole('a').events)
    expect(await (await history.assets('a'))[0]?.blob.text()).toBe('bytes of a')
    await add('later')
    expect((await ledger.get('later'))?.seq).toBe(4)
  })

  it('takes no added run for one on its way, and lets an equal request be sent', async () => {
    const { add: put } = await ledger.history()
    const added = whole('a')
    await put({ ...added, row: { ...added.row, ...{ open: 'intent of a' } } })
    expect(await ledger.openRuns()).toEqual([])
    expect((await ledger.prepare(sampleRow({ id: 'b', intent: 'intent of a' }), sampleBody('b'))).status).toBe('added')
  })

  it('never overwrites what is there, a deleted run and a file included', async () => {
    await add('a', [asset('file', 'a', 'the first')])
    const history = await ledger.history()
    await history.change(['a'], (row) => ({ ...row, deleted: 5 }))
    const before = [await ledger.get('a'), ...(await ledger.bodies(['a']))]
    expect(await history.takenIds()).toEqual(new Set(['a', 'file']))
    expect(await history.add(whole('a'))).toBeUndefined()
    expect(await history.add(whole('b', [asset('file', 'b', 'the second')]))).toBeUndefined()
    expect([await ledger.get('a'), ...(await ledger.bodies(['a']))]).toEqual(before)
    expect(await (await history.assets('a'))[0]?.blob.text()).toBe('the first')
    expect(await ledger.get('b')).toBeUndefined()
    expect((await ledger.eventsOf('a')).events).toEqual([])
    expect((await ledger.eventsOf('b')).events).toEqual([])
  })

  it('adds nothing of a run that could not be read again', async () => {
    const { add: put, takenIds } = await ledger.history()
    const bad = whole('a', [asset('file', 'a', 'x')])
    await expect(
      put({ ...bad, row: { ...bad.row, log: [{ status: 'unknown', at: Number.NaN, mono: 0 }] } }),
    ).rejects.toThrow()
    expect(await takenIds()).toEqual(new Set())
    expect(await ledger.bodies(['a'])).toEqual([undefined])
  })

  it('purges what was deleted before a time with everything that hangs on it, and nothing else', async () => {
    for (const id of ['old', 'new', 'kept']) {
      await add(id, [asset(`of ${id}`, id, id)])
      await ledger.appendEvents({ id, n: 0, events: [{ at: 1, data: id }] })
    }
    const history = await ledger.history()
    await history.change(['old'], (row) => ({ ...row, deleted: 100 }))
    await history.change(['new'], (row) => ({ ...row, deleted: 200 }))
    expect(await history.purge(200)).toBe(1)
    expect((await allRows(ledger)).rows.map(({ id }) => id)).toEqual(['new', 'kept'])
    expect((await ledger.bodies(['old', 'new'])).map((body) => body?.id)).toEqual([undefined, 'new'])
    expect((await ledger.eventsOf('old')).events).toEqual([])
    expect((await ledger.eventsOf('new')).events.length).toBe(1)
    expect(await history.assets('old')).toEqual([])
    expect((await history.assets('new')).length).toBe(1)
    expect(await history.purge(200)).toBe(0)
  })
})

it('begins with the newest runs, also in a browser that reads backwards only by a cursor', async () => {
  const ledger = await openLedger({ name: crypto.randomUUID() })
  for (let n = 0; n < 60; n += 1) await ledger.prepare(sampleRow({ id: `r${n}` }), sampleBody(`r${n}`))
  const first = async () => (await (await ledger.history()).heads().next()).value?.rows.map(({ seq }) => seq)
  const newest = Array.from({ length: 50 }, (_, n) => n + 11)
  expect(await first()).toEqual(newest)
  const getAllRecords = Reflect.get(IDBIndex.prototype, 'getAllRecords')
  expect(getAllRecords).toBeDefined()
  Reflect.deleteProperty(IDBIndex.prototype, 'getAllRecords')
  expect(await first()).toEqual(newest)
  Object.assign(IDBIndex.prototype, { getAllRecords })
  ledger.close()
})

it('gives a thousand heads once each, whatever their order', async () => {
  const ledger = await openLedger({ name: crypto.randomUUID() })
  const ids = Array.from({ length: 1_100 }, (_, n) => `r${(n * 7) % 1_100}`)
  for (const id of ids) await ledger.prepare(sampleRow({ id }), sampleBody(id))
  expect((await allRows(ledger)).rows.map(({ id }) => id)).toEqual(ids)
  ledger.close()
})

it('leaves damaged media out', async () => {
  const name = crypto.randomUUID()
  const ledger = await openLedger({ name })
  await ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'), [asset('1', 'a', 'x'), asset('2', 'a', 'y')])
  const raw = await openDB(name)
  await raw.put('assets', { ...(await raw.get('assets', '1')), blob: 'no blob' })
  raw.close()
  expect((await (await ledger.history()).assets('a')).map(({ id }) => id)).toEqual(['2'])
  ledger.close()
})

it('writes nothing of a run whose files find no place', async () => {
  const ledger = await openLedger({ name: crypto.randomUUID() })
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const files = [asset('1', 'a', 'x')]
  await expect(ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'), files)).rejects.toThrow('full')
  full.mockRestore()
  expect(await ledger.get('a')).toBeUndefined()
  await ledger.prepare(sampleRow({ id: 'b' }), sampleBody('b'))
  const put = IDBObjectStore.prototype.put
  const fullForMedia = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (this.name === 'assets') throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, args)
  })
  const outputs = [asset('2', 'b', 'y', { role: 'output' })]
  await expect(ledger.finish('b', (row) => ({ ...row, status: 'completed' }), { result: {}, outputs })).rejects.toThrow(
    'full',
  )
  fullForMedia.mockRestore()
  expect(await ledger.get('b')).toMatchObject({ status: 'prepared' })
  expect((await ledger.bodies(['b']))[0]?.result).toBeUndefined()
  ledger.close()
})

it('leaves a damaged row under its id, and adds nothing half where the storage is full', async () => {
  const name = crypto.randomUUID()
  const ledger = await openLedger({ name })
  const raw = await openDB(name)
  await raw.put('runs', { id: 'damaged' })
  await raw.put('bodies', { id: 'b', request: 'of a row that is lost' })
  const history = await ledger.history()
  expect(await history.takenIds()).toEqual(new Set(['damaged']))
  expect(await history.add(whole('damaged'))).toBeUndefined()
  expect(await raw.get('runs', 'damaged')).toEqual({ id: 'damaged' })
  await expect(history.add(whole('b', [asset('file', 'b', 'x')]))).rejects.toThrow()
  expect(await raw.get('bodies', 'b')).toEqual({ id: 'b', request: 'of a row that is lost' })
  expect(await history.takenIds()).toEqual(new Set(['damaged']))
  expect(await raw.count('events')).toBe(0)
  raw.close()
  ledger.close()
})

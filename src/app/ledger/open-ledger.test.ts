import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { openLedger } from './open-ledger.ts'
import { allRows, sampleBody, sampleRow } from './testing/sample-row.ts'

const soak = process.env.SOAK !== undefined

afterEach(() => vi.unstubAllGlobals())

describe('where IndexedDB does not serve', () => {
  it('works in memory and says that it is absent', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const ledger = await openLedger()
    expect(ledger).toMatchObject({ persistent: false, trouble: 'absent' })
    await ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'))
    expect(await ledger.get('a')).toMatchObject({ id: 'a', seq: 1 })
  })

  it('tries again for a while: a browser that was killed may still hold its files', async () => {
    const real = indexedDB
    const open = vi.fn(real.open.bind(real)).mockImplementationOnce(() => {
      throw new DOMException('locked', 'UnknownError')
    })
    vi.stubGlobal('indexedDB', { open })
    expect(await openLedger({ name: crypto.randomUUID() })).toMatchObject({ persistent: true })
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('works in memory and says that it was refused', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('Not in this mode.', 'SecurityError')
      },
    })
    expect(await openLedger()).toMatchObject({ persistent: false, trouble: 'refused' })
  })

  it('works in memory where the browser never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const real = indexedDB
    vi.stubGlobal('indexedDB', {
      open(...args: Parameters<IDBFactory['open']>) {
        const opening = real.open(...args)
        opening.addEventListener = () => {}
        return opening
      },
    })
    const opened = openLedger({ name: crypto.randomUUID() })
    vi.advanceTimersByTime(8_000)
    vi.useRealTimers()
    expect(await opened).toMatchObject({ persistent: false, trouble: 'refused' })
  })

  it('leaves no rejection that nobody handles, however it fails, and whenever that comes up', async () => {
    const loose = vi.fn()
    process.on('unhandledRejection', loose)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('Not in this mode.', 'SecurityError')
      },
    })
    const refused = openLedger()
    await vi.advanceTimersByTimeAsync(20_000)
    vi.useRealTimers()
    expect(await refused).toMatchObject({ trouble: 'refused' })
    vi.unstubAllGlobals()
    const onClosed = vi.fn()
    const ledger = await openLedger({ name: crypto.randomUUID(), onClosed })
    const begin = IDBDatabase.prototype.transaction
    const aborting = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...how
    ) {
      const tx = begin.apply(this, how)
      queueMicrotask(() => {
        try {
          tx.abort()
        } catch {
          // It has ended by then.
        }
      })
      return tx
    })
    const calls = [ledger.get('a'), ledger.bodies(['a']), ledger.eventsOf('a'), ledger.thread('t'), ledger.openRuns()]
    const more = [ledger.newest(5), ledger.readDraft('d'), ledger.writeDraft('d', 1)]
    await Promise.allSettled([...calls, ...more, ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'))])
    await new Promise((done) => setTimeout(done, 20))
    aborting.mockRestore()
    ledger.close()
    process.off('unhandledRejection', loose)
    expect(loose).not.toHaveBeenCalled()
    expect(onClosed.mock.calls, 'told once').toEqual([['failing']])
  })

  it('is refused where even naming it throws', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get() {
        throw new DOMException('Not in this mode.', 'SecurityError')
      },
    })
    const opened = openLedger()
    const found = await opened.finally(() => before && Object.defineProperty(globalThis, 'indexedDB', before))
    expect(found).toMatchObject({ persistent: false, trouble: 'refused' })
  })

  it('tells the database of a later version apart, and leaves it whole', async () => {
    const name = crypto.randomUUID()
    const later = await openDB(name, 7, { upgrade: (db) => void db.createObjectStore('future') })
    await later.put('future', 'kept', 'key')
    later.close()
    expect(await openLedger({ name })).toMatchObject({ persistent: false, trouble: 'newer' })
    const again = await openDB(name, 7)
    expect(await again.get('future', 'key')).toBe('kept')
    again.close()
  })

  it('lets a later version in, says so, and writes nothing from there on', async () => {
    const name = crypto.randomUUID()
    const onClosed = vi.fn()
    const ledger = await openLedger({ name, onClosed })
    const later = await openDB(name, 5)
    expect(onClosed.mock.calls).toEqual([['newer']])
    await expect(ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'))).rejects.toThrow()
    later.close()
    ledger.close()
  })
})

describe('damaged records', () => {
  async function damage(name: string, change: (row: Record<string, unknown>) => unknown, id: string) {
    const raw = await openDB(name)
    await raw.put('runs', change(await raw.get('runs', id)))
    raw.close()
  }

  it('are left out of lists and counted, and nothing else is touched', async () => {
    const name = crypto.randomUUID()
    const ledger = await openLedger({ name })
    const ids = ['a', 'b', 'c']
    for (const id of ids) await ledger.prepare(sampleRow({ id, thread: 't' }), sampleBody(id))
    await damage(name, (row) => ({ ...row, status: 'from the future' }), 'b')
    for (const list of [await allRows(ledger), await ledger.thread('t')]) {
      expect(list.rows.map((row) => row.id)).toEqual(['a', 'c'])
      expect(list.unreadable).toBe(1)
    }
    expect((await ledger.openRuns()).map((row) => row.id)).toEqual(['a', 'c'])
    expect(await ledger.get('b')).toBeUndefined()
    expect(await ledger.update('b', (row) => row)).toBeUndefined()
    ledger.close()
  })

  it('do not block their content for ever', async () => {
    const name = crypto.randomUUID()
    const ledger = await openLedger({ name })
    await ledger.prepare(sampleRow({ id: 'a', intent: 'same' }), sampleBody('a'))
    await damage(name, (row) => ({ ...row, log: 'nonsense' }), 'a')
    expect((await ledger.prepare(sampleRow({ id: 'b', intent: 'same' }), sampleBody('b'))).status).toBe('added')
    ledger.close()
  })

  it('keep fields that this version does not know', async () => {
    const name = crypto.randomUUID()
    const ledger = await openLedger({ name })
    await ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'))
    await damage(name, (row) => ({ ...row, later: 1 }), 'a')
    expect(await ledger.update('a', (row) => ({ ...row, title: 'New' }))).toMatchObject({ title: 'New', later: 1 })
    ledger.close()
  })

  it(`never break a list, whichever field holds whatever (SEED=${seed})`, async () => {
    const junk = fc.oneof(fc.anything({ maxDepth: 2 }).filter(isStorable), fc.constant(undefined))
    const fields = fc.constantFrom(
      ...['seq', 'status', 'log', 'connection', 'open', 'thread', 'intent', 'times', 'served'],
      ...['name', 'verdict', 'note', 'tags', 'output', 'deleted'],
    )
    await fc.assert(
      fc.asyncProperty(fields, junk, async (field, value) => {
        const name = crypto.randomUUID()
        const ledger = await openLedger({ name })
        for (const id of ['a', 'b', 'c']) await ledger.prepare(sampleRow({ id, thread: 't' }), sampleBody(id))
        await damage(name, (row) => ({ ...row, [field]: value }), 'b')
        const { rows } = await allRows(ledger)
        expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(['a', 'c']))
        expect((await ledger.thread('t')).rows.map((row) => row.id)).toEqual(expect.arrayContaining(['a', 'c']))
        expect((await ledger.prepare(sampleRow({ id: 'd' }), sampleBody('d'))).status).toBe('added')
        ledger.close()
      }),
      { seed, numRuns: soak ? 1_000 : 60 },
    )
  }, 300_000)
})

function isStorable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

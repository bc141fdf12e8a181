import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withoutOpen } from './admit-run.ts'
import { createChanges, type LedgerChange } from './changes.ts'
import type { Ledger, Prepared } from './ledger.ts'
import { memoryLedger } from './memory-ledger.ts'
import { openLedger } from './open-ledger.ts'
import type { RunRow } from './run-row.ts'
import { sampleBody, sampleRow } from './testing/sample-row.ts'

const kinds = {
  'in IndexedDB': () => openLedger({ name: crypto.randomUUID() }),
  'in memory': async () => memoryLedger(createChanges(), 'absent'),
}

describe.each(Object.entries(kinds))('the ledger %s', (_, open) => {
  let ledger: Ledger
  beforeEach(async () => {
    ledger = await open()
  })
  afterEach(() => ledger.close())

  const add = (id: string, change: Parameters<typeof sampleRow>[0] = { id }) =>
    ledger.prepare(sampleRow({ ...change, id }), sampleBody(id))

  it('keeps a run and its body, and counts the runs up by one', async () => {
    const first = await add('a')
    const second = await add('b')
    expect([first.row.seq, second.row.seq]).toEqual([1, 2])
    expect(first.status).toBe('added')
    expect(await ledger.get('a')).toEqual(first.row)
    expect(await ledger.bodies(['b', 'nobody', 'a'])).toEqual([sampleBody('b'), undefined, sampleBody('a')])
  })

  it('writes that are asked for at once see what those before them have written', async () => {
    const all = await Promise.all([
      ...['a', 'b', 'c'].map((id) => add(id, { id, intent: id })),
      add('twin', { id: 'twin', intent: 'b' }),
      ledger.update('c', withoutOpen),
      ledger.update('c', (row) => ({ ...row, note: 'seen' })),
      add('after', { id: 'after', intent: 'c' }),
    ])
    const [, b, , twin] = all
    expect(twin).toEqual({ status: 'already-open', row: (b as Prepared).row })
    const { rows } = await ledger.newest(9)
    expect(rows.map(({ id, seq, open, note }) => [id, seq, open, note])).toEqual([
      ['a', 1, 'a', undefined],
      ['b', 2, 'b', undefined],
      ['c', 3, undefined, 'seen'],
      ['after', 4, 'c', undefined],
    ])
  })

  it('counts runs that are added at once up by one each, in their order', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => add(id, { id, intent: id })))
    expect(all.map(({ row }) => row.seq)).toEqual([1, 2, 3, 4, 5])
  })

  it('takes one run of an intent only, and says which one it has', async () => {
    const first = await add('a', { id: 'a', intent: 'same' })
    const second = await add('b', { id: 'b', intent: 'same' })
    expect(second).toEqual({ status: 'already-open', row: first.row })
    expect(await ledger.get('b')).toBeUndefined()
    expect(await ledger.bodies(['b'])).toEqual([undefined])
  })

  it('takes an equal run again once the first has let go', async () => {
    await add('a', { id: 'a', intent: 'same' })
    await ledger.update('a', withoutOpen)
    expect((await add('b', { id: 'b', intent: 'same' })).status).toBe('added')
  })

  it('takes a run that names the open one: the hold goes over to it', async () => {
    await add('a', { id: 'a', intent: 'same' })
    const second = await add('b', { id: 'b', intent: 'same', repeats: 'a' })
    expect(second.status).toBe('added')
    expect((await ledger.get('a'))?.open).toBeUndefined()
    expect(await add('c', { id: 'c', intent: 'same', repeats: 'a' })).toEqual({
      status: 'already-open',
      row: second.row,
    })
  })

  it('settles an unknown run as repeated when it is named', async () => {
    await add('a', { id: 'a', intent: 'same', status: 'unknown' })
    await add('b', { id: 'b', intent: 'same', repeats: 'a' })
    expect(await ledger.get('a')).toMatchObject({ status: 'unknown', resolution: 'repeated' })
    expect((await ledger.openRuns()).map((row) => row.id)).toEqual(['b'])
  })

  it('takes up a draft under its own id and place, and nothing else under an id that is there', async () => {
    await add('a', { id: 'a', status: 'draft' })
    await ledger.update('a', withoutOpen)
    await add('b')
    expect((await add('a')).row).toMatchObject({ seq: 1, status: 'prepared' })
    expect((await add('a', { id: 'a', intent: 'another' })).status).toBe('already-open')
  })

  it('changes a row and tells what became of it', async () => {
    const changes: [LedgerChange, string][] = []
    ledger.subscribe((change, from) => changes.push([change, from]))
    await add('a', { id: 'a', thread: 't' })
    const row = await ledger.update('a', (old) => ({ ...old, status: 'sending' }))
    await ledger.appendEvents({ id: 'a', n: 0, events: [] })
    expect(row).toMatchObject({ status: 'sending' })
    expect(await ledger.get('a')).toEqual(row)
    expect(changes.map(([change, from]) => [change.kind, change.id, from])).toEqual([
      ['run', 'a', 'here'],
      ['run', 'a', 'here'],
      ['events', 'a', 'here'],
    ])
    expect(changes[1]?.[0].thread).toBe('t')
    expect(await ledger.update('nobody', (old) => old)).toBeUndefined()
  })

  it('writes nothing when a change throws', async () => {
    const { row } = await add('a')
    const broken = () => {
      throw new Error('no')
    }
    await expect(ledger.update('a', broken)).rejects.toThrow('no')
    await expect(ledger.finish('a', broken, { result: { text: 'x' } })).rejects.toThrow('no')
    expect(await ledger.get('a')).toEqual(row)
    expect(await ledger.bodies(['a'])).toEqual([sampleBody('a')])
  })

  it('writes the ending and the result together', async () => {
    await add('a')
    const row = await ledger.finish('a', (old) => withoutOpen({ ...old, status: 'completed' }), {
      result: { text: 'Hi' },
      reply: { status: 200, headers: [['x-a', 'b']] },
    })
    expect(row).toMatchObject({ id: 'a', status: 'completed' })
    expect(await ledger.bodies(['a'])).toEqual([
      { ...sampleBody('a'), result: { text: 'Hi' }, reply: { status: 200, headers: [['x-a', 'b']] } },
    ])
    expect(await ledger.openRuns()).toEqual([])
    expect(await ledger.finish('nobody', (old) => old, { result: {} })).toBeUndefined()
  })

  it('gives events back in order, from any batch on, up to a gap', async () => {
    const event = (data: string) => ({ at: 1, data })
    await ledger.appendEvents({ id: 'a', n: 0, events: [event('1'), event('2')] })
    await ledger.appendEvents({ id: 'b', n: 0, events: [event('other')] })
    await ledger.appendEvents({ id: 'a', n: 1, events: [event('3')] })
    await ledger.appendEvents({ id: 'a', n: 3, events: [event('5')] })
    const all = await ledger.eventsOf('a')
    expect([all.events.map(({ data }) => data), all.next]).toEqual([['1', '2', '3'], 2])
    expect((await ledger.eventsOf('a', 1)).events.map(({ data }) => data)).toEqual(['3'])
    expect(await ledger.eventsOf('a', 2)).toEqual({ events: [], next: 2 })
  })

  it('lists a conversation', async () => {
    for (let n = 1; n <= 7; n += 1) await add(`r${n}`, { id: `r${n}`, thread: n % 2 === 0 ? 'even' : 'odd' })
    const ids = (list: { rows: readonly RunRow[] }) => list.rows.map((row) => row.id)
    expect(ids(await ledger.thread('even'))).toEqual(['r2', 'r4', 'r6'])
    expect(ids(await ledger.thread('none'))).toEqual([])
  })

  it('keeps drafts', async () => {
    expect(await ledger.readDraft('chat')).toBeUndefined()
    await ledger.writeDraft('chat', { message: 'Hel' })
    await ledger.writeDraft('chat', { message: 'Hello' })
    expect(await ledger.readDraft('chat')).toEqual({ message: 'Hello' })
    await ledger.writeDraft('chats', { message: 'Other' })
    await ledger.writeDraft('cha', 1)
    expect(await (await ledger.history()).draftsUnder('chat')).toEqual(
      new Map([
        ['', { message: 'Hello' }],
        ['s', { message: 'Other' }],
      ]),
    )
    await ledger.writeDraft('chat', undefined)
    expect(await ledger.readDraft('chat')).toBeUndefined()
  })
})

it('tells the other tabs, and itself once, with the row that was written', async () => {
  const name = crypto.randomUUID()
  const [one, two] = [await openLedger({ name }), await openLedger({ name })]
  const here = vi.fn()
  one.subscribe(here)
  const heard = new Promise((resolve) => two.subscribe((change, from) => resolve([change, from])))
  const { row } = await one.prepare(sampleRow({ id: 'a', thread: 't' }), sampleBody('a'))
  expect(await heard).toEqual([{ kind: 'run', id: 'a', thread: 't' }, 'elsewhere'])
  expect(here.mock.calls).toEqual([[{ kind: 'run', id: 'a', thread: 't' }, 'here', row]])
  one.close()
  two.close()
})

it('does not fail a write that ends after the channel to the other tabs is closed', async () => {
  const changes = createChanges(new BroadcastChannel(crypto.randomUUID()))
  const ledger = memoryLedger(changes, 'absent')
  ledger.close()
  expect((await ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'))).status).toBe('added')
})

it('has every write of a row on the disk before it says so', async () => {
  const ledger = await openLedger({ name: crypto.randomUUID() })
  const open = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await ledger.prepare(sampleRow({ id: 'a' }), sampleBody('a'))
  await ledger.update('a', (row) => ({ ...row, status: 'sending' }))
  await ledger.finish('a', (row) => ({ ...row, status: 'completed' }), { result: {} })
  const writes = open.mock.calls.filter(([, mode]) => mode === 'readwrite')
  expect(writes.map(([, , options]) => options)).toEqual(Array.from({ length: 3 }, () => ({ durability: 'strict' })))
  open.mockRestore()
  ledger.close()
})

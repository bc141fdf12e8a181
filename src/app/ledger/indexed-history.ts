import { recordOf } from '#contract/core/loose-json.ts'
import { type Changes, changeOf } from './changes.ts'
import type { Database, Stores } from './database.ts'
import type { LedgerHistory } from './ledger.ts'
import { type RowList, type RunRow, type RunWords, readAsset, readRow, readRows, readWords } from './run-row.ts'
import { complete, newestRows, nextSeq, put, updateRow } from './transaction.ts'
import { batchesOf, placedRow, type WholeRun, withoutNeeded } from './whole-run.ts'

/** Values in one read. Many small ones take a third of the time of a few large ones, and none of them is longer than a frame. */
const chunk = 50

/** The history in IndexedDB. Its writes prevent no second send, so they do not wait for the disk. */
export function indexedHistory(db: Database, changes: Changes): LedgerHistory {
  return {
    heads: () => heads(db),
    async rows(ids) {
      const { store } = db.transaction('runs')
      return (await Promise.all(ids.map((id) => store.get(id)))).map(readRow)
    },
    async change(ids, change) {
      const tx = db.transaction('runs', 'readwrite')
      const stored = { get: (id: string) => tx.store.get(id), put: (row: RunRow) => put(tx.store, row) }
      const rows = await complete(tx, Promise.all(ids.map((id) => updateRow(stored, id, change))))
      const found = rows.filter((row) => row !== undefined)
      found.forEach(changes.wrote)
      return found
    },
    assets: async (run) =>
      (await db.getAllFromIndex('assets', 'run', run)).map(readAsset).filter((asset) => asset !== undefined),
    async keep(run, outputs) {
      const tx = db.transaction(['runs', 'assets'], 'readwrite', { durability: 'relaxed' })
      async function write() {
        if ((await tx.objectStore('runs').getKey(run)) === undefined) return
        await Promise.all(outputs.map((asset) => tx.objectStore('assets').put(asset)))
      }
      await complete(tx, write())
    },
    async draftsUnder(prefix) {
      const found = await db.getAll('drafts', IDBKeyRange.bound(prefix, `${prefix}\uffff`))
      return new Map(found.map(({ key, value }) => [key.slice(prefix.length), value]))
    },
    async takenIds() {
      const tx = db.transaction(['runs', 'assets'])
      const stores = [tx.objectStore('runs').getAllKeys(), tx.objectStore('assets').getAllKeys()]
      return new Set((await Promise.all(stores)).flat())
    },
    async add(run) {
      const row = await add(db, run)
      if (row !== undefined) changes.wrote(row)
      return row
    },
    words: () => words(db),
    async keepWords(all) {
      const tx = db.transaction(['runs', 'words'], 'readwrite', { durability: 'relaxed' })
      const keep = async (one: RunWords) => {
        if ((await tx.objectStore('runs').getKey(one.id)) !== undefined) await tx.objectStore('words').put(one)
      }
      await complete(tx, Promise.all(all.map(keep)))
    },
    async purge(...asked) {
      const gone = await purge(db, ...asked)
      for (const row of gone) changes.tell(changeOf(row))
      return gone.length
    },
  }
}

async function* heads(db: Database): AsyncGenerator<RowList, void> {
  const newest = await newestRows(db.transaction('runs').store.index('seq'), chunk)
  yield readRows(newest)
  // By their keys, which is faster than by `seq`, and includes rows that no index has, since their `seq` is damaged.
  const shown = new Set(newest.map((one) => recordOf(one).id))
  for await (const stored of chunksOf(db, 'runs')) yield readRows(stored.filter(({ id }) => !shown.has(id)))
}

async function* words(db: Database): AsyncGenerator<readonly RunWords[], void> {
  for await (const stored of chunksOf(db, 'words')) yield stored.map(readWords).filter((one) => one !== undefined)
}

interface Chunk<T> {
  readonly stored: readonly T[]
  readonly next?: Promise<Chunk<T>>
}

/** All values of a store by their keys, as stored. One transaction, which reads on while the caller works on what has come. */
async function* chunksOf<Name extends 'runs' | 'words'>(
  db: Database,
  name: Name,
): AsyncGenerator<readonly Stores[Name]['value'][], void> {
  const { store } = db.transaction(name)
  async function read(range?: IDBKeyRange): Promise<Chunk<Stores[Name]['value']>> {
    const stored = await store.getAll(range, chunk)
    const last = stored.at(-1)
    if (!last || stored.length < chunk) return { stored }
    const next = read(IDBKeyRange.lowerBound(last.id, true))
    // It may be awaited by nobody.
    next.catch(() => {})
    return { stored, next }
  }
  for (let part: Chunk<Stores[Name]['value']> | undefined = await read(); part; part = await part.next)
    yield part.stored
}

async function add(db: Database, run: WholeRun): Promise<RunRow | undefined> {
  const tx = db.transaction(['runs', 'bodies', 'events', 'assets'], 'readwrite')
  const runs = tx.objectStore('runs')
  const assets = tx.objectStore('assets')
  async function write(): Promise<RunRow | undefined> {
    const { id } = run.row
    const taken = await Promise.all([runs.getKey(id), ...run.assets.map((asset) => assets.getKey(asset.id))])
    if (taken.some((key) => key !== undefined)) return undefined
    const row = placedRow(run, await nextSeq(runs.index('seq')))
    await Promise.all([
      runs.add(row),
      tx.objectStore('bodies').add(run.body),
      ...batchesOf(run).map((batch) => tx.objectStore('events').add(batch)),
      ...run.assets.map((asset) => assets.add(asset)),
    ])
    return row
  }
  return await complete(tx, write())
}

async function purge(
  db: Database,
  ...[before, isNeeded, remainsOf]: Parameters<LedgerHistory['purge']>
): Promise<readonly RunRow[]> {
  const stored = await db.getAllFromIndex('runs', 'deleted', IDBKeyRange.bound(0, before, false, true))
  const due = await withoutNeeded(readRows(stored).rows, isNeeded)
  if (due.length === 0) return []
  const tx = db.transaction(['runs', 'bodies', 'events', 'assets', 'words'], 'readwrite')
  const runs = tx.objectStore('runs')
  const assets = tx.objectStore('assets')
  async function remove(id: string): Promise<RunRow | undefined> {
    const row = readRow(await runs.get(id))
    // It may have been restored since the lookup, and a row that holds an intent is not over.
    if (row?.deleted === undefined || row.deleted >= before || row.open !== undefined) return undefined
    const media = await assets.index('run').getAllKeys(id)
    const remains = remainsOf?.(row)
    await Promise.all([
      remains ? runs.put(remains) : runs.delete(id),
      tx.objectStore('bodies').delete(id),
      tx.objectStore('words').delete(id),
      tx.objectStore('events').delete(IDBKeyRange.bound([id], [id, []])),
      ...media.map((key) => assets.delete(key)),
    ])
    return row
  }
  const gone = await complete(tx, Promise.all(due.map(({ id }) => remove(id))))
  return gone.filter((row) => row !== undefined)
}

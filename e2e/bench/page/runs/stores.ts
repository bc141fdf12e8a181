import Dexie from 'dexie'
import { openLedger } from '../../../../src/app/ledger/open-ledger.ts'
import type { RunRow } from '../../../../src/app/ledger/run-row.ts'
import { matches } from '../../../../src/app/run/history/matches.ts'

/** What the list of runs asks of a store that holds them. */
export interface RunStore {
  /** The newest fifty. */
  firstPage(): Promise<readonly unknown[]>
  /** Changes one head. */
  write(id: string, note: string): Promise<unknown>
  /** How many heads hold a word; all are read anew. */
  scan(word: string): Promise<number>
}

const page = 50

const holds = ({ title, model, note = '', tags = [], served }: RunRow, word: string) =>
  [title, model, note, ...tags, served?.requestId].join('\n').toLowerCase().includes(word)

/** As the app does it: each head is checked when it is read, and its words are all that the search looks at. */
async function ours(name: string): Promise<RunStore> {
  const history = await (await openLedger({ name })).history()
  return {
    firstPage: async () => (await history.heads().next()).value?.rows ?? [],
    write: (id, note) => history.change([id], (row) => ({ ...row, note })),
    async scan(text) {
      let found = 0
      for await (const { rows } of history.heads()) found += rows.filter((row) => matches(row, { text })).length
      return found
    },
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((found, failed) => {
    request.addEventListener('success', () => found(request.result))
    request.addEventListener('error', () => failed(request.error))
  })

/** The browser's own interface, and nothing checked. */
async function floor(name: string): Promise<RunStore> {
  const db = await done(indexedDB.open(name))
  const heads = (mode: IDBTransactionMode = 'readonly') => db.transaction('runs', mode).objectStore('runs')
  return {
    async firstPage() {
      const index = heads().index('seq')
      const newest = Number((await done(index.openKeyCursor(null, 'prev')))?.key)
      return await done(index.getAll(IDBKeyRange.lowerBound(newest - page, true)))
    },
    async write(id, note) {
      const store = heads('readwrite')
      const complete = new Promise((ended) => store.transaction.addEventListener('complete', ended))
      store.put({ ...(await done(store.get(id))), note })
      await complete
    },
    scan: async (word) => (await done<RunRow[]>(heads().getAll())).filter((row) => holds(row, word)).length,
  }
}

async function dexie(name: string): Promise<RunStore> {
  const runs = (await new Dexie(name).open()).table('runs')
  return {
    firstPage: () => runs.orderBy('seq').reverse().limit(page).toArray(),
    write: (id, note) => runs.update(id, { note }),
    scan: (word) => runs.filter((row: RunRow) => holds(row, word)).count(),
  }
}

const stores = { floor, ours, dexie }

export type StoreName = keyof typeof stores

export const openStore = (store: StoreName, name: string): Promise<RunStore> => stores[store](name)

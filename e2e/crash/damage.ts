import type { Page } from '@playwright/test'

/** Copies of the stored runs, with all that hangs on them, in conversations of their own. Gives the ids of all runs. */
export function multiplyRuns(page: Page, times: number): Promise<readonly string[]> {
  return page.evaluate(async (times) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('patchbay'))
    const tx = db.transaction(['runs', 'bodies', 'events'], 'readwrite')
    const read = (store: string): Promise<{ id: string; seq?: number }[]> => done(tx.objectStore(store).getAll())
    const rows = await read('runs')
    const rest = { bodies: await read('bodies'), events: await read('events') }
    const ids = rows.map(({ id }) => id)
    for (let copy = 1; copy < times; copy += 1)
      for (const [at, row] of rows.entries()) {
        const id = crypto.randomUUID()
        ids.push(id)
        tx.objectStore('runs').add({ ...row, id, seq: copy * rows.length + at + 1, thread: `thread ${copy}` })
        for (const [store, all] of Object.entries(rest))
          for (const one of all.filter((one) => one.id === row.id)) tx.objectStore(store).add({ ...one, id })
      }
    await new Promise((written, failed) => {
      tx.addEventListener('complete', written)
      tx.addEventListener('abort', () => failed(tx.error))
    })
    db.close()
    return ids
  }, times)
}

/** What is done to one record: a field of it, told by a number, becomes something else, or the whole of it does. */
export interface Damage {
  readonly store: 'runs' | 'bodies' | 'events'
  readonly id: string
  /** Which of its fields, and which of the fields in that one. */
  readonly places: readonly number[]
  readonly junk: unknown
}

/** Damages the records. Keys stay as they are: without them they would be no records of these runs. */
export function damage(page: Page, all: readonly Damage[]): Promise<void> {
  return page.evaluate(async (all) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('patchbay'))
    function spoil(value: unknown, [place, ...deeper]: readonly number[], junk: unknown): unknown {
      if (typeof value !== 'object' || value === null || place === undefined) return junk
      const keys = Object.keys(value).filter((key) => key !== 'id' && key !== 'n')
      const key = keys[place % keys.length]
      if (key === undefined) return junk
      const copy: Record<string, unknown> = structuredClone(Object(value))
      copy[key] = spoil(copy[key], deeper, junk)
      return copy
    }
    for (const { store, id, places, junk } of all) {
      const tx = db.transaction(store, 'readwrite')
      const range = store === 'events' ? IDBKeyRange.bound([id], [id, []]) : id
      const record: unknown = await done(tx.objectStore(store).get(range))
      if (record !== undefined) tx.objectStore(store).put(spoil(record, places, junk))
      await new Promise((written) => {
        tx.addEventListener('complete', written)
        tx.addEventListener('abort', written)
      })
    }
    db.close()
  }, all)
}

/** These runs with all that hangs on them, as they are stored. */
export function recordsOf(page: Page, ids: readonly string[]): Promise<string> {
  return page.evaluate(async (ids) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('patchbay'))
    const tx = db.transaction(['runs', 'bodies', 'events'])
    const all = await Promise.all(
      ids.map(async (id) => [
        await done(tx.objectStore('runs').get(id)),
        await done(tx.objectStore('bodies').get(id)),
        await done(tx.objectStore('events').getAll(IDBKeyRange.bound([id], [id, []]))),
      ]),
    )
    db.close()
    return JSON.stringify(all)
  }, ids)
}

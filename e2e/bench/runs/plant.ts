import type { RunRow } from '../../../src/app/ledger/run-row.ts'

export interface Planting {
  /** Of a database that the app has made. */
  readonly name: string
  readonly heads: readonly RunRow[]
}

/**
 * Writes runs with a body of 2 kB and a picture of 4 kB each. It is handed to a page as its own source, and so names nothing that
 * stands outside of it.
 */
export async function plant({ name, heads }: Planting): Promise<void> {
  const opening = indexedDB.open(name)
  await new Promise((done) => opening.addEventListener('success', done))
  const db = opening.result
  const text = 'A request that says something. '.repeat(64)
  const picture = crypto.getRandomValues(new Uint8Array(4_096))
  for (let from = 0; from < heads.length; from += 1_000) {
    const tx = db.transaction(['runs', 'bodies', 'assets'], 'readwrite')
    for (const head of heads.slice(from, from + 1_000)) {
      const { id, model } = head
      tx.objectStore('runs').put(head)
      tx.objectStore('bodies').put({ id, request: { model, input: text } })
      const blob = new Blob([picture], { type: 'image/png' })
      const facts = { id: `asset-${id}`, run: id, role: 'output', type: 'image/png', size: picture.length }
      tx.objectStore('assets').put({ ...facts, sha256: '', blob })
    }
    await new Promise((done, failed) => {
      tx.addEventListener('complete', done)
      tx.addEventListener('abort', () => failed(tx.error))
    })
  }
  db.close()
}

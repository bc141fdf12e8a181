import type { RunRow } from '../../../src/app/ledger/run-row.ts'

export interface Planting {
  /** Of a database that the app has made. */
  readonly name: string
  readonly heads: readonly RunRow[]
}

/**
 * Writes runs with a request and an answer of 2 kB each, and a picture of 4 kB. Their words are as frequent as those of a language, and
 * each answer has one of its own, `needle` and the run's number. It is handed to a page as its own source, and so names nothing that
 * stands outside of it.
 */
export async function plant({ name, heads }: Planting): Promise<void> {
  const opening = indexedDB.open(name)
  await new Promise((done) => opening.addEventListener('success', done))
  const db = opening.result
  const syllables = 'ba ke li mo nu ra se ti vo xu dor fen gal hin jup'.split(' ')
  const vocabulary = Array.from({ length: 20_000 }, (_, at) =>
    [at % 15, Math.floor(at / 15) % 15, Math.floor(at / 225) % 15, Math.floor(at / 3375)]
      .map((nth) => syllables[nth])
      .join(''),
  )
  const text = () => Array.from({ length: 250 }, () => vocabulary[Math.floor(20_000 ** Math.random()) - 1]).join(' ')
  const picture = crypto.getRandomValues(new Uint8Array(4_096))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', picture))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  for (let from = 0; from < heads.length; from += 1_000) {
    const tx = db.transaction(['runs', 'bodies', 'assets'], 'readwrite')
    for (const head of heads.slice(from, from + 1_000)) {
      const { id, seq, model } = head
      const parts = [{ part: 0, text: `${text()} needle${seq}` }]
      const result = { outputs: [{ kind: 'message', index: 0, parts }], response: {}, notices: [] }
      tx.objectStore('runs').put(head)
      tx.objectStore('bodies').put({ id, request: { model, input: text() }, result })
      const blob = new Blob([picture], { type: 'image/png' })
      const facts = { id: `asset-${id}`, run: id, role: 'output', type: 'image/png', size: picture.length }
      tx.objectStore('assets').put({ ...facts, sha256, blob })
    }
    await new Promise((done, failed) => {
      tx.addEventListener('complete', done)
      tx.addEventListener('abort', () => failed(tx.error))
    })
  }
  db.close()
}

import type { Page } from '@playwright/test'

interface StoredRun {
  readonly status: string
  readonly reason: string | undefined
  /** All that the model said. */
  readonly text: string
  /** The kinds of oddities that were counted. */
  readonly notices: readonly string[]
}

/** The run that was begun last, as the page's storage has it after its end. */
export function newestRun(page: Page): Promise<StoredRun> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const [{ name = '' } = {}] = await indexedDB.databases()
    const db = await done(indexedDB.open(name))
    const stores = db.transaction(['runs', 'bodies'])
    const cursor = await done(stores.objectStore('runs').index('seq').openCursor(null, 'prev'))
    const row = cursor?.value as { id: string; status: string; reason?: string }
    const body = await done(stores.objectStore('bodies').get(row.id))
    db.close()
    const result = body.result as {
      outputs: { kind: string; parts?: { text: string }[] }[]
      notices: { kind: string }[]
    }
    const parts = result.outputs.flatMap(({ kind, parts = [] }) => (kind === 'message' ? parts : []))
    return {
      status: row.status,
      reason: row.reason,
      text: parts.map(({ text }) => text).join('\n'),
      notices: result.notices.map(({ kind }) => kind),
    }
  })
}

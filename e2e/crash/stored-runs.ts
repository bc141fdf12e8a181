import type { Page } from '@playwright/test'

/** What the page's storage holds of a run. */
export interface StoredRun {
  readonly id: string
  readonly status: string
  readonly resolution: string | undefined
  readonly title: string
  /** All that the model said, where the result is written. */
  readonly text: string
}

/** Every run in the page's storage. */
export function storedRuns(page: Page): Promise<readonly StoredRun[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    interface Body {
      readonly id: string
      readonly result?: { readonly outputs: readonly { readonly parts?: readonly { readonly text: string }[] }[] }
    }
    const db = await done(indexedDB.open('patchbay'))
    const stores = db.transaction(['runs', 'bodies'])
    const rows: Omit<StoredRun, 'text'>[] = await done(stores.objectStore('runs').getAll())
    const bodies: Body[] = await done(stores.objectStore('bodies').getAll())
    db.close()
    const texts = new Map(
      bodies.map(({ id, result }) => {
        const parts = (result?.outputs ?? []).flatMap(({ parts = [] }) => parts)
        return [id, parts.map(({ text }) => text).join('\n')]
      }),
    )
    return rows.map(({ id, status, resolution, title }) => ({
      id,
      status,
      resolution,
      title,
      text: texts.get(id) ?? '',
    }))
  })
}

import type { Page } from '@playwright/test'

/** What the page's storage holds of a run that is a job, or was to be one. */
export interface StoredJob {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly reason?: string
  readonly resolution?: string
  readonly job?: string
  /** Of its videos: the hash of the stored bytes, in hex. */
  readonly files: readonly string[]
  /** Polls without a usable answer. */
  readonly failedPolls: number
}

/** Every video run in the page's storage. */
export function storedJobs(page: Page): Promise<readonly StoredJob[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('patchbay'))
    const stores = db.transaction(['runs', 'assets', 'events'])
    const rows: (Omit<StoredJob, 'files' | 'failedPolls'> & { readonly endpoint: string })[] = await done(
      stores.objectStore('runs').getAll(),
    )
    const assets: { readonly run: string; readonly role: string; readonly blob: Blob }[] = await done(
      stores.objectStore('assets').getAll(),
    )
    const batches: {
      readonly id: string
      readonly events: readonly { readonly name?: string; readonly data: string }[]
    }[] = await done(stores.objectStore('events').getAll())
    db.close()
    const failedPollsOf = (run: string) =>
      batches
        .filter(({ id }) => id === run)
        .flatMap(({ events }) => events)
        .filter(({ name, data }) => name === 'job.status' && data.startsWith('{"error":{')).length
    const hash = async (blob: Blob) =>
      [...new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
    const videos = rows.filter(({ endpoint }) => endpoint === 'videos.create')
    return await Promise.all(
      videos.map(async ({ id, title, status, reason, resolution, job }) => {
        const own = assets.filter(({ run, role }) => run === id && role === 'output')
        const files = await Promise.all(own.map(({ blob }) => hash(blob)))
        return {
          ...{ id, title, status, files, failedPolls: failedPollsOf(id) },
          ...(reason !== undefined && { reason }),
          ...(resolution !== undefined && { resolution }),
          ...(job !== undefined && { job }),
        }
      }),
    )
  })
}

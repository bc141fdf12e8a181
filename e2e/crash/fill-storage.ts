import type { Page } from '@playwright/test'

/** Leaves this origin so much room, in bytes. Only a browser with a profile of its own heeds it. */
export async function limitStorage(page: Page, bytes: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes })
}

/** Adds bytes of no use, which do not shrink, in a database of their own: as many as are asked for, or as find room. */
export function fillStorage(page: Page, most = Number.MAX_SAFE_INTEGER): Promise<void> {
  return page.evaluate(async (most) => {
    const opening = indexedDB.open('ballast', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('ballast', { autoIncrement: true })
    await new Promise((done) => opening.addEventListener('success', done))
    const db = opening.result
    const fits = (size: number) =>
      new Promise<boolean>((done) => {
        const tx = db.transaction('ballast', 'readwrite')
        const bytes = new Uint8Array(size)
        for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
        tx.objectStore('ballast').add(bytes)
        tx.oncomplete = () => done(true)
        tx.onabort = () => done(false)
      })
    let left = most
    for (let size = 2 ** 20; size >= 512; size /= 2) while (size <= left && (await fits(size))) left -= size
    db.close()
  }, most)
}

import type { BrowserContext, Page } from '@playwright/test'

/** What the app keeps in the browser. */
export interface AppState {
  /** Settings, of this visit and of all. */
  readonly settings: Readonly<Record<string, string>>
  readonly drafts: readonly unknown[]
  readonly runs: readonly { readonly id: string; readonly status: string; readonly open?: string }[]
  /** Whether some text has reached into every object of the page. */
  readonly polluted: boolean
}

export function stateOf(page: Page): Promise<AppState> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('patchbay')
    await new Promise((done) => opening.addEventListener('success', done))
    const db = opening.result
    const all = async (store: string) => {
      const asked = db.transaction(store).objectStore(store).getAll()
      await new Promise((done) => asked.addEventListener('success', done))
      return asked.result
    }
    const [drafts, runs] = [await all('drafts'), await all('runs')]
    db.close()
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
    /** A draft, or the name that a tab keeps its own under. */
    const isDraft = ([name]: readonly [string, unknown]) => /^patchbay\.(?:draft|tab)\./.test(name)
    return {
      settings: Object.fromEntries(kept.filter((one) => !isDraft(one))),
      drafts: [...drafts, ...kept.filter(isDraft)],
      runs,
      polluted: Reflect.get({}, 'polluted') !== undefined,
    }
  })
}

/** Notes every request of a context that is not the reading of this origin. */
export function watchRequests(context: BrowserContext, origin: string): readonly string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    const reads = request.method() === 'GET' && (url.origin === origin || /^(blob|data):$/.test(url.protocol))
    if (!reads) seen.push(`${request.method()} ${request.url()}`)
  })
  return seen
}

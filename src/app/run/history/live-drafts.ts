import type { RunTools } from '../run-tools.ts'
import { onePerRuns } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'

export type LiveDrafts = ReturnType<typeof createLiveDrafts>

/**
 * The drafts whose keys begin with a prefix, by the rest of their keys, read when somebody subscribes, after each change of this page, and
 * whenever the page is seen. Tabs do not report drafts to each other, but each change begins with what is stored, so that none of theirs is lost.
 */
export function createLiveDrafts(
  { ledger, locks, onVisible }: Pick<RunTools, 'ledger' | 'locks' | 'onVisible'>,
  prefix: string,
) {
  let view: ReadonlyMap<string, unknown> | undefined
  let isFollowing = false
  let last: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()

  async function read(): Promise<void> {
    view = await (await ledger.history()).draftsUnder(prefix)
    for (const listener of [...listeners]) listener()
  }

  const follow = () => void read().catch(() => {})

  return {
    /** Undefined until they are read. */
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (!isFollowing) onVisible(follow)
      isFollowing = true
      if (listeners.size === 1) follow()
      return () => listeners.delete(listener)
    },
    /** Reads them again. */
    read,
    /**
     * Stores what `change` makes of a draft, one change after the other in all tabs, under a Web Lock where there are any. What it gives unchanged
     * is not written, and undefined removes the draft. Rejects where the ledger or `change` does.
     */
    async change(id: string, change: (stored: unknown) => unknown): Promise<void> {
      const key = prefix + id
      const work = async () => {
        const stored = await ledger.readDraft(key)
        const next = change(stored)
        if (next !== stored) await ledger.writeDraft(key, next)
      }
      const done = last.then(() => (locks ? locks.request(key, {}, work) : work()))
      last = done.catch(() => {})
      await done
      await read()
    },
  }
}

export const liveDraftsUnder = (prefix: string): ((runs: Parameters<typeof toolsOf>[0]) => LiveDrafts) =>
  onePerRuns((runs) => createLiveDrafts(toolsOf(runs), prefix))

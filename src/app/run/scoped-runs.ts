import type { Ledger } from '../ledger/ledger.ts'
import type { Runs } from './runs.ts'
import { keepTools, toolsOf } from './tools-of.ts'

/**
 * The page's runs as seen from a world of their own, such as the stage's: every thread and every key of a draft begins with `scope`, and the
 * history has only runs of such threads. A thread that begins so already stays as it is, since rows carry whole ones. Sending, following and
 * storage are those of the page.
 */
export function scopedRuns(runs: Runs, scope: string): Runs {
  const within = (name = '') => (name.startsWith(scope) ? name : scope + name)
  const tools = toolsOf(runs)
  const scoped: Runs = {
    ...runs,
    scope,
    start: (draft) => runs.start({ ...draft, thread: within(draft.thread) }),
    thread: (id) => runs.thread(within(id)),
    watchThread: (id, listener) => runs.watchThread(within(id), listener),
    openDraft: (key) => runs.openDraft(within(key)),
    close() {},
  }
  keepTools(scoped, { ...tools, ledger: scopedLedger(tools.ledger, within) })
  return scoped
}

const scopedLedger = (ledger: Ledger, within: (name?: string) => string): Ledger => ({
  ...ledger,
  thread: (id) => ledger.thread(within(id)),
  readDraft: (key) => ledger.readDraft(within(key)),
  writeDraft: (key, value) => ledger.writeDraft(within(key), value),
  async history() {
    const history = await ledger.history()
    return { ...history, draftsUnder: (prefix) => history.draftsUnder(within(prefix)) }
  },
})

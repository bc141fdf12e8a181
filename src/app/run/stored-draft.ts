import type { RunTools } from './run-tools.ts'

/** The key of the draft that holds the plan whose runs have this thread. */
export const planKey = (thread = '') => `${thread}.plan`

const labThreads = 'lab.'

/** The thread of all runs of a plan of the Lab. */
export const labThread = (plan: string): string => labThreads + plan

export const isLabThread = (thread = ''): boolean => thread.startsWith(labThreads)

/** Of all stages: see `stageThread`. */
export const stageThreads = 'stage.'

/** The first words of the threads and drafts of a stage; those of its cards begin so as well. */
export const stageThread = (stage: string): string => `${stageThreads}${stage}.`

/** Whether a run was made on a stage: it belongs there, and no list of the app has it. */
export const isStageThread = (thread = ''): boolean => thread.startsWith(stageThreads)

/** Drafts as the ledger has them, whichever tab wrote them last. All functions reject where the ledger does. */
export const draftsOf = ({ ledger }: Pick<RunTools, 'ledger'>) => ({
  read: (key: string) => ledger.readDraft(key),
  /** Resolves when it is stored. */
  write: (key: string, value: unknown) => ledger.writeDraft(key, value),
  /** Those whose keys begin so, by the rest of their keys. */
  under: async (prefix: string) => await (await ledger.history()).draftsUnder(prefix),
})
export type LedgerDrafts = ReturnType<typeof draftsOf>

/** An unsent request or text, stored under a key. */
export interface StoredDraft {
  /** The value of this tab, else the last one of any tab; undefined where there is none, or storage fails. */
  read(): Promise<unknown>
  /** Stores the newest value, debounced by 200 ms, or when the page may be about to go. `undefined` removes it. */
  write(value: unknown): void
  /** Writes a pending value and removes the listeners. */
  close(): void
}

interface Drafts {
  openDraft(key: string): StoredDraft
}

/** The value of a draft that nobody types into now. */
export async function readDraft(runs: Drafts, key: string): Promise<unknown> {
  const draft = runs.openDraft(key)
  return await draft.read().finally(draft.close)
}

/** Stores the value of one before whatever is stored next; `undefined` removes it. */
export function writeDraft(runs: Drafts, key: string, value: unknown): void {
  const draft = runs.openDraft(key)
  draft.write(value)
  draft.close()
}

const soon = 200

/**
 * Opens the draft of a key. It is stored twice: in the tab's session storage, so that a reload never shows what was typed in another
 * tab, and in the ledger, for a tab that was killed. A value with files, and one of more than 100,000 characters unless the page may be
 * about to go, is stored in the ledger only: of two tabs, the last write wins. A write that fails is dropped.
 */
export function openDraft(
  { ledger, clock, onHide, tab }: Pick<RunTools, 'ledger' | 'clock' | 'onHide' | 'tab'>,
  key: string,
): StoredDraft {
  const own = `patchbay.draft.${key}`
  let waiting: { readonly value: unknown } | undefined
  let callOff = () => {}
  function flush(most = mostInTab): void {
    callOff()
    if (waiting === undefined) return
    const { value } = waiting
    waiting = undefined
    keepInTab(tab, own, value, most)
    void ledger.writeDraft(key, value).catch(() => {})
  }
  const forgetHide = onHide(() => flush(Number.POSITIVE_INFINITY))
  return {
    read: async () => readFromTab(tab, own) ?? (await ledger.readDraft(key).catch(() => undefined)),
    write(value) {
      if (waiting === undefined) callOff = clock.after(soon, () => flush())
      waiting = { value }
    },
    close() {
      forgetHide()
      flush()
    },
  }
}

function readFromTab(tab: RunTools['tab'], key: string): unknown {
  try {
    return JSON.parse(tab?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function keepInTab(tab: RunTools['tab'], key: string, value: unknown, most: number): void {
  try {
    // First: where there is no room for the new value, the old one would be read in its place.
    tab?.removeItem(key)
    if (value !== undefined && fitsTab(value, most)) tab?.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: the ledger has it.
  }
}

/** Characters of a value that is kept in the tab while it is edited: session storage is written synchronously, a million of them in 100 ms and more. */
const mostInTab = 100_000

/**
 * Whether a value is small, and without a Blob and bytes anywhere in it, of which JSON would make an empty object and a list of numbers. The
 * walk ends at the limit.
 */
function fitsTab(value: unknown, most: number): boolean {
  let left = most
  function fits(part: unknown): boolean {
    left -= typeof part === 'string' ? part.length : 1
    if (left < 0 || part instanceof Blob || ArrayBuffer.isView(part)) return false
    return typeof part !== 'object' || part === null || Object.values(part).every(fits)
  }
  return fits(value)
}

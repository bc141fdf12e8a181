import type { RunTools } from './run-tools.ts'

/** What a person has typed and not sent yet, kept under a key. */
export interface StoredDraft {
  /** What this tab kept, else what any tab kept last; undefined where there is nothing, or storage fails. */
  read(): Promise<unknown>
  /** Keeps the newest value within 200 ms, or when the page may be about to go. `undefined` removes it. */
  write(value: unknown): void
  /** Writes what is waiting, and lets go. */
  close(): void
}

const soon = 200

/**
 * Opens the draft of a key. It is kept twice: for this tab, so that a reload never shows what another tab typed, and in the
 * ledger, for a tab that was killed. A value that holds files stands in the ledger alone, since a tab keeps texts only: of two tabs
 * the last to write is read. A write that fails is dropped: a draft is no receipt.
 */
export function openDraft(
  { ledger, clock, onHide, tab }: Pick<RunTools, 'ledger' | 'clock' | 'onHide' | 'tab'>,
  key: string,
): StoredDraft {
  const own = `patchbay.draft.${key}`
  let waiting: { readonly value: unknown } | undefined
  let callOff = () => {}
  function flush(): void {
    callOff()
    if (waiting === undefined) return
    const { value } = waiting
    waiting = undefined
    keepInTab(tab, own, value)
    void ledger.writeDraft(key, value).catch(() => {})
  }
  const forgetHide = onHide(flush)
  return {
    read: async () => readFromTab(tab, own) ?? (await ledger.readDraft(key).catch(() => undefined)),
    write(value) {
      if (waiting === undefined) callOff = clock.after(soon, flush)
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

function keepInTab(tab: RunTools['tab'], key: string, value: unknown): void {
  try {
    if (value === undefined || holdsFiles(value)) tab?.removeItem(key)
    else tab?.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: the ledger has it.
  }
}

/** A Blob, or bytes, anywhere in a value: JSON would make an empty object of the one and a list of numbers of the other. */
function holdsFiles(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Blob || ArrayBuffer.isView(value) || Object.values(value).some(holdsFiles)
}

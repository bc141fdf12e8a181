import type { RunTools } from './run-tools.ts'

/** What a person has typed and not sent yet, kept under a key. */
export interface StoredDraft {
  /** What was kept; undefined where there is nothing, or the ledger fails. */
  read(): Promise<unknown>
  /** Keeps a value once it has rested for 200 ms, or when the page may be about to go. `undefined` removes it. */
  write(value: unknown): void
  /** Writes what is waiting, and lets go. */
  close(): void
}

const rest = 200

/** Opens the draft of a key. A write that fails is dropped: a draft is no receipt. */
export function openDraft(
  { ledger, clock, onHide }: Pick<RunTools, 'ledger' | 'clock' | 'onHide'>,
  key: string,
): StoredDraft {
  let waiting: { readonly value: unknown } | undefined
  let callOff = () => {}
  function flush(): void {
    callOff()
    if (waiting === undefined) return
    const { value } = waiting
    waiting = undefined
    void ledger.writeDraft(key, value).catch(() => {})
  }
  const forgetHide = onHide(flush)
  return {
    read: () => ledger.readDraft(key).catch(() => undefined),
    write(value) {
      waiting = { value }
      callOff()
      callOff = clock.after(rest, flush)
    },
    close() {
      forgetHide()
      flush()
    },
  }
}

import type { FieldDescription } from './describe.ts'
import { type Draft, valueAt } from './draft.ts'
import { applied, type Entries, standing } from './entries.ts'
import type { FilledForm } from './filled-form.ts'
import type { Reading } from './reading.ts'

/** Where a form's content is held. */
interface Held {
  readonly read: () => FilledForm
  readonly write: (next: FilledForm) => void
  /** Writes, and forgets that sending was tried. */
  readonly renew: (next: FilledForm) => void
}

/** What a person can do to a form; `start` is what it goes back to. */
export function formActions({ read, write, renew }: Held, start: Draft) {
  const take = (path: string, entered: Entries, reading: Reading) => {
    const { draft, entries } = read()
    const next = applied(draft, path, reading)
    const { [path]: _replaced, ...others } = entries
    write({ draft: next, entries: { ...standing(others, draft, next), ...entered } })
  }
  const set = (path: string, value: unknown) => take(path, {}, { kind: 'value', value })
  return {
    set,
    unset: (path: string) => set(path, undefined),
    enter: (path: string, raw: unknown, reading: Reading) =>
      take(path, { [path]: reading.kind === 'unreadable' ? { raw, problem: reading.why } : { raw } }, reading),
    discardText: () => set('', read().draft),
    resetField: ({ path, required }: FieldDescription) => set(path, required ? valueAt(start, path) : undefined),
    reset: () => {
      const { draft, entries } = read()
      renew({ draft: start, entries: {}, before: { draft, entries } })
    },
    undoReset: () => {
      const { before } = read()
      if (before) write(before)
    },
    replace: (draft: Draft) => write({ draft, entries: {} }),
  }
}

import type { Draft } from './draft.ts'
import type { Entries } from './entries.ts'

/**
 * Everything that stands in a form at one moment.
 * A class, because react-hook-form copies plain objects key by key: a key `__proto__` would not survive it. What is no plain object it leaves alone.
 */
export class FilledForm {
  readonly draft: Draft
  readonly entries: Entries
  /** What stood here before everything was reset; gone with the next change. */
  readonly before: FilledForm | undefined

  constructor(draft: Draft, entries: Entries = {}, before?: FilledForm) {
    this.draft = draft
    this.entries = entries
    this.before = before
  }
}

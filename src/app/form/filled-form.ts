import type { Draft } from './draft.ts'
import type { Entries } from './entries.ts'

/** Everything that stands in a form at one moment. */
export interface FilledForm {
  readonly draft: Draft
  readonly entries: Entries
  /** What stood here before everything was reset; gone with the next change. */
  readonly before?: FilledForm
}

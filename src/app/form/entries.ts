import { isRecord } from '#contract/core/loose-json.ts'
import { type Draft, setAt, unsetAt, valueAt } from './draft.ts'
import type { Reading } from './reading.ts'

/** What stands in a box: a text that means the field's value (`0.70`), or one that cannot be read. */
interface Entry {
  readonly raw: unknown
  /** Why it cannot be read; the draft then still holds what was there before. */
  readonly problem?: string
}

/** By path; the path `''` is the whole request as JSON text. */
export type Entries = Readonly<Record<string, Entry>>

/** The entries that cannot be read: the draft does not hold them, so whoever keeps it has to keep them too. */
export function unreadIn(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([, { problem }]) => problem !== undefined))
}

/** The draft after something was typed. A text that cannot be read changes nothing. */
export function applied(draft: Draft, path: string, reading: Reading): Draft {
  if (reading.kind === 'unreadable') return draft
  if (path === '') return reading.kind === 'value' && isRecord(reading.value) ? reading.value : {}
  return reading.kind === 'unset' ? unsetAt(draft, path) : setAt(draft, path, reading.value)
}

/**
 * The entries that a change of the draft leaves standing: those of fields that it did not touch.
 * The text of the whole request stays only while it cannot be read: nothing that was typed is dropped without a word.
 */
export function standing(entries: Entries, before: Draft, after: Draft): Entries {
  return Object.fromEntries(
    Object.entries(entries).filter(([path, { problem }]) =>
      path === ''
        ? problem !== undefined
        : JSON.stringify(valueAt(before, path)) === JSON.stringify(valueAt(after, path)),
    ),
  )
}

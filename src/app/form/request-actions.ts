import { ownOf } from '#contract/core/loose-json.ts'
import type { FieldDescription } from './describe.ts'
import type { FormState } from './form-state.ts'
import { draftOf, Entry, entered, entryAt, type FormValues, isSame, type Unread, valuesOf } from './form-values.ts'
import type { FieldReading } from './reading.ts'
import { type RequestDraft, setAt, valueAt } from './request-draft.ts'

/**
 * What can be done to a form as a whole. Each action reads what the one before wrote, whether or not React has rendered in between.
 * `start` is what a reset goes back to; `keepBefore` gets what a reset replaces.
 */
export function requestActions(
  state: FormState,
  fields: readonly FieldDescription[],
  start: RequestDraft,
  keepBefore: (values: FormValues | undefined) => void,
) {
  const valuesNow = state.values
  const draft = () => draftOf(valuesNow(), fields)
  /** Writes the entries that differ, so that the other rows are not drawn. */
  const put = (next: FormValues) => {
    const before = valuesNow()
    for (const path of ['', ...fields.map((field) => field.path)])
      if (entryAt(before, path) !== entryAt(next, path)) state.setEntry(path, entryAt(next, path))
  }
  /** Takes a request over. A typed text stays in its box where its value is the same. */
  const take = (request: RequestDraft, text?: unknown) => {
    const before = valuesNow()
    put(
      valuesOf(request, fields, (path, value) => {
        if (path === '') return new Entry(request, text)
        const entry = entryAt(before, path)
        return isSame(entry.value, value) ? entry : undefined
      }),
    )
  }
  const set = (path: string, value: unknown) =>
    fields.some((field) => field.path === path)
      ? state.setEntry(path, new Entry(value))
      : take(setAt(draft(), path, value))
  return {
    set,
    enter: (path: string, raw: unknown, reading: FieldReading) => {
      const entry = entered(entryAt(valuesNow(), path), raw, reading)
      if (path === '' && entry.problem === undefined) take((entry.value ?? {}) as RequestDraft, raw)
      else state.setEntry(path, entry)
    },
    discardText: () => state.setEntry('', new Entry(draft())),
    resetField: ({ path, required }: FieldDescription) => set(path, required ? valueAt(start, path) : undefined),
    reset: () => {
      const before = valuesNow()
      const kept = (path: string) => (path === '' && !before.whole.problem ? undefined : entryAt(before, path))
      keepBefore(valuesOf(draft(), fields, kept))
      state.reset(valuesOf(start, fields))
    },
    undoReset: (before: FormValues | undefined) => {
      if (before) put(before)
      keepBefore(undefined)
    },
    replace: (request: RequestDraft, unread: Unread = {}) =>
      put(valuesOf(request, fields, (path) => ownOf(unread, path))),
  }
}

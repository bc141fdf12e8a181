import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import type { Refusal, Rules } from '#contract/core/rules.ts'
import type { ComboboxOption } from '../ui/combobox.tsx'
import { describe, type FieldDescription } from './describe.ts'
import { type Draft, extrasOf } from './draft.ts'
import { type Entries, unreadIn } from './entries.ts'
import type { PlacedError } from './errors-of.ts'
import { judge, reservedIn, withoutMissing } from './judge.ts'
import { notesOf } from './notes-of.ts'
import type { Reading } from './reading.ts'
import type { Remarks } from './remarks.ts'
import { useFilledForm } from './use-filled-form.ts'

/** Functions and lists that stay the same from one rendering to the next keep the form from being drawn anew. */
interface FormSetup {
  /** What the form starts with and goes back to. */
  readonly values?: Draft
  /** What it shows at first, where that was kept from an earlier visit. */
  readonly kept?: Draft
  /** What was typed by then and could not be read. */
  readonly unread?: Entries
  /** What the draft's model allows. */
  readonly rules?: (draft: Draft) => Rules | undefined
  /** What holds between the fields for every model. */
  readonly check?: (request: Draft) => Refusal | undefined
  /** Known values by path, where they come from the router: models, voices. */
  readonly options?: Readonly<Record<string, readonly ComboboxOption[]>>
  /** Paths that the panel fills by itself, each with where from: `comes from the conversation`. What is typed there is named, and not sent. */
  readonly reserved?: Remarks
  readonly onChange?: (draft: Draft) => void
}

export interface RequestForm {
  readonly fields: readonly FieldDescription[]
  readonly options: Readonly<Record<string, readonly ComboboxOption[]>>
  readonly rules: Rules | undefined
  /** What the form started with. */
  readonly start: Draft
  /** Everything that was set. */
  readonly draft: Draft
  /** What is sent of it: without the fields that the rules switch off and what the panel fills by itself. */
  readonly request: Draft
  /** Paths that are sent but have no control. */
  readonly extras: readonly string[]
  /** The reserved paths that were typed nevertheless. */
  readonly reserved: Remarks
  readonly entries: Entries
  /** Those of the entries that cannot be read. Kept with the draft, they bring back everything that was typed. */
  readonly unread: Entries
  /** What keeps the request from being sent; a field that is merely missing counts only after an attempt. */
  readonly errors: Remarks
  /** Everything that `errors` is about, each at its own place; not the texts that cannot be read. */
  readonly placed: readonly PlacedError[]
  /** What is unusual about a field that is sent as it is. */
  readonly notes: Remarks
  readonly advanced: 'folded' | 'shown'
  readonly setAdvanced: (next: RequestForm['advanced']) => void
  readonly set: (path: string, value: unknown) => void
  readonly unset: (path: string) => void
  /** Takes what was typed and what it means. */
  readonly enter: (path: string, raw: unknown, reading: Reading) => void
  /** Drops the text of the whole-request view and shows the form's request again. */
  readonly discardText: () => void
  /** Not sent any more; a field that is needed goes back to what it started with. */
  readonly resetField: (field: FieldDescription) => void
  readonly reset: () => void
  /** `ready` after a reset, until the next change. */
  readonly undo: 'ready' | 'none'
  /** Brings back what the reset took away. */
  readonly undoReset: () => void
  readonly replace: (draft: Draft) => void
  /** Hands on the request as it is sent, or shows what is missing. */
  readonly submit: (send: (request: Draft) => void) => void
}

const none = {}

/** A form over a request: the draft is the request itself, and unset is not sent. */
export function useRequestForm(schema: z.core.$ZodType, setup: FormSetup = none): RequestForm {
  const { rules, check, options = none, reserved = none, onChange } = setup
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: this describes a schema, not a test
  const fields = useMemo(() => describe(schema), [schema])
  const verdictOn = useMemo(
    () => judge({ schema, fields, rules, check, reserved }),
    [schema, fields, rules, check, reserved],
  )
  const [start] = useState<Draft>(setup.values ?? none)
  const { filled, attempted, submit, actions } = useFilledForm({
    start,
    first: { draft: setup.kept ?? start, entries: setup.unread ?? none },
    verdictOn,
    onChange,
  })
  const [advanced, setAdvanced] = useState<RequestForm['advanced']>('folded')
  const verdict = useMemo(() => verdictOn(filled), [verdictOn, filled])

  return useMemo(() => {
    const { draft, entries, before } = filled
    const known = [...fields.map(({ path }) => path), ...Object.keys(reserved)]
    const errors = attempted ? verdict.errors : withoutMissing(verdict.errors, filled)
    return {
      ...actions,
      ...verdict,
      fields,
      options,
      start,
      draft,
      entries,
      unread: unreadIn(entries),
      errors,
      placed: verdict.placed.filter(({ field }) => errors[field] !== undefined),
      notes: notesOf(verdict.request, fields, options, errors),
      extras: extrasOf(draft, known),
      reserved: reservedIn(draft, reserved),
      advanced,
      setAdvanced,
      undo: before ? 'ready' : 'none',
      submit,
    }
  }, [actions, verdict, fields, options, reserved, start, filled, attempted, advanced, submit])
}

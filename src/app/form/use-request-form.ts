import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Refusal, Rules } from '#contract/core/rules.ts'
import type { ComboboxOption } from '../ui/popup/combobox-list.tsx'
import { describe, type FieldDescription } from './describe.ts'
import { type FormState, useFormState } from './form-state.ts'
import {
  draftOf,
  Entry,
  entered,
  entryAt,
  type FieldReading,
  type FormValues,
  isSame,
  type Unread,
  useSame,
  valuesOf,
} from './form-values.ts'
import { judge, reservedIn, withoutMissing } from './judge.ts'
import type { Remarks } from './remarks.ts'
import { extrasOf, type RequestDraft, setAt, valueAt } from './request-draft.ts'

/** Functions and objects that keep their identity from one rendering to the next save the form a rendering. */
interface FormSetup {
  /** What the form starts with and is reset to. A change counts at the next reset. */
  readonly values?: RequestDraft
  /** What it shows first, where a draft was kept. */
  readonly kept?: RequestDraft
  readonly unread?: Unread
  readonly rules?: (draft: RequestDraft) => Rules | undefined
  readonly check?: (request: RequestDraft) => Refusal | undefined
  /** Known values by path, where they come from the router: models, voices. */
  readonly options?: Readonly<Record<string, readonly ComboboxOption[]>>
  /** Paths that the panel fills itself, each with where from: `comes from the conversation`. What is typed there is named, and not sent. */
  readonly reserved?: Remarks
}

/** A form as it is now: another object after each change. */
export type RequestForm = ReturnType<typeof useRequestForm>

const none = {}

/** A form over a request, held by react-hook-form; what is unset is not sent. */
export function useRequestForm(schema: z.core.$ZodType, setup: FormSetup = none) {
  const { rules: rulesOf, check, options = none, reserved = none } = setup
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: this describes a schema, not a test
  const fields = useMemo(() => describe(schema), [schema])
  const verdictOn = useMemo(
    () => judge({ schema, fields, rules: rulesOf, check, reserved }),
    [schema, fields, rulesOf, check, reserved],
  )
  const start: RequestDraft = useSame(setup.values ?? none)
  const { state, values, isSubmitted, wanted, submit } = useFormState(
    () => valuesOf(setup.kept ?? start, fields, (path) => ownOf(setup.unread, path)),
    verdictOn,
  )
  const verdict = useMemo(() => verdictOn(values), [verdictOn, values])
  const [before, setBefore] = useState<FormValues>()
  const actions = useMemo(() => requestActions(state, fields, start, setBefore), [state, fields, start])
  const [advanced, setAdvanced] = useState<'folded' | 'shown'>('folded')
  const rules = useSame(verdict.rules?.fields)
  const errors = useMemo(() => (isSubmitted ? verdict.errors : withoutMissing(verdict)), [verdict, isSubmitted])

  return useMemo(() => {
    const { draft, request, unread } = verdict
    const isUntouched = draft === start && Object.keys(unread).length === 0
    return {
      ...actions,
      ...{ state, fields, options, start, draft, advanced, setAdvanced },
      /** Passes the request on as it is sent; where it has errors, shows them and moves the focus to the first. */
      submit,
      /** What is sent of the draft: without what the rules switch off and what the panel fills itself. */
      request,
      /** What cannot be read; kept with the draft, it restores everything that was typed. */
      unread,
      /** What keeps the request from being sent; a field that is merely missing counts after an attempt only. */
      errors,
      /** The field that the focus could not be moved to, such as one with an error, since it is not drawn. */
      wanted,
      rules: verdict.rules && { ...verdict.rules, fields: rules ?? {} },
      isSendable: Object.keys(verdict.errors).length === 0,
      /** Everything that `errors` is about, each at its own place; not the texts that cannot be read. */
      placed: verdict.placed.filter(({ field }) => ownOf(errors, field) !== undefined),
      /** Paths that are sent but have no control. */
      extras: extrasOf(draft, [...fields.map(({ path }) => path), ...Object.keys(reserved)]),
      reserved: reservedIn(draft, reserved),
      /** `ready` after a reset, until the next change. */
      undo: before && isUntouched ? ('ready' as const) : ('none' as const),
      undoReset: () => actions.undoReset(before),
    }
  }, [actions, verdict, rules, state, submit, fields, options, reserved, start, errors, wanted, before, advanced])
}

/** Actions on a form as a whole. `start` is what a reset goes back to; `keepBefore` gets what it replaces. */
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
    /** `undefined` unsets. */
    set,
    /** Takes a typed text and what it means; the path `''` is the JSON view. */
    enter: (path: string, raw: unknown, reading: FieldReading) => {
      const entry = entered(entryAt(valuesNow(), path), raw, reading)
      if (path === '' && entry.problem === undefined) take((entry.value ?? {}) as RequestDraft, raw)
      else state.setEntry(path, entry)
    },
    /** Replaces the text of the JSON view by the form's request. */
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

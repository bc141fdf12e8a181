import { useMemo, useState } from 'react'
import { type ResolverResult, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Refusal, Rules } from '#contract/rules.ts'
import type { ComboboxOption } from '../ui/combobox.tsx'
import { describe, type FieldDescription } from './describe.ts'
import { type Draft, extrasOf, isSent, valueAt } from './draft.ts'
import { applied, type Entries, standing } from './entries.ts'
import { errorsOf, notesOf, type Remarks, ruleFor, sendable } from './judge.ts'
import type { Reading } from './reading.ts'

interface FormValues {
  readonly draft: Draft
  readonly entries: Entries
}

/** Functions and lists that stay the same from one rendering to the next keep the form from being drawn anew. */
interface FormSetup {
  /** What the form starts with and goes back to. */
  readonly values?: Draft
  /** What it shows at first, where that was kept from an earlier visit. */
  readonly kept?: Draft
  /** What the draft's model allows. */
  readonly rules?: (draft: Draft) => Rules | undefined
  /** What holds between the fields for every model. */
  readonly check?: (request: Draft) => Refusal | undefined
  /** Known values by path, where they come from the router: models, voices. */
  readonly options?: Readonly<Record<string, readonly ComboboxOption[]>>
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
  /** What is sent of it: without the fields that the rules switch off. */
  readonly request: Draft
  /** Paths that are sent but have no control. */
  readonly extras: readonly string[]
  readonly entries: Entries
  /** What keeps the request from being sent; a field that is merely missing counts only after an attempt. */
  readonly errors: Remarks
  readonly notes: Remarks
  readonly set: (path: string, value: unknown) => void
  readonly unset: (path: string) => void
  /** Takes what was typed and what it means. */
  readonly enter: (path: string, raw: unknown, reading: Reading) => void
  /** Drops the text of the whole-request view and shows the form's request again. */
  readonly discardText: () => void
  /** Not sent any more; a field that is needed goes back to what it started with. */
  readonly resetField: (field: FieldDescription) => void
  readonly reset: () => void
  readonly replace: (draft: Draft) => void
  /** Hands on the request as it is sent, or shows what is missing. */
  readonly submit: (send: (request: Draft) => void) => void
}

const none = {}

/** A form over a request: the draft is the request itself, and unset is not sent. */
export function useRequestForm(schema: z.core.$ZodType, setup: FormSetup = none): RequestForm {
  const { rules: rulesOf, check, onChange, options = none } = setup
  const [start] = useState<Draft>(setup.values ?? none)
  const [kept] = useState<Draft>(setup.kept ?? start)
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: this describes a schema, not a test
  const fields = useMemo(() => describe(schema), [schema])

  const judge = useMemo(
    () =>
      ({ draft, entries }: FormValues) => {
        const rules = rulesOf?.(draft)
        const request = sendable(draft, rules)
        const errors = { ...unreadable(entries, rules), ...errorsOf(request, schema, fields, [rules?.check, check]) }
        return { rules, request, errors }
      },
    [schema, fields, rulesOf, check],
  )
  const { control, formState, getValues, handleSubmit, reset, setValue } = useForm<FormValues>({
    defaultValues: { draft: kept, entries: {} },
    resolver: (values) => verdict(values, judge(values).errors),
  })
  const draft = useWatch({ control, name: 'draft' })
  const entries = useWatch({ control, name: 'entries' })
  const judged = useMemo(() => judge({ draft, entries }), [judge, draft, entries])
  const actions = useMemo(
    () => actionsOn({ getValues, setValue, reset }, start, onChange),
    [getValues, setValue, reset, start, onChange],
  )
  const attempted = formState.isSubmitted

  return useMemo(
    () => ({
      ...actions,
      ...judged,
      fields,
      options,
      start,
      draft,
      entries,
      errors: attempted ? judged.errors : withoutMissing(judged.errors, draft, entries),
      notes: notesOf(judged.request, fields, options),
      extras: extrasOf(
        draft,
        fields.map(({ path }) => path),
      ),
      submit: (send) => void handleSubmit((values) => send(judge(values).request))(),
    }),
    [actions, judged, fields, options, start, draft, entries, attempted, handleSubmit, judge],
  )
}

function actionsOn(
  form: Pick<UseFormReturn<FormValues>, 'getValues' | 'setValue' | 'reset'>,
  start: Draft,
  onChange: FormSetup['onChange'],
) {
  const commit = (draft: Draft, entries: Entries) => {
    form.setValue('draft', draft, { shouldDirty: true })
    form.setValue('entries', entries)
    onChange?.(draft)
  }
  const read = (path: string, entered: Entries, reading: Reading) => {
    const { draft, entries } = form.getValues()
    const next = applied(draft, path, reading)
    const { [path]: _replaced, ...others } = entries
    commit(next, { ...standing(others, draft, next), ...entered })
  }
  const set = (path: string, value: unknown) => read(path, none, { kind: 'value', value })
  return {
    set,
    unset: (path: string) => set(path, undefined),
    enter: (path: string, raw: unknown, reading: Reading) =>
      read(path, { [path]: reading.kind === 'unreadable' ? { raw, problem: reading.why } : { raw } }, reading),
    discardText: () => set('', form.getValues().draft),
    resetField: ({ path, required }: FieldDescription) => set(path, required ? valueAt(start, path) : undefined),
    reset: () => {
      form.reset({ draft: start, entries: {} })
      onChange?.(start)
    },
    replace: (draft: Draft) => commit(draft, {}),
  }
}

function verdict(values: FormValues, errors: Remarks): ResolverResult<FormValues> {
  const [message] = Object.values(errors)
  return message === undefined ? { values, errors: {} } : { values: {}, errors: { form: { type: 'request', message } } }
}

/** Texts that cannot be read block sending, except where their field is switched off anyway. */
function unreadable(entries: Entries, rules: Rules | undefined): Remarks {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([path, { problem }]) =>
      problem === undefined || ruleFor(rules, path)?.kind === 'off' ? [] : [[path, problem]],
    ),
  )
}

/** Nobody is told off for a box that they have not come to yet. */
function withoutMissing(errors: Remarks, draft: Draft, entries: Entries): Remarks {
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => path === '' || isSent(draft, path) || entries[path]?.problem !== undefined,
    ),
  )
}

import { createFormControl, type FieldErrors, type Resolver, set } from 'react-hook-form'
import type { FieldDescription } from './describe.ts'
import type { FormValues } from './form-values.ts'
import type { JudgeValues } from './judge.ts'
import type { RequestDraft } from './request-draft.ts'

/** What the resolver returns. A class: react-hook-form copies plain objects, and the copy has no key called `__proto__`. */
class Sendable {
  readonly request: RequestDraft

  constructor(request: RequestDraft) {
    this.request = request
  }
}

/**
 * The resolver over the same verdict that is shown while somebody types. react-hook-form runs it on submit only: after each key it
 * would update no error but that of the changed field, although a rule may concern others, or else draw all fields.
 */
export function resolverOf(
  verdictOn: JudgeValues,
  fields: readonly FieldDescription[],
): Resolver<FormValues, unknown, Sendable> {
  return (values) => {
    const { request, errors } = verdictOn(values)
    if (Object.keys(errors).length === 0) return { values: new Sendable(request), errors: {} }
    const placed: FieldErrors<FormValues> = {}
    for (const [path, message] of Object.entries(errors)) {
      const isField = fields.some((field) => field.path === path)
      set(placed, isField ? `fields.${path}` : path === '' ? 'whole' : 'root', { type: 'request', message })
    }
    return { values: {}, errors: placed }
  }
}

/** A form of react-hook-form that begins with these values; `publish` gets every later state, in the task in which it changes. */
export function createHookForm(
  defaultValues: FormValues,
  resolver: Resolver<FormValues, unknown, Sendable>,
  publish: (values: FormValues, isSubmitted: boolean) => void,
) {
  const form = createFormControl<FormValues, unknown, Sendable>({
    ...{ defaultValues, resolver, reValidateMode: 'onSubmit' },
    // The focus is moved by the form's state, which knows what is drawn.
    shouldFocusError: false,
  })
  form.subscribe({
    formState: { values: true, isSubmitted: true },
    callback: ({ values, isSubmitted }) => publish(values, isSubmitted ?? false),
  })
  return form
}

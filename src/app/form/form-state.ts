import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Resolver, useController, useForm, useWatch } from 'react-hook-form'
import { asEntry, type Entry, type FormValues } from './form-values.ts'
import type { JudgeValues } from './judge.ts'
import type { RequestDraft } from './request-draft.ts'

/** What the resolver returns. A class: react-hook-form copies plain objects, and the copy has no key called `__proto__`. */
class Sendable {
  readonly request: RequestDraft

  constructor(request: RequestDraft) {
    this.request = request
  }
}

/** A field that is to be shown, such as one with an error, where no box on the screen shows it. An object of its own for each time. */
export interface Wanted {
  readonly path: string
}

/** What the rows of a form share. Keeps its identity. */
export type FormState = ReturnType<typeof useFormState>['state']

const nameOf = (path: string) => (path === '' ? 'whole' : (`fields.${path}` as const))

/** How the focus is moved to the boxes that are drawn, by path: the rows of fields and the JSON view. react-hook-form moves the focus to registered fields only, and some are drawn only once they are asked for. */
class Boxes {
  readonly #drawn = new Map<string, () => void>()
  readonly #want: (wanted: Wanted | undefined) => void
  #wanted: string | undefined

  constructor(want: (wanted: Wanted | undefined) => void) {
    this.#want = want
  }

  /** Registers the box that shows an entry. Returns the function that ends it. */
  add(path: string, focus: () => void): () => void {
    this.#drawn.set(path, focus)
    if (this.#wanted === path) this.show(path)
    return () => void this.#drawn.delete(path)
  }

  /** Moves the focus to the box of a field; where it is not drawn, the field is `wanted` until it is. */
  show(path: string): void {
    const focus = this.#drawn.get(path)
    this.#wanted = focus ? undefined : path
    focus?.()
    this.#want(focus ? undefined : { path })
  }

  /** Shows the first of these fields that is drawn, else the JSON view, else the first of them. */
  showOneOf(paths: readonly string[]): void {
    const drawn = [...this.#drawn.keys()].find((path) => paths.includes(path)) ?? ''
    const path = this.#drawn.has(drawn) ? drawn : paths[0]
    if (path !== undefined) this.show(path)
  }
}

/**
 * Judges a submit. The errors themselves are those of the verdict: after each key react-hook-form would update the changed field's error
 * alone, or draw all fields.
 */
const resolverOf =
  (verdictOn: JudgeValues): Resolver<FormValues, unknown, Sendable> =>
  (values) => {
    const { request, errors } = verdictOn(values)
    return Object.keys(errors).length === 0
      ? { values: new Sendable(request), errors: {} }
      : { values: {}, errors: { root: { type: 'request' } } }
  }

/** A form of react-hook-form that begins with `defaultValues`, which are read once. `verdictOn` judges a submit. */
export function useFormState(defaultValues: () => FormValues, verdictOn: JudgeValues) {
  const [first] = useState(defaultValues)
  const resolver = useMemo(() => resolverOf(verdictOn), [verdictOn])
  // The focus is moved by `boxes`.
  const form = useForm({ defaultValues: first, resolver, reValidateMode: 'onSubmit', shouldFocusError: false })
  const [wanted, want] = useState<Wanted>()
  const [state] = useState(() => ({
    control: form.control,
    boxes: new Boxes(want),
    /** What the form holds now, whether or not React has rendered it. */
    values: (): FormValues => form.getValues(),
    setEntry: (path: string, entry: Entry) => form.setValue(nameOf(path), entry),
    /** Also clears that sending was tried. The refs are kept, since a row registers its field only once. */
    reset: (next: FormValues) => form.reset(next, { keepFieldsRef: true }),
  }))
  const { handleSubmit } = form
  const submit = useMemo(
    () => (send: (request: RequestDraft) => void) =>
      void handleSubmit(
        ({ request }) => send(request),
        () => state.boxes.showOneOf(Object.keys(verdictOn(state.values()).errors)),
      )(),
    [handleSubmit, state, verdictOn],
  )
  // Every field has an entry from the start: the values are whole.
  const values = useWatch({ control: form.control }) as FormValues
  return { state, values, isSubmitted: form.formState.isSubmitted, wanted, submit }
}

/** The entry of a field, or, for the path `''`, that of the whole request; its box is registered for as long as it is drawn. */
export function useEntry({ control, boxes }: FormState, path: string, focus: () => void): Entry {
  const { field } = useController({ control, name: nameOf(path) })
  const onWanted = useEffectEvent(focus)
  useEffect(() => boxes.add(path, () => onWanted()), [boxes, path])
  return asEntry(field.value)
}

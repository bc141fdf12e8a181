import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FieldDescription } from './describe.ts'
import { type Entry, entryAt, type FormValues } from './form-values.ts'
import type { createHookForm } from './hook-form.ts'
import type { JudgeValues } from './judge.ts'
import { type RequestDraft, setAt } from './request-draft.ts'

interface Held {
  readonly values: FormValues
  /** Whether sending was tried since the last reset. */
  readonly isSubmitted: boolean
  /** A field that is to be shown, such as one with an error, where no box on the screen shows it. Its box gets the focus once there is one. */
  readonly wanted?: Wanted | undefined
}

/** An object of its own for each time. */
export interface Wanted {
  readonly path: string
}

/** What the focus is moved to when a submit finds an error: the row of a field, or the JSON view. */
interface Box {
  readonly focus: () => void
}

const nameOf = (path: string) => (path === '' ? 'whole' : (`fields.${path}` as const))

/**
 * The state of one form. react-hook-form holds it from the first change on, or from the first submit that finds an error; until then it is
 * the values that the form began with, so that the library is not part of the first load. Changes made while it loads count at once and
 * are handed over; where it cannot be loaded, the next change asks for it again.
 */
export class FormState {
  /** What a submit is judged by; the form's owner replaces it when its rules change. */
  verdictOn: JudgeValues
  readonly #fields: readonly FieldDescription[]
  readonly #listeners = new Set<() => void>()
  readonly #boxes = new Map<string, Box>()
  #now: Held
  #form: ReturnType<typeof createHookForm> | undefined
  #loading: Promise<void> | undefined

  constructor(values: FormValues, fields: readonly FieldDescription[], verdictOn: JudgeValues) {
    this.#now = { values, isSubmitted: false }
    this.#fields = fields
    this.verdictOn = verdictOn
  }

  /** The same object until something changes. */
  readonly now = (): Held => this.#now

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  setEntry(path: string, entry: Entry): void {
    if (this.#form) this.#form.setValue(nameOf(path), entry)
    else {
      this.#publish(setAt({ ...this.#now.values }, nameOf(path), entry) as unknown as FormValues)
      void this.#load()
    }
  }

  /** Also clears that sending was tried. */
  reset(values: FormValues): void {
    // The refs are kept, since a row registers its field only once.
    this.#form?.reset(values, { keepFieldsRef: true })
    this.#publish(values, false)
  }

  /** Passes the request on; where it has errors, shows them and moves the focus to the first. */
  async submit(send: (request: RequestDraft) => void): Promise<void> {
    if (this.#form) return this.#form.handleSubmit((checked) => send(checked.request), this.#showError)()
    const { request, errors } = this.verdictOn(this.#now.values)
    this.#publish(this.#now.values, true)
    if (Object.keys(errors).length === 0) send(request)
    else this.#showError()
  }

  /** Names the box that shows an entry. Returns the function that ends it. */
  register(path: string, box: Box): () => void {
    this.#boxes.set(path, box)
    if (this.#now.wanted?.path === path) {
      box.focus()
      this.#want(undefined)
    }
    return () => void this.#boxes.delete(path)
  }

  /** Moves the focus to the first box with an error, else to the JSON view; where neither is drawn, the field is `wanted`. */
  readonly #showError = () => {
    const paths = Object.keys(this.verdictOn(this.#now.values).errors)
    const drawn = [...this.#boxes.keys()].find((path) => paths.includes(path)) ?? ''
    const path = this.#boxes.has(drawn) ? drawn : paths[0]
    if (path !== undefined) this.show(path)
  }

  /** Moves the focus to the box of a field; where it is not drawn, the field is `wanted`. */
  show(path: string): void {
    const box = this.#boxes.get(path)
    if (box) box.focus()
    else this.#want({ path })
  }

  #want(wanted: Wanted | undefined): void {
    this.#now = { ...this.#now, wanted }
    for (const listener of this.#listeners) listener()
  }

  #load(): Promise<void> {
    this.#loading ??= this.#hold().catch(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #hold(): Promise<void> {
    const { createHookForm, resolverOf } = await import('./hook-form.ts')
    this.#form = createHookForm(
      this.#now.values,
      (...given) => resolverOf(this.verdictOn, this.#fields)(...given),
      (values, isSubmitted) => this.#publish(values, isSubmitted || this.#now.isSubmitted),
    )
  }

  #publish(values: FormValues, isSubmitted = this.#now.isSubmitted): void {
    this.#now = { values, isSubmitted }
    for (const listener of this.#listeners) listener()
  }
}

/** The entry of a field, or, for the path `''`, that of the whole request; its box is registered with the form for as long as it is drawn. */
export function useEntry(state: FormState, path: string, focus: () => void): Entry {
  const box = useRef({ focus })
  box.current.focus = focus
  useEffect(() => state.register(path, box.current), [state, path])
  return useSyncExternalStore(state.subscribe, () => entryAt(state.now().values, path))
}

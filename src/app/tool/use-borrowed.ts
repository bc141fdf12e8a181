import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { isSame, type Unread } from '../form/form-values.ts'
import { type RequestDraft, withoutChange } from '../form/request-draft.ts'
import type { RequestForm } from '../form/use-request-form.ts'

const Draft = z.record(z.string(), z.unknown())

/** Values in a form that the person did not set: the draft before and after they were put in, and where they are from. */
export const Borrowed = z.object({
  before: Draft,
  after: Draft,
  /** The title of an example. */
  example: z.optional(z.string()),
  /** The name of a saved prompt. */
  prompt: z.optional(z.string()),
  /** The id of the run that was sent with them. */
  run: z.optional(z.string()),
})
export type Borrowed = z.infer<typeof Borrowed>

/** Fills a form with values of an example or a run, and restores what they replaced; edits made meanwhile stay. */
export function useBorrowed(form: RequestForm, stored: Borrowed | undefined) {
  const [borrowed, setBorrowed] = useState(stored)
  // A reset takes out everything.
  if (borrowed && form.draft === form.start) setBorrowed(undefined)
  const own = borrowed ? withoutChange(form.draft, borrowed) : form.draft
  return {
    borrowed,
    own,
    /** In place of those that were put in before. */
    put(after: RequestDraft, from: Pick<Borrowed, 'example' | 'prompt' | 'run'> = {}, unread?: Unread): void {
      setBorrowed({ before: own, after, ...from })
      form.replace(after, unread)
    },
    giveBack(unread?: Unread): void {
      if (borrowed || unread) form.replace(own, unread)
      setBorrowed(undefined)
    },
    /** They are the person's from now on. */
    keep: () => setBorrowed(undefined),
  }
}

/** A draft with what is usual for its model, in place of what was usual before. Where a person has set any of it, nothing is added. */
export function withUsual(draft: RequestDraft, before: JsonRecord, usual: JsonRecord): RequestDraft {
  const rest = withoutChange(draft, { before: {}, after: before })
  return Object.keys(usual).some((name) => Object.hasOwn(rest, name)) ? rest : { ...rest, ...usual }
}

/** Sets a model's usual values, once for each change, so that removed ones stay out. `usual` is undefined while models are loading. */
export function useUsual(
  form: RequestForm,
  usual: JsonRecord | undefined,
  before: JsonRecord,
  setBefore: (usual: JsonRecord) => void,
): void {
  const change = useEffectEvent(() => {
    if (!usual || isSame(usual, before)) return
    form.replace(withUsual(form.draft, before, usual), form.unread)
    setBefore(usual)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each model and list; what is typed meanwhile stands.
  useEffect(() => change(), [JSON.stringify(usual)])
}

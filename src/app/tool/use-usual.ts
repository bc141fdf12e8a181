import { useEffect, useEffectEvent } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { isSame } from '../form/form-values.ts'
import { type RequestDraft, withoutChange } from '../form/request-draft.ts'
import type { RequestForm } from '../form/use-request-form.ts'

/** A draft with what is usual for its model, in place of what was usual before. Where a person has set any of it, nothing is added. */
export function withUsual(draft: RequestDraft, before: JsonRecord, usual: JsonRecord): RequestDraft {
  const rest = withoutChange(draft, { before: {}, after: before })
  return Object.keys(usual).some((name) => Object.hasOwn(rest, name)) ? rest : { ...rest, ...usual }
}

/**
 * Puts into the form what its tool asks of the chosen model by itself, once for each change: what a person takes out again stays out.
 * `usual` is undefined as long as the list of models is being loaded.
 */
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

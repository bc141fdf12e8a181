import { useCallback, useMemo, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import type { FilledForm } from './filled-form.ts'
import { formActions } from './form-actions.ts'
import type { judge } from './judge.ts'

interface Filling {
  /** What the form starts with and goes back to. */
  readonly start: Draft
  /** What it shows at first. */
  readonly first: FilledForm
  readonly verdictOn: ReturnType<typeof judge>
  readonly onChange: ((draft: Draft) => void) | undefined
}

interface Shown {
  readonly filled: FilledForm
  /** Sending was tried since the last reset. */
  readonly attempted: boolean
}

/** Holds what stands in a form, and lets nothing be sent that the verdict is against. */
export function useFilledForm({ start, first, verdictOn, onChange }: Filling) {
  const [shown, setShown] = useState<Shown>(() => ({ filled: first, attempted: false }))
  // An action reads what the one before it wrote, whether or not React has drawn in between.
  const latest = useRef(shown)
  const hold = useCallback((filled: FilledForm, attempted: boolean) => {
    latest.current = { filled, attempted }
    setShown(latest.current)
  }, [])
  const actions = useMemo(() => {
    const put = (filled: FilledForm, attempted: boolean) => {
      hold(filled, attempted)
      onChange?.(filled.draft)
    }
    return formActions(
      {
        read: () => latest.current.filled,
        write: (next) => put(next, latest.current.attempted),
        renew: (next) => put(next, false),
      },
      start,
    )
  }, [hold, start, onChange])
  const submit = useCallback(
    (send: (request: Draft) => void) => {
      const { filled } = latest.current
      hold(filled, true)
      const { request, errors } = verdictOn(filled)
      if (Object.keys(errors).length === 0) send(request)
    },
    [hold, verdictOn],
  )
  return { ...shown, submit, actions }
}

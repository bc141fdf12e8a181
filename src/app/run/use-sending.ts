import { useRef, useState } from 'react'
import type { RunDraft, StartOutcome } from './draft.ts'
import { useStart } from './use-start.ts'

type Held = Exclude<StartOutcome, { status: 'started' }>

export interface Sending {
  /** Why the last press did not send. */
  readonly held: { readonly outcome: Held; readonly draft: RunDraft } | undefined
  readonly dismiss: () => void
  /** Sends a draft; a second press while the first is being written down does nothing. Gives the run's id once it is on its way. */
  readonly press: (draft: RunDraft) => Promise<string | undefined>
}

/** One press, one send. Never rejects. */
export function useSending(): Sending {
  const start = useStart()
  const pressing = useRef(false)
  const [held, setHeld] = useState<Sending['held']>()
  return {
    held,
    dismiss: () => setHeld(undefined),
    press: async (draft) => {
      if (pressing.current) return undefined
      pressing.current = true
      const outcome = await start(draft)
      pressing.current = false
      setHeld(outcome.status === 'started' ? undefined : { outcome, draft })
      return outcome.status === 'started' ? outcome.id : undefined
    },
  }
}

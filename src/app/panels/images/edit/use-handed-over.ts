import { useEffect, useRef } from 'react'
import { HandOver, handOverKey } from '../../../inspect/hand-over.ts'
import { useDraft } from '../../../run/use-draft.ts'
import type { EditSession } from './edit-session.ts'

/** Takes in what was handed over while the tool was not shown. */
export function useHandedOver(session: EditSession): void {
  const { stored, write } = useDraft(handOverKey, HandOver)
  const taken = useRef(false)
  useEffect(() => {
    if (!stored || taken.current) return
    taken.current = true
    write(undefined)
    void session.add(stored.files, stored.as)
  }, [session, stored, write])
}

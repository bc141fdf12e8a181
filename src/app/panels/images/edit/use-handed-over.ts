import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useDraft } from '../../../run/use-draft.ts'
import type { EditSession } from './edit-session.ts'

/** Pictures that another tool hands to this one, under the key `images.edit.hand-over`. */
const HandOver = z.object({
  files: z.array(z.object({ name: z.string(), blob: z.custom<Blob>((value) => value instanceof Blob) })),
  as: z.enum(['base', 'reference']),
})

/** Takes in what was handed over while the tool was not shown. */
export function useHandedOver(session: EditSession): void {
  const { stored, write } = useDraft('images.edit.hand-over', HandOver)
  const taken = useRef(false)
  useEffect(() => {
    if (!stored || taken.current) return
    taken.current = true
    write(undefined)
    void session.add(stored.files, stored.as)
  }, [session, stored, write])
}

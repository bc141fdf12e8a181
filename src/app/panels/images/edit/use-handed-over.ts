import { useEffect, useEffectEvent, useRef } from 'react'
import * as z from 'zod/mini'
import { useDraft } from '../../../run/use-draft.ts'
import { EditAgain } from '../../../tool/edit-again.ts'
import { HandOver } from '../../../tool/hand-over.ts'
import { handOverKeys } from '../../../tool/hand-over-keys.ts'
import type { EditTools } from './use-edit.ts'

const Handed = z.union([HandOver, EditAgain])

/** Takes in what was handed over while the tool was not shown: pictures, or an edit to be opened again. */
export function useHandedOver({ session, earlier }: Pick<EditTools, 'session' | 'earlier'>): void {
  const { stored, write } = useDraft(handOverKeys.edit, Handed)
  const taken = useRef(false)
  const take = useEffectEvent((handed: z.infer<typeof Handed>) => {
    void ('run' in handed ? earlier.open(handed.run) : session.add(handed.files, handed.as))
  })
  useEffect(() => {
    if (!stored || taken.current) return
    taken.current = true
    write(undefined)
    take(stored)
  }, [stored, write])
}

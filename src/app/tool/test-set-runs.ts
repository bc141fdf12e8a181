import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { useRuns } from '../run/use-runs.tsx'
import { addressOf } from './panels.ts'

/** The key of the draft that holds the runs that are to become rows. The Lab deletes it when it has asked where to. */
export const testSetKey = 'lab.hand-over'

export const TestSetRuns = z.object({ /** Their ids. */ runs: z.array(z.string()) })

/** Returns a function that opens the Lab with runs to add to one of its plans. */
export function useAddToTestSet(): (runs: readonly string[]) => void {
  const page = useRuns()
  const [, navigate] = useLocation()
  return (runs) => {
    const draft = page.openDraft(testSetKey)
    draft.write({ runs })
    draft.close()
    navigate(addressOf('lab'))
  }
}

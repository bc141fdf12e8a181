import { useMemo } from 'react'
import type { StepHistory } from '../../../mask/canvas/step-history.ts'
import type { CutWorld } from '../../../mask/crop/use-cutting.ts'
import type { EditSession } from './edit-session.ts'
import { cutOf } from './edit-work.ts'
import type { EditTools } from './use-edit.ts'

/** What the mask canvas needs to crop and extend the base: the model it is for, the step that a cut becomes, and the way back from it. */
export function useMaskCuts({ session, form: { form, model, card } }: EditTools): {
  readonly cuts: CutWorld
  readonly beyond: StepHistory
} {
  const beyond = useMemo(() => stepHistory(session), [session])
  const suggested = form.fields.find(({ path }) => path === 'size')?.suggestions ?? []
  return { cuts: { model, card, suggested, onCut: (cut, maskOf) => session.reframe(cut, maskOf) }, beyond }
}

/** Undo and Redo past the steps of a mask: to the base before this one was cropped or extended, and on again. */
function stepHistory(session: EditSession): StepHistory {
  const stepIn = (direction: 'undo' | 'redo') => {
    const { steps, at } = session.state().work
    const to = direction === 'undo' ? at - 1 : at + 1
    const [now, next] = [steps[at], steps[to]]
    return now && next && cutOf(now) !== cutOf(next) ? to : undefined
  }
  return {
    can: (direction) => stepIn(direction) !== undefined,
    go: (direction) => {
      const to = stepIn(direction)
      if (to !== undefined) session.goTo(to)
    },
  }
}

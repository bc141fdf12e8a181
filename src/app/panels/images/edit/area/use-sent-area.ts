import { useEffect, useMemo, useState } from 'react'
import type { InpaintPlan } from '#media/inpaint/inpaint-plan.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { markedBounds } from '#media/mask/mask-pixels.ts'
import type { Rect } from '#media/mask/rect.ts'
import type { ToolFormState } from '../../../../tool/use-tool-form.ts'
import { useActions } from '../../../../ui/actions.ts'
import type { EditState } from '../edit-state.ts'
import { type AreaChoice, planFor, takesMasks, wholeImage } from './area-choice.ts'

/** What of the base is sent. */
export interface SentArea {
  readonly choice: AreaChoice
  readonly choose: (change: Partial<AreaChoice>) => void
  /** The part that would be sent now; undefined where the whole image is. */
  readonly plan: InpaintPlan | undefined
}

/** The choice of the area that is sent, and its plan while the mask is painted. `stored` is the choice of the last visit. */
export function useSentArea(
  { work, mask }: EditState,
  { model, card, form }: ToolFormState,
  stored: AreaChoice | undefined,
): SentArea {
  const [choice, setChoice] = useState<AreaChoice>(stored ?? wholeImage)
  const isOffered = choice.sent === 'masked' && takesMasks(model, card)
  const bounds = useMarkedBounds(isOffered ? mask : undefined)
  const [base] = work.pictures
  const { size } = form.request
  const plan = useMemo(
    () => (bounds && base ? planFor(bounds, base, choice, { model, card, size }) : undefined),
    [bounds, base, choice, model, card, size],
  )
  const choose: SentArea['choose'] = (change) => setChoice((before) => ({ ...before, ...change }))
  const [sent, name] =
    choice.sent === 'masked'
      ? (['whole', 'Send the whole image'] as const)
      : (['masked', 'Send the masked area only'] as const)
  useActions(base && takesMasks(model, card) ? [{ name, run: () => choose({ sent }) }] : [])
  return { choice, plan, choose }
}

/** The pause in painting, in ms, after which the mask is measured: of the largest it takes some milliseconds. */
const rest = 120

/** The bounds of what is marked; undefined where nothing is. */
function useMarkedBounds(mask: MaskEditor | undefined): Rect | undefined {
  const [measured, setMeasured] = useState<{ readonly mask: MaskEditor; readonly bounds: Rect }>()
  useEffect(() => {
    if (!mask) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => setMeasured({ mask, bounds: markedBounds(mask) })
    const forget = mask.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, rest)
    })
    measure()
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [mask])
  return mask && measured?.mask === mask && measured.bounds.width > 0 ? measured.bounds : undefined
}

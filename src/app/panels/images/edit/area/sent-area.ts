import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { imageSizes, imagesRules, readSize } from '#contract/images/images-rules.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { Dimensions } from '#media/dimensions.ts'
import {
  enlargement,
  type InpaintPlan,
  isStretched,
  type ModelSizes,
  planInpaint,
} from '#media/inpaint/inpaint-plan.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { markedBounds } from '#media/mask/mask-pixels.ts'
import type { Rect } from '#media/mask/rect.ts'
import { sizeName } from '../../../../mask/crop/cut.ts'
import type { ToolFormState } from '../../../../tool/use-tool-form.ts'
import { useActions } from '../../../../ui/actions.ts'

/** What of the base is sent where something is marked; lengths in its pixels. */
export const AreaChoice = z.object({
  sent: z.enum(['whole', 'masked']),
  surroundings: z.number(),
  softEdge: z.number(),
})
export type AreaChoice = Readonly<z.infer<typeof AreaChoice>>

export const wholeImage: AreaChoice = { sent: 'whole', surroundings: 64, softEdge: 0 }

export const mostSurroundings = 1024
export const mostSoftEdge = 128

interface Asked {
  readonly model: string
  readonly card: ModelCard | undefined
  readonly size: unknown
}

function sizesFor({ model, size }: Asked): ModelSizes {
  const set = readSize(size)
  return set ? { kind: 'listed', sizes: [set] } : imageSizes(model)
}

export const planFor = (marked: Rect, picture: Dimensions, choice: AreaChoice, asked: Asked): InpaintPlan =>
  planInpaint(marked, picture, choice, sizesFor(asked))

/** The fields of the request that ask for the planned size; none where the model takes no size. */
export const sizeField = ({ to }: InpaintPlan, { model, card }: Asked) =>
  imagesRules(model, card).fields.size?.kind === 'off' ? {} : { size: `${to.width}x${to.height}` }

/** Whether the model takes masks, as far as is known. */
export const takesMasks = (model: string, card: ModelCard | undefined): boolean =>
  imagesRules(model, card).check({ model, images: ['image'], mask: 'mask' })?.param !== 'model'

const unbroken = (size: Dimensions) => sizeName(size).replaceAll(' ', '\u00a0')

/** `Sends 640 × 512 px around the mask, enlarged ×1.8 to 1152 × 912.` */
export function planWords(plan: InpaintPlan): string {
  const { frame, to } = plan
  const by = enlargement(plan)
  const factor = `×${by.toFixed(by < 10 ? 1 : 0)}`
  const isSame = frame.width === to.width && frame.height === to.height
  const scaled = isSame ? 'at full size' : `${by > 1 ? 'enlarged' : 'reduced'} ${factor} to ${unbroken(to)}`
  return `Sends ${unbroken(frame)}\u00a0px around the mask, ${scaled}.`
}

/** What a plan costs in quality; undefined where it costs nothing. */
export function planWarning(plan: InpaintPlan): string | undefined {
  if (isStretched(plan)) return 'The image has no room for this shape, so the area is stretched. Choose another size.'
  if (enlargement(plan) < 0.95) return 'The area is larger than the model’s largest size, so detail is lost.'
  return undefined
}

export type SentArea = ReturnType<typeof useSentArea>

/** The choice of the area that is sent, and its plan while the mask is painted. `stored` is the choice of the last visit. */
export function useSentArea(
  base: Dimensions | undefined,
  mask: MaskEditor | undefined,
  { model, card, form }: ToolFormState,
  stored: AreaChoice | undefined,
) {
  const [choice, setChoice] = useState<AreaChoice>(stored ?? wholeImage)
  const isOffered = choice.sent === 'masked' && takesMasks(model, card)
  const bounds = useMarkedBounds(isOffered ? mask : undefined)
  const { size } = form.request
  /** The part that would be sent now; undefined where the whole image is. */
  const plan = useMemo(
    () => (bounds && base ? planFor(bounds, base, choice, { model, card, size }) : undefined),
    [bounds, base, choice, model, card, size],
  )
  const choose = (change: Partial<AreaChoice>) => setChoice((before) => ({ ...before, ...change }))
  const [sent, name] =
    choice.sent === 'masked'
      ? (['whole', 'Send the whole image'] as const)
      : (['masked', 'Send the masked area only'] as const)
  useActions(base && takesMasks(model, card) ? [{ name, run: () => choose({ sent }) }] : [])
  return { choice, plan, choose }
}

/** The pause in painting, in ms, after which the mask is measured: of the largest it takes some milliseconds. */
const quietMs = 120

function useMarkedBounds(mask: MaskEditor | undefined): Rect | undefined {
  const [measured, setMeasured] = useState<{ readonly mask: MaskEditor; readonly bounds: Rect }>()
  useEffect(() => {
    if (!mask) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => setMeasured({ mask, bounds: markedBounds(mask) })
    const unsubscribe = mask.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, quietMs)
    })
    measure()
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [mask])
  return mask && measured?.mask === mask && measured.bounds.width > 0 ? measured.bounds : undefined
}

import { Info } from 'lucide-react'
import type { Dimensions } from '#media/dimensions.ts'
import { badSize, type CutModel, sizeName } from './cut.ts'

interface SizeNoteProps {
  readonly base: Dimensions
  readonly model: Pick<CutModel, 'model' | 'card'>
  /** What of the base is sent. */
  readonly sent: 'whole' | 'part'
}

/** Notes when the base has a size that the model does not make. */
export function SizeNote({ base, model, sent }: SizeNoteProps) {
  if (badSize(base, model) === undefined) return null
  return (
    <p className="flex items-start gap-2 text-soft text-xs">
      <Info size={16} className="mt-px shrink-0 text-faint" />
      <span className="min-w-0 tabular-nums wrap-anywhere">
        {model.model} does not make {sizeName(base)}{' '}
        {sent === 'part'
          ? 'images. Only the masked area is sent, and the result is pasted back, so the image keeps its size.'
          : 'images, so the result may have a different size. Crop or extend the image on the canvas, or send the masked area only.'}
      </span>
    </p>
  )
}

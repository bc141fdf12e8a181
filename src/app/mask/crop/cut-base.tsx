import { Crop, Expand, Info } from 'lucide-react'
import { useState } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { NamedFile, TrayPicture } from '../../files/read-file.ts'
import { Button } from '../../ui/button.tsx'
import { bitmapOf } from '../../view/media/read-picture.ts'
import { type Cut, type CutWay, cutMask, cutSizes, isUnusual, sizeName } from './cut.ts'
import { CutDialog } from './cut-dialog.tsx'

/** The fill where the frame extends past the picture. */
export type Ground = 'clear' | 'white' | 'black'

/** A frame of a picture as a PNG. Without scaling every pixel stays as it is. Rejects where the canvas cannot be made. */
async function cutPicture({ blob, width, height }: TrayPicture, { frame, to }: Cut, ground: Ground): Promise<Blob> {
  const bitmap = await bitmapOf(blob)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = to.width
    canvas.height = to.height
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('This image is too large for the browser.')
    if (ground !== 'clear') {
      pen.fillStyle = ground
      pen.fillRect(0, 0, to.width, to.height)
    }
    const [across, down] = [to.width / frame.width, to.height / frame.height]
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, -frame.x * across, -frame.y * down, width * across, height * down)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('This image is too large for the browser.'))))
    })
  } finally {
    bitmap.close()
  }
}

/** What a cut of a picture is called. */
function cutName({ name }: TrayPicture, { width, height }: Cut['to']): string {
  const stem = name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/-\d+x\d+$/, '')
  return `${stem.slice(0, 80)}-${width}x${height}.png`
}

const small = 'min-h-8! px-2.5! text-xs! coarse:min-h-11!'
const look = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

interface CutBaseProps {
  readonly base: TrayPicture
  readonly mask: MaskEditor
  readonly model: string
  readonly card: ModelCard | undefined
  /** Sizes that the form suggests. */
  readonly suggested: readonly unknown[]
  /** Puts the cut in the base's place, with the mask that `maskOf` makes of the one before. Rejects where it cannot be read. */
  readonly onCut: (cut: NamedFile, maskOf: (before: MaskEditor) => Uint8Array) => Promise<void>
}

/** Notes when the base has a size that the model does not make; opens the crop and pad dialog. */
export function CutBase({ base, mask, model, card, suggested, onCut }: CutBaseProps) {
  const [way, setWay] = useState<CutWay>()
  return (
    <div className="grid grid-cols-1 gap-2">
      {isUnusual(base, model, card) && (
        <p className="flex items-start gap-2 text-soft text-xs">
          <Info size={16} strokeWidth={1.5} aria-hidden="true" className="mt-px shrink-0 text-faint" />
          <span className="min-w-0 tabular-nums wrap-anywhere">
            {model} does not make {sizeName(base)}: the result may have a different size.
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        <Button className={small} icon={<Crop {...look} />} onClick={() => setWay('crop')}>
          Crop…
        </Button>
        <Button className={small} icon={<Expand {...look} />} onClick={() => setWay('pad')}>
          Pad…
        </Button>
      </div>
      {way && (
        <CutDialog
          way={way}
          picture={base}
          mask={mask}
          sizesOf={(one) => cutSizes(base, one, { model, card, suggested })}
          onCut={async (cut, ground, outside) => {
            const blob = await cutPicture(base, cut, ground)
            await onCut({ name: cutName(base, cut.to), blob }, (before) => cutMask(before, cut, outside))
          }}
          onClose={() => setWay(undefined)}
        />
      )}
    </div>
  )
}

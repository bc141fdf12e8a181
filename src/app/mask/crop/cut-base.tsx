import { Crop, Expand, Info } from 'lucide-react'
import { useState } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { NamedFile } from '../../files/named-file.ts'
import type { Picture } from '../../files/picture.ts'
import { Button } from '../../ui/button.tsx'
import { type CutWay, cutMask } from './cut.ts'
import { CutDialog } from './cut-dialog.tsx'
import { cutName, cutPicture } from './cut-picture.ts'
import { cutSizes, isUnusual, sizeName } from './cut-sizes.ts'

const small = 'min-h-8! px-2.5! text-xs! coarse:min-h-11!'
const look = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

interface CutBaseProps {
  readonly base: Picture
  readonly mask: MaskEditor
  readonly model: string
  readonly card: ModelCard | undefined
  /** Sizes that the form suggests. */
  readonly suggested: readonly unknown[]
  /** Puts the cut in the base's place, with the mask that `maskOf` makes of the one before. Rejects where it cannot be read. */
  readonly onCut: (cut: NamedFile, maskOf: (before: MaskEditor) => Uint8Array) => Promise<void>
}

/** Where the base has a size that the model does not make, it is said; either way it can be given another. */
export function CutBase({ base, mask, model, card, suggested, onCut }: CutBaseProps) {
  const [way, setWay] = useState<CutWay>()
  return (
    <div className="grid grid-cols-1 gap-2">
      {isUnusual(base, model, card) && (
        <p className="flex items-start gap-2 text-soft text-xs">
          <Info size={16} strokeWidth={1.5} aria-hidden="true" className="mt-px shrink-0 text-faint" />
          <span className="min-w-0 tabular-nums wrap-anywhere">
            {model} does not make {sizeName(base)}: the result may have another size.
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

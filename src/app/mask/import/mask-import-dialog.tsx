import { useState } from 'react'
import type { MaskReading } from '#media/mask/read-mask.ts'
import type { MaskFit } from '#media/mask/refit-mask.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { checkerboard } from '../../view/media/checkerboard.ts'
import { Choice } from '../../view/media/choice.tsx'
import { useBlobUrl } from '../../view/media/use-blob-url.ts'
import { type ImportQuestion, readings } from './use-mask-import.ts'

interface MaskImportDialogProps {
  readonly question: ImportQuestion
  readonly base: { readonly width: number; readonly height: number }
  readonly onTake: (reading: MaskReading, fit: MaskFit) => void
  readonly onClose: () => void
}

const choices = (['transparent', 'opaque', 'white', 'black'] as const).map((one) => [one, readings[one]] as const)

const ways = [
  ['scale', 'Stretch it over the image'],
  ['centre', 'As large as it is, in the middle'],
] as const

const titles: Readonly<Record<ImportQuestion['report']['kind'], string>> = {
  alpha: 'It is a mask with alpha.',
  'black-white': 'It is a mask in black and white.',
  inverted: 'It seems to be the wrong way round.',
  unsure: 'It is not plain what this picture marks.',
}

/** Asks how a picture is meant as a mask, and what becomes of its size. */
export function MaskImportDialog({ question, base, onTake, onClose }: MaskImportDialogProps) {
  const { name, file, report } = question
  const [reading, setReading] = useState<MaskReading>(report.reading)
  const [fit, setFit] = useState<MaskFit>('scale')
  const url = useBlobUrl(file)
  const otherSize = report.width !== base.width || report.height !== base.height
  return (
    <Dialog
      title="Import mask"
      open
      onClose={onClose}
      foot={
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" onClick={() => onTake(reading, fit)}>
            Use as mask
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex items-start gap-4">
          {url && (
            <img
              src={url}
              alt={name}
              style={{ background: checkerboard }}
              className="max-h-32 max-w-[40%] shrink-0 rounded-md border border-line object-contain"
            />
          )}
          <div className="grid min-w-0 gap-1 text-soft text-xs">
            <p className="wrap-anywhere font-medium text-ink text-sm">{name}</p>
            <p>{titles[report.kind]}</p>
            {report.reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </div>
        </div>
        <section aria-label="Reading" className="grid gap-2">
          <h3 className="font-medium text-sm">What does it mean?</h3>
          <Choice name="Reading" options={choices} value={reading} onChange={setReading} />
        </section>
        {otherSize && (
          <section aria-label="Size" className="grid gap-2">
            <h3 className="font-medium text-sm">
              Its size is {report.width} × {report.height}, the image’s {base.width} × {base.height}
            </h3>
            <Choice name="Size" options={ways} value={fit} onChange={setFit} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

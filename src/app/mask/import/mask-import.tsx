import { useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { MaskReading, MaskReport } from '#media/mask/read-mask.ts'
import type { MaskFit } from '#media/mask/refit-mask.ts'
import { editRules } from '../../files/file-rules.ts'
import { lookAtPicture } from '../../files/look-at-picture.ts'
import { type NamedFile, readPicture } from '../../files/read-file.ts'
import { Choice } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { checkerboard } from '../../view/media/mask-style.ts'
import { useBlobUrl } from '../../view/media/use-picture.ts'
import { isShapedLike } from '../crop/cut.ts'
import type { MaskTasks } from '../worker/mask-tasks.ts'

interface ImportQuestion {
  readonly name: string
  readonly file: Blob
  readonly report: MaskReport
}

const readings: Readonly<Record<MaskReading, string>> = {
  transparent: 'Transparent areas are regenerated',
  opaque: 'Opaque areas are regenerated',
  white: 'White areas are regenerated',
  black: 'Black areas are regenerated',
}

const fits: Readonly<Record<MaskFit, string>> = { scale: 'stretched from', centre: 'centred at' }

/** Imports a picture as the mask: at once where its meaning is clear, otherwise after a question. One undoable step. */
export function useMaskImport(mask: MaskEditor | undefined, tasks: MaskTasks) {
  const [question, setQuestion] = useState<ImportQuestion>()
  const [status, setStatus] = useState('')

  async function apply(
    { name, file, report: from }: ImportQuestion,
    reading: MaskReading,
    fit: MaskFit,
  ): Promise<void> {
    if (!mask) return
    const { width, height } = mask
    mask.replace(await tasks.importMask({ file, reading, fit, width, height }))
    const sized = from.width === width && from.height === height ? '' : `, ${fits[fit]} ${from.width} × ${from.height}`
    setStatus(`Imported from ${name}: ${readings[reading].toLowerCase()}${sized}.`)
  }

  async function look({ name, blob }: NamedFile): Promise<void> {
    setStatus('Reading the mask…')
    const read = await readPicture({ name, blob }, editRules, { look: lookAtPicture, newId: () => '' })
    if (read.kind === 'refused') return setStatus(`${name} was not imported. ${read.why}`)
    const file = read.file.blob
    const report = await tasks.read(file)
    const isPlain = report.kind === 'alpha' || report.kind === 'black-white'
    // A mask of the picture's aspect ratio covers all of it.
    if (isPlain && mask && isShapedLike(report, mask))
      return await apply({ name, file, report }, report.reading, 'scale')
    setStatus('')
    setQuestion({ name, file, report })
  }

  const guarded = (work: Promise<void>) =>
    void work.catch((error: unknown) => setStatus(`Not imported: ${error instanceof Error ? error.message : error}`))

  return {
    question,
    status,
    read: (file: NamedFile) => guarded(look(file)),
    choose: (reading: MaskReading, fit: MaskFit) => {
      setQuestion(undefined)
      if (question) guarded(apply(question, reading, fit))
    },
    cancel: () => setQuestion(undefined),
  }
}

interface MaskImportDialogProps {
  readonly question: ImportQuestion
  readonly base: { readonly width: number; readonly height: number }
  readonly onImport: (reading: MaskReading, fit: MaskFit) => void
  readonly onClose: () => void
}

const choices = (['transparent', 'opaque', 'white', 'black'] as const).map((one) => [one, readings[one]] as const)

const ways = [
  ['scale', 'Stretch to the image'],
  ['centre', 'Original size, centred'],
] as const

const titles: Readonly<Record<ImportQuestion['report']['kind'], string>> = {
  alpha: 'This is a mask with alpha.',
  'black-white': 'This is a black and white mask.',
  inverted: 'It appears to be inverted.',
  unsure: 'It is unclear which areas this image marks.',
}

export function MaskImportDialog({ question, base, onImport, onClose }: MaskImportDialogProps) {
  const { name, file, report } = question
  const [reading, setReading] = useState<MaskReading>(report.reading)
  const [fit, setFit] = useState<MaskFit>('scale')
  const url = useBlobUrl(file)
  const otherSize = report.width !== base.width || report.height !== base.height
  return (
    <ConfirmDialog title="Import mask" verb="Use as mask" onConfirm={() => onImport(reading, fit)} onCancel={onClose}>
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
          <h3 className="font-medium text-sm">Which areas should change?</h3>
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
    </ConfirmDialog>
  )
}

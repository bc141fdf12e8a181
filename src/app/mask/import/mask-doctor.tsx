import { CircleAlert, CircleCheck, Download, Eye, FileInput, Info, TriangleAlert } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { ownDrop, PickFiles } from '../../files/drop-place.tsx'
import { editRules } from '../../files/file-rules.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/files.ts'
import { byteSize } from '../../ui/format.ts'
import { checkerboard, maskStyle } from '../../view/media/mask-style.ts'
import { useBlobUrl, usePicture } from '../../view/media/use-picture.ts'
import type { MaskTasks } from '../work/mask-tasks.ts'
import { maskFile, maskName, useRestingMask } from './mask-file.ts'
import { type Finding, findingsOf, useCoverage } from './mask-findings.ts'
import { MaskImportDialog, useMaskImport } from './mask-import.tsx'

const small = 'min-h-8! px-2.5! text-xs! coarse:min-h-11!'

const look = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

interface MaskDoctorProps {
  readonly mask: MaskEditor | undefined
  readonly base: TrayPicture | undefined
  readonly tasks: MaskTasks
  readonly model: string
  readonly card: ModelCard | undefined
}

/** Findings about the mask before it is sent, with preview, download and import. */
export function MaskDoctor({ mask, base, tasks, model, card }: MaskDoctorProps) {
  const coverage = useCoverage(mask)
  const resting = useRestingMask(mask, tasks)
  const [preview, setPreview] = useState<Blob>()
  const [problem, setProblem] = useState<string>()
  const bringIn = useMaskImport(mask, tasks)
  const findings = findingsOf({
    coverage,
    mask,
    base,
    bytes: coverage === undefined ? undefined : resting?.size,
    model,
    card,
  })
  const write = async (use: (file: Blob) => void) => {
    setProblem(undefined)
    if (!mask) return
    await maskFile(mask, tasks).then(use, (error: unknown) => setProblem(String(error)))
  }
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file || !base) return
    event.preventDefault()
    bringIn.read({ name: file.name, blob: file })
  }
  const isEmpty = !base || coverage === undefined
  return (
    <section aria-label="Mask check" {...{ [ownDrop]: '' }} onDrop={onDrop} className="grid grid-cols-1 gap-2">
      <h2 className="font-medium text-sm">Mask check</h2>
      <ul aria-label="Findings" className="grid gap-1.5 text-xs">
        {findings.map((finding) => (
          <FindingLine key={finding.words} finding={finding} />
        ))}
      </ul>
      {problem && (
        <p role="alert" className="wrap-anywhere text-danger text-xs">
          {problem}
        </p>
      )}
      <p role="status" className="text-soft text-xs empty:hidden">
        {bringIn.said}
      </p>
      <div className="flex flex-wrap gap-1.5 pt-0.5">
        <Button className={small} disabled={isEmpty} icon={<Eye {...look} />} onClick={() => void write(setPreview)}>
          Preview mask
        </Button>
        <Button
          className={small}
          disabled={isEmpty}
          icon={<Download {...look} />}
          onClick={() => void write((file) => base && saveFile(file, maskName(base.name)))}
        >
          Download mask
        </Button>
        {base && (
          <PickFiles
            name="Import mask"
            className={small}
            icon={<FileInput {...look} />}
            accepts={editRules.accepts}
            count="one"
            onFiles={([file]) => file && bringIn.read(file)}
          />
        )}
      </div>
      {preview && base && <MaskPreview mask={preview} base={base} onClose={() => setPreview(undefined)} />}
      {bringIn.question && base && (
        <MaskImportDialog
          key={bringIn.question.name}
          question={bringIn.question}
          base={base}
          onTake={bringIn.take}
          onClose={bringIn.giveUp}
        />
      )}
    </section>
  )
}

const tones = {
  good: { icon: CircleCheck, ink: 'text-success' },
  note: { icon: Info, ink: 'text-faint' },
  warning: { icon: TriangleAlert, ink: 'text-warning' },
  danger: { icon: CircleAlert, ink: 'text-danger' },
}

function FindingLine({ finding: { tone, words } }: { readonly finding: Finding }) {
  const { icon: Icon, ink } = tones[tone]
  return (
    <li className="flex items-start gap-2 text-soft">
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" className={`mt-px shrink-0 ${ink}`} />
      <span className="min-w-0 tabular-nums">{words}</span>
    </li>
  )
}

interface MaskPreviewProps {
  /** The file, exactly as it would be sent. */
  readonly mask: Blob
  readonly base: TrayPicture
  readonly onClose: () => void
}

/** The file that is sent, and the part of the picture that it keeps. */
function MaskPreview({ mask, base, onClose }: MaskPreviewProps) {
  const maskUrl = useBlobUrl(mask)
  const { url: baseUrl } = usePicture(base.blob)
  const look = 'block max-h-[44dvh] max-w-full'
  return (
    <Dialog title="Mask preview" open onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <p className="text-soft sm:col-span-2">
          A PNG of {base.width} × {base.height} pixels, {byteSize(mask.size)}. Black areas are kept; transparent areas
          (chequered) are regenerated.
        </p>
        <Shown caption="The file">
          {maskUrl && <img src={maskUrl} alt="Mask: black is kept, chequered is regenerated" className={look} />}
        </Shown>
        <Shown caption="Kept part of the image">
          {maskUrl && baseUrl && (
            <img
              src={baseUrl}
              alt="Kept part; the rest is chequered"
              style={maskStyle(maskUrl, 'kept')}
              className={look}
            />
          )}
        </Shown>
      </div>
    </Dialog>
  )
}

function Shown({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  return (
    <figure className="grid justify-items-start gap-1.5">
      <figcaption className="font-medium text-xs">{caption}</figcaption>
      <div style={{ background: checkerboard }} className="max-w-full overflow-hidden rounded-md border border-line">
        {children}
      </div>
    </figure>
  )
}

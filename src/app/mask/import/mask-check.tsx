import { CircleAlert, CircleCheck, Download, Eye, FileInput, Info, TriangleAlert } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { Dimensions } from '#media/dimensions.ts'
import type { InpaintPlan } from '#media/inpaint/inpaint-plan.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { ownDrop, PickFiles } from '../../files/drop-place.tsx'
import { editRules } from '../../files/file-rules.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/files.ts'
import { byteSize } from '../../ui/format.ts'
import { checkerboard, keptStyle } from '../../view/media/mask-style.ts'
import { useBlobUrl, usePicture } from '../../view/media/use-picture.ts'
import { sizeName } from '../crop/cut.ts'
import type { MaskTasks } from '../worker/mask-tasks.ts'
import { maskFile, maskName, useEncodedMask } from './mask-file.ts'
import { type Finding, findingsOf, useCoverage } from './mask-findings.ts'
import { MaskImportDialog, useMaskImport } from './mask-import.tsx'

const small = 'min-h-8! px-2.5! text-xs! coarse:min-h-11!'

interface MaskCheckProps {
  readonly mask: MaskEditor | undefined
  readonly base: TrayPicture | undefined
  readonly tasks: MaskTasks
  /** The part of the base that is sent, where not all of it is. */
  readonly plan: InpaintPlan | undefined
  readonly model: string
  readonly card: ModelCard | undefined
}

export function MaskCheck({ mask, base, tasks, plan, model, card }: MaskCheckProps) {
  const coverage = useCoverage(mask)
  const encoded = useEncodedMask(mask, tasks)
  const [preview, setPreview] = useState<SentFiles>()
  const [problem, setProblem] = useState<string>()
  const imported = useMaskImport(mask, tasks)
  const findings = findingsOf({
    coverage,
    mask,
    base,
    bytes: coverage === undefined ? undefined : encoded?.size,
    model,
    card,
  })
  const write = async <T,>(make: (mask: MaskEditor, base: TrayPicture) => Promise<T>, use: (made: T) => void) => {
    setProblem(undefined)
    if (!mask || !base) return
    await make(mask, base).then(use, (error: unknown) => setProblem(String(error)))
  }
  const toSend = async (mask: MaskEditor, { blob }: TrayPicture): Promise<SentFiles> =>
    plan
      ? { ...(await tasks.cutOut({ base: blob, mask, plan })), size: plan.to, part: plan.frame }
      : { mask: await maskFile(mask, tasks), picture: blob, size: mask }
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file || !base) return
    event.preventDefault()
    imported.read({ name: file.name, blob: file })
  }
  const isEmpty = !base || coverage === undefined
  const download = () =>
    void write(
      (made) => maskFile(made, tasks),
      (file) => base && saveFile(file, maskName(base.name)),
    )
  const show = () => void write(toSend, setPreview)
  useActions(
    isEmpty
      ? []
      : [
          { name: 'Download mask', run: download },
          { name: 'Preview mask', run: show },
        ],
  )
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
        {imported.status}
      </p>
      <div className="flex flex-wrap gap-1.5 pt-0.5">
        <Button className={small} disabled={isEmpty} icon={<Eye size={14} />} onClick={show}>
          Preview mask
        </Button>
        <Button className={small} disabled={isEmpty} icon={<Download size={14} />} onClick={download}>
          Download mask
        </Button>
        {base && (
          <PickFiles
            name="Import mask"
            className={small}
            icon={<FileInput size={14} />}
            accepts={editRules.accepts}
            count="one"
            onFiles={([file]) => file && imported.read(file)}
          />
        )}
      </div>
      {preview && <MaskPreview sent={preview} onClose={() => setPreview(undefined)} />}
      {imported.question && base && (
        <MaskImportDialog
          key={imported.question.name}
          question={imported.question}
          base={base}
          onImport={imported.choose}
          onClose={imported.cancel}
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
      <Icon size={16} className={`mt-px shrink-0 ${ink}`} />
      <span className="min-w-0 tabular-nums">{words}</span>
    </li>
  )
}

/** A mask exactly as it would be sent, and the picture that goes with it. */
interface SentFiles {
  readonly mask: Blob
  readonly picture: Blob
  /** Of both, in pixels. */
  readonly size: Dimensions
  /** The size in the image of what is sent, where only a part is. */
  readonly part?: Dimensions
}

function MaskPreview({ sent: { mask, picture, size, part }, onClose }: { sent: SentFiles; onClose: () => void }) {
  const maskUrl = useBlobUrl(mask)
  const { url: pictureUrl } = usePicture(picture)
  const look = 'block max-h-[44dvh] max-w-full'
  return (
    <Dialog title="Mask preview" open onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <p className="text-soft sm:col-span-2">
          {part && `Only ${sizeName(part)} px around the mask is sent. `}The mask is a PNG of {sizeName(size)} pixels,{' '}
          {byteSize(mask.size)}. Black areas are kept; transparent areas (chequered) are regenerated.
        </p>
        <Shown caption="The file">
          {maskUrl && <img src={maskUrl} alt="Mask: black is kept, chequered is regenerated" className={look} />}
        </Shown>
        <Shown caption="Kept part of the image">
          {maskUrl && pictureUrl && (
            <img src={pictureUrl} alt="Kept part; the rest is chequered" style={keptStyle(maskUrl)} className={look} />
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

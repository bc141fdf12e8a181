import { CircleCheck, Crop, TriangleAlert, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Dimensions } from '#media/dimensions.ts'
import { referenceTo } from '../../../files/file-references.ts'
import { type NamedFile, type TrayFile, TrayPicture } from '../../../files/read-file.ts'
import { referenceIn } from '../../../files/request-body.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { cutName, cutPicture, isEqual, isShapedLike, sizeName } from '../../../mask/crop/cut.ts'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { type FrameFit, frameFit, sizeValue } from './first-frame.ts'

/** The file of the first frame, and whether it fits the size of the video. */
export const FirstFrameRow = (props: FieldRowProps) => (
  <div className="grid grid-cols-1 gap-2">
    <FieldRow {...props} />
    <FrameCheck {...props} />
  </div>
)

const pictureOf = (files: readonly TrayFile[], hash: string | undefined): TrayPicture | undefined =>
  TrayPicture.safeParse(files.find(({ sha256 }) => sha256 !== undefined && sha256 === hash)).data

function FrameCheck({ form, field }: FieldRowProps) {
  const { path, file: facts } = field
  const { tray, files } = useFieldFiles(field)
  const frame = pictureOf(files, referenceIn(ownOf(form.draft, path)))
  const isOff = [path, 'size'].some((name) => ownOf(form.rules?.fields, name)?.kind === 'off')
  const suggested = form.fields.find((field) => field.path === 'size')?.suggestions ?? []
  const fit = frame && !isOff ? frameFit(frame, form.draft.size, suggested) : undefined
  if (!tray || !facts || !frame || !fit) return null
  const original = pictureOf(files, frame.of)
  return (
    <FrameNote
      fit={fit}
      frame={frame}
      original={original}
      onSize={(size) => form.set('size', sizeValue(size))}
      onMade={(file, to) => {
        void tray.add([{ ...file, of: (original ?? frame).sha256 }])
        if (fit.kind === 'unset') form.set('size', sizeValue(to))
      }}
      onUndo={() => original && form.set(path, referenceTo(original, facts))}
    />
  )
}

interface FrameNoteProps {
  readonly fit: FrameFit
  readonly frame: TrayPicture
  readonly original: TrayPicture | undefined
  readonly onSize: (size: Dimensions) => void
  readonly onMade: (file: NamedFile, to: Dimensions) => void
  readonly onUndo: () => void
}

/** How the first frame fits, and what can be done where it does not. Cropped again, it is cut from its original. */
function FrameNote({ fit, frame, original, onSize, onMade, onUndo }: FrameNoteProps) {
  const [cropping, setCropping] = useState<Dimensions>()
  const [failed, setFailed] = useState<string>()
  const main = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const source = original ?? frame
  const { to } = fit
  const resizes = isShapedLike(source, to)
  const isDone = fit.kind === 'matches'
  const isOffered = (fit.kind === 'other' || fit.kind === 'unset') && fit.isOffered
  const takeSize = () => {
    // Where it matches no button is left.
    note.current?.focus()
    onSize(frame)
  }
  const resize = async () => {
    const { width, height } = source
    try {
      const blob = await cutPicture(source, { frame: { x: 0, y: 0, width, height }, to }, 'white')
      onMade({ name: cutName(source, to), blob }, to)
      setFailed(undefined)
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error))
    }
  }
  const next =
    isDone && resizes
      ? { name: 'Undo', icon: <Undo2 size={16} />, act: onUndo }
      : isOffered && fit.kind === 'unset'
        ? { name: `Use ${unbroken(frame)}`, icon: undefined, act: takeSize }
        : {
            name: actionOn(fit, resizes),
            icon: <Crop size={16} />,
            act: () => (resizes ? void resize() : setCropping(to)),
          }
  return (
    <div className="grid grid-cols-1 gap-2">
      <p
        ref={note}
        role="status"
        tabIndex={-1}
        className={`flex items-start gap-2 text-xs outline-none ${isDone ? 'text-soft' : 'text-warning'}`}
      >
        {isDone ? (
          <CircleCheck size={16} className="shrink-0 text-success" />
        ) : (
          <TriangleAlert size={16} className="shrink-0" />
        )}
        <span className="min-w-0 tabular-nums wrap-anywhere">{failed ?? wordsOn(fit, frame, original)}</span>
      </p>
      {(!isDone || original) && (
        <div className="flex flex-wrap gap-1.5">
          {/* One button for what can be done next, so that it keeps the focus. */}
          <Button ref={main} small icon={next.icon} onClick={next.act}>
            {next.name}
          </Button>
          {isOffered && fit.kind === 'other' && (
            <Button small onClick={takeSize}>
              Use {unbroken(frame)}
            </Button>
          )}
          {original && !(isDone && resizes) && (
            <Button
              look="quiet"
              small
              icon={<Undo2 size={16} />}
              onClick={() => {
                main.current?.focus()
                onUndo()
              }}
            >
              Undo
            </Button>
          )}
        </div>
      )}
      {cropping && (
        <CropDialog
          picture={source}
          to={cropping}
          onCrop={(file) => onMade(file, cropping)}
          onClose={() => setCropping(undefined)}
        />
      )}
    </div>
  )
}

/** A size that no line break parts. */
const unbroken = (size: Dimensions) => sizeName(size).replaceAll(' ', '\u00a0')

function actionOn({ kind, to }: FrameFit, resizes: boolean): string {
  switch (kind) {
    case 'matches':
      return 'Adjust crop'
    case 'turned':
      return 'Apply rotation'
    case 'other':
      return resizes ? 'Resize to fit' : 'Crop to fit'
    case 'unset':
      return `${resizes ? 'Resize' : 'Crop'} to ${unbroken(to)}`
  }
}

function wordsOn({ kind, to }: FrameFit, frame: TrayPicture, original: TrayPicture | undefined): string {
  switch (kind) {
    case 'matches': {
      const made = original && (isShapedLike(original, to) ? 'resized' : 'cropped')
      const before = made && !isEqual(original, to) ? `, ${made} from ${unbroken(original)}` : ''
      return `Matches ${unbroken(to)}${before}`
    }
    case 'turned':
      return `Matches ${unbroken(to)} only once its EXIF rotation is applied. Some providers ignore it.`
    case 'other':
      return `This image is ${unbroken(frame)}; the video is ${unbroken(to)}. Most providers reject it.`
    case 'unset':
      return `This image is ${unbroken(frame)}, but no video size is set. Most providers require both to match.`
  }
}

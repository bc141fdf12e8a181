import { FileUp, History, Mic, X } from 'lucide-react'
import { type DragEvent, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import type { FileFacts } from '#contract/core/field.ts'
import { extensionOf, formatName } from '#media/media-type.ts'
import { type RecentFile, useRecentFiles } from '../run/history/use-history.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { byteSize } from '../ui/format.ts'
import { mainControl } from '../ui/keys/first-field.ts'
import { retriable } from '../ui/retriable.tsx'
import { DropPlace, named, ownDrop, PickFiles } from './drop-place.tsx'
import { itemsOf } from './file-references.ts'
import type { FileTray } from './file-tray.ts'
import { isAccepted, type NamedFile, type TrayFile } from './read-file.ts'
import { addressIn, referenceIn } from './request-body.ts'
import { FileRow, Tray } from './tray.tsx'

const SoundRow = retriable(async () => (await import('./sound-row.tsx')).SoundRow)
const Recorder = retriable(async () => (await import('./recorder/recorder-control.tsx')).RecorderControl)

/** A video counts where sound is taken: its sound is meant. */
const takesSound = ({ accepts }: FileFacts) => accepts.includes('audio/*')

interface FileControlProps {
  readonly field: { readonly title: string }
  readonly facts: FileFacts
  /** Holds the bytes; the field's value refers to them by their hashes (`useFileReferences`). */
  readonly tray: FileTray
  readonly id: string
  readonly labelId: string
  readonly describedBy: string | undefined
  readonly disabled: boolean
  /** A reference, an address or whatever JSON holds; a list of them where the field takes several. */
  readonly value: unknown
  readonly set: (value: unknown) => void
}

/** The control of a field that takes one file, or a list of files: by drop, paste, dialog, or from runs. */
export function FileControl({ field, facts, tray, id, labelId, describedBy, disabled, value, set }: FileControlProps) {
  const isList = facts.most !== undefined
  const items = itemsOf(value, facts)
  const { status, files, incoming } = useSyncExternalStore(tray.subscribe, tray.state)
  const [recorder, setRecorder] = useState<'microphone' | 'takes'>()
  const add = (given: readonly NamedFile[]) => {
    if (disabled) return
    // Another file for the one place makes the notes about earlier ones obsolete.
    if (!isList) tray.intake.dismissRefused()
    void tray.add(isList ? given : given.slice(0, 1))
    if (!isList) tray.refuse(given.slice(1), 'This field accepts one file.')
  }
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    add(named(event.dataTransfer.files))
  }
  const remove = (at: number) => {
    const left = items.toSpliced(at, 1)
    set(left.length > 0 ? left : undefined)
    document.getElementById(id)?.focus()
  }
  return (
    <Tray
      role="group"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      {...{ [ownDrop]: '' }}
      onDrop={onDrop}
      className="grid grid-cols-1 gap-2"
      head={!disabled && <DropPlace onFiles={add} says={`Drop to add: ${field.title}`} />}
      list={`Files of ${field.title}`}
      files={items}
      row={(item, at) => (
        <ItemRow
          key={at}
          item={item}
          loading={status === 'loading' || incoming.some((one) => one.status === 'reading')}
          facts={facts}
          file={files.find(({ sha256 }) => sha256 !== undefined && sha256 === referenceIn(item))}
          disabled={disabled}
          onRemove={() => remove(at)}
        />
      )}
      incoming={incoming}
      onDismiss={(one) => tray.intake.dismiss(one)}
    >
      <div className="flex flex-wrap gap-1.5">
        <PickFiles
          {...mainControl}
          id={id}
          name={isList ? 'Add files' : items.length > 0 ? 'Replace file' : 'Choose file'}
          icon={<FileUp size={16} />}
          accepts={facts.accepts}
          count={isList ? 'several' : 'one'}
          disabled={disabled}
          onFiles={add}
        />
        {takesSound(facts) && (
          <Button
            id={`${id}-record`}
            disabled={disabled}
            icon={<Mic size={16} />}
            onClick={() => setRecorder('microphone')}
          >
            Record
          </Button>
        )}
        <FromRuns accepts={facts.accepts} disabled={disabled} onFile={(file) => add([file])} />
        {takesSound(facts) && (
          <Suspense>
            <Recorder
              {...{ facts, tray, disabled }}
              open={recorder}
              onOpen={setRecorder}
              buttonId={`${id}-record`}
              onFile={(file) => add([file])}
            />
          </Suspense>
        )}
      </div>
    </Tray>
  )
}

interface ItemRowProps {
  readonly facts: FileFacts
  readonly item: unknown
  /** The draft or a file is being read, so a missing file may still appear. */
  readonly loading: boolean
  /** Undefined for addresses, and where the file is lost. */
  readonly file: TrayFile | undefined
  readonly disabled: boolean
  readonly onRemove: () => void
}

const card = 'flex items-center gap-2 rounded-md border border-line bg-surface p-2'

function ItemRow({ item, facts, loading, file, disabled, onRemove }: ItemRowProps) {
  const isReference = referenceIn(item) !== undefined
  const address = addressIn(item)
  const isLost = isReference && !loading && !file
  const name =
    file?.name ?? (isReference ? 'Lost file' : typeof address === 'string' ? address : JSON.stringify(address))
  const button = (
    <IconButton name={`Remove ${name.slice(0, 80)}`} disabled={disabled} icon={<X size={16} />} onClick={onRemove} />
  )
  if (isReference && loading) return null
  if (file) {
    return takesSound(facts) ? (
      // Without a row in its place meanwhile, whose buttons would be others a moment later.
      <Suspense>
        <SoundRow file={file} facts={facts} className={card}>
          {button}
        </SoundRow>
      </Suspense>
    ) : (
      <FileRow file={file} className={card}>
        {button}
      </FileRow>
    )
  }
  return (
    <li aria-label={name.slice(0, 80)} className={card}>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-sm">
          {name.slice(0, 200)}
        </span>
        {isLost && (
          <span className="text-2xs text-warning">No longer available. Remove it and add the file again.</span>
        )}
      </span>
      {button}
    </li>
  )
}

interface FromRunsProps {
  readonly accepts: readonly string[]
  readonly disabled: boolean
  readonly onFile: (file: NamedFile) => void
}

function FromRuns({ accepts, disabled, onFile }: FromRunsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" disabled={disabled} icon={<History size={16} />} onClick={() => setOpen(true)}>
        From runs
      </Button>
      <Dialog title="Files from runs" open={open} onClose={() => setOpen(false)}>
        <RecentFiles
          accepts={accepts}
          onFile={(file) => {
            setOpen(false)
            onFile(file)
          }}
        />
      </Dialog>
    </>
  )
}

function RecentFiles({ accepts, onFile }: Pick<FromRunsProps, 'accepts' | 'onFile'>) {
  const files = useRecentFiles(useCallback((type) => isAccepted(type, accepts), [accepts]))
  if (files === undefined) return <p aria-busy="true">Reading…</p>
  if (files.length === 0) return <p className="text-soft">No runs with files of this type yet.</p>
  return (
    <ul className="grid grid-cols-1 gap-1">
      {files.map(({ asset, title }) => (
        <li key={asset.id}>
          <Button
            look="quiet"
            className="w-full justify-between!"
            onClick={() => onFile({ name: nameOf({ asset, title }), blob: asset.blob })}
          >
            <span dir="auto" className="min-w-0 truncate">
              {nameOf({ asset, title })}
            </span>
            <span className="shrink-0 font-mono text-2xs text-faint tabular-nums">
              {formatName(asset.type)} · {byteSize(asset.size)}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ asset: { name, type }, title }: RecentFile): string =>
  name ?? `${title.slice(0, 40).trim() || 'file'}.${extensionOf(type)}`

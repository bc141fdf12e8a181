import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { FileTray, TrayState } from '../../../files/file-tray.ts'
import { FileRow, Tray } from '../../../files/tray.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { byteSize, counted } from '../../../ui/format.ts'
import { Select } from '../../../ui/native-select.tsx'
import { details } from '../compose/chat-setup.ts'
import { type fitOf, isImage } from './message-parts.ts'

interface TrayViewProps extends Pick<TrayState, 'files' | 'incoming'> {
  readonly tray: FileTray
  readonly fit: ReturnType<typeof fitOf>
}

const cross = <X size={16} />

/** The files of the message, above its words: how closely images are looked at, and which files were refused and why. */
export function TrayView({ tray, files, incoming, fit }: TrayViewProps) {
  const box = useRef<HTMLElement>(null)
  const title = useId()
  const ids = files.map(({ id }) => id)
  const images = files.filter(({ type }) => isImage(type))
  const detail = images.every((one) => one.detail === images[0]?.detail) ? images[0]?.detail : 'mixed'
  function remove(gone: readonly string[]): void {
    const at = ids.findIndex((id) => gone.includes(id))
    const left = ids.filter((id) => !gone.includes(id))
    tray.remove(gone)
    const next = left[Math.min(at, left.length - 1)]
    const button = next && box.current?.querySelector<HTMLElement>(`[data-removes="${next}"]`)
    const focused = button || document.getElementById('message')
    focused?.focus()
  }
  if (files.length === 0 && incoming.length === 0) return null
  const head = (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pl-2 text-xs">
      <h3 id={title} aria-live="polite" className="font-medium">
        {counted(files.length, images.length === files.length ? 'image' : 'file')}
        <span className="font-normal text-faint tabular-nums">
          {' '}
          · {byteSize(files.reduce((sum, { blob }) => sum + blob.size, 0))}
        </span>
      </h3>
      {files.length > 1 && (
        <span className="ml-auto flex items-center gap-1">
          {images.length > 1 && (
            <>
              All
              <DetailChoice
                name="Detail for all"
                value={detail}
                onChange={(next) =>
                  tray.change(
                    images.map(({ id }) => id),
                    { detail: next },
                  )
                }
              />
            </>
          )}
          <IconButton name="Remove all files" icon={cross} onClick={() => remove(ids)} />
        </span>
      )}
    </div>
  )
  return (
    <Tray
      ref={box}
      aria-labelledby={title}
      className="grid grid-cols-1 gap-2 border-line border-b p-2"
      head={head}
      list="Attached files"
      listsLook="max-h-[30dvh] overflow-y-auto"
      files={files}
      row={(file) => (
        <FileRow key={file.id} file={file} format="shown" className="flex-wrap pl-2 [&>div]:min-w-32">
          <span className="ml-auto flex items-center gap-1">
            {images.includes(file) && (
              <DetailChoice
                name={`Detail for ${file.name}`}
                value={file.detail}
                onChange={(next) => tray.change([file.id], { detail: next })}
              />
            )}
            <IconButton
              name={`Remove ${file.name}`}
              data-removes={file.id}
              icon={cross}
              onClick={() => remove([file.id])}
            />
          </span>
        </FileRow>
      )}
      incoming={incoming}
      onDismiss={(id) => tray.intake.dismiss(id)}
    >
      {fit.says && (
        <p
          role={fit.status === 'refused' ? 'alert' : undefined}
          className={`wrap-anywhere pl-2 text-xs ${fit.status === 'refused' ? 'text-warning' : 'text-soft'}`}
        >
          {fit.says}
        </p>
      )}
    </Tray>
  )
}

interface DetailChoiceProps {
  readonly name: string
  readonly value: string | undefined
  readonly onChange: (detail: string | undefined) => void
}

function DetailChoice({ name, value, onChange }: DetailChoiceProps) {
  return (
    <Select
      look="small"
      aria-label={name}
      title={name}
      value={value ?? ''}
      onChange={({ target }) => onChange(details.find((one) => one === target.value))}
      className="shrink-0"
    >
      {value === 'mixed' && (
        <option value="mixed" disabled>
          mixed detail
        </option>
      )}
      <option value="">detail not set</option>
      {details.map((one) => (
        <option key={one} value={one}>
          {one} detail
        </option>
      ))}
    </Select>
  )
}

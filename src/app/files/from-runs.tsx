import { History } from 'lucide-react'
import { useCallback, useState } from 'react'
import { extensionOf, formatName } from '#media/media-type.ts'
import { type RecentFile, useRecentFiles } from '../run/history/use-history.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { byteSize } from '../ui/format.ts'
import { isAccepted, type NamedFile } from './read-file.ts'

interface FromRunsProps {
  readonly accepts: readonly string[]
  readonly disabled: boolean
  readonly onFile: (file: NamedFile) => void
}

export function FromRuns({ accepts, disabled, onFile }: FromRunsProps) {
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

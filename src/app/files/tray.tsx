import { FileAudio, FileText, LoaderCircle, TriangleAlert, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { formatName } from '#media/media-type.ts'
import { IconButton } from '../ui/button/button.tsx'
import { byteSize } from '../ui/format.ts'
import { FactsLine } from '../view/media/facts-line.tsx'
import { checkerboard } from '../view/media/mask-style.ts'
import { useBlobUrl } from '../view/media/use-picture.ts'
import type { Incoming } from './file-tray.ts'
import type { TrayFile } from './read-file.ts'

interface TrayProps<File> extends ComponentProps<'section'> {
  readonly head: ReactNode
  readonly list: string
  readonly files: readonly File[]
  readonly row: (file: File, at: number) => ReactNode
  readonly incoming: readonly Incoming[]
  readonly onDismiss: (id: string) => void
  readonly listsLook?: string
}

/** The files that go along with a request: those that are ready, in the order in which they are sent, and those on their way in. */
export function Tray<File>({ head, list, files, row, incoming, onDismiss, listsLook = '', ...props }: TrayProps<File>) {
  const { children, ...section } = props
  return (
    <section {...section}>
      {head}
      <div className={`grid grid-cols-1 gap-1.5 empty:hidden ${listsLook}`}>
        {files.length > 0 && (
          <ol aria-label={list} className="grid grid-cols-1 gap-1.5">
            {files.map(row)}
          </ol>
        )}
        {incoming.length > 0 && (
          <ul aria-label="Files being added" className="grid grid-cols-1 gap-1.5">
            {incoming.map((one) => (
              <IncomingRow key={one.id} incoming={one} onDismiss={() => onDismiss(one.id)} />
            ))}
          </ul>
        )}
      </div>
      {children}
    </section>
  )
}

interface FileRowProps extends ComponentProps<'li'> {
  readonly file: Pick<TrayFile, 'name' | 'type' | 'width' | 'height' | 'thumbnail'> & { readonly blob?: Blob }
  readonly lead?: ReactNode
  readonly badge?: ReactNode
  readonly facts?: readonly string[] | undefined
  /** Before the size; the format is the tooltip of the facts where it is left out. */
  readonly format?: 'shown' | 'tooltip'
  readonly note?: string | undefined
}

/** One file: what it is, and its controls as children. */
export function FileRow(props: FileRowProps) {
  const { file, lead, badge, facts: known, format = 'tooltip', note, className = '', children, ...item } = props
  const { name, blob, type, width, height, thumbnail } = file
  const seen = [
    (format === 'shown' || width === undefined) && formatName(type),
    width !== undefined && height !== undefined && `${width} × ${height}`,
  ]
  return (
    <li aria-label={name} className={`flex items-center gap-2 ${className}`} {...item}>
      {lead ?? (thumbnail ? <Thumbnail blob={thumbnail} className="size-11 shrink-0" /> : <NoThumbnail type={type} />)}
      <div className="min-w-32 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" title={name} className="truncate text-sm">
            {name}
          </span>
          {badge}
        </p>
        <p title={formatName(type)} className="text-2xs">
          <FactsLine facts={[...(known ?? seen), blob && byteSize(blob.size)]} />
        </p>
        {note && <p className="wrap-anywhere text-2xs text-soft">{note}</p>}
      </div>
      {children}
    </li>
  )
}

function NoThumbnail({ type }: Pick<TrayFile, 'type'>) {
  const Icon = type.startsWith('application/') || type.startsWith('text/') ? FileText : FileAudio
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-[6px] bg-ground text-faint">
      <Icon size={18} />
    </span>
  )
}

export function Thumbnail({ blob, className = '' }: { readonly blob: Blob; readonly className?: string }) {
  const url = useBlobUrl(blob)
  return (
    <span className={`flex items-center justify-center overflow-hidden rounded-[6px] bg-ground ${className}`}>
      {url && (
        <img
          src={url}
          alt=""
          draggable={false}
          style={{ background: checkerboard }}
          className="max-h-full max-w-full"
        />
      )}
    </span>
  )
}

/** A refusal below the fold of a long list would go unseen. */
const bringIntoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

function IncomingRow({ incoming: { name, status, why }, onDismiss }: { incoming: Incoming; onDismiss: () => void }) {
  const isRefused = status === 'refused'
  return (
    <li
      ref={isRefused ? bringIntoView : undefined}
      className={`flex items-start gap-2.5 rounded-md border px-2.5 py-2 text-xs ${isRefused ? 'border-danger/40' : 'border-line'}`}
    >
      {isRefused ? (
        <TriangleAlert size={16} className="mt-px shrink-0 text-danger" />
      ) : (
        <LoaderCircle size={16} className="mt-px shrink-0 text-faint motion-safe:animate-spin" />
      )}
      <div role={isRefused ? 'alert' : undefined} className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
        <p className="wrap-anywhere text-soft">{isRefused ? `Not added. ${why}` : 'Reading…'}</p>
      </div>
      {isRefused && (
        <IconButton name={`Dismiss ${name}`} className="-my-1 -mr-1" icon={<X size={16} />} onClick={onDismiss} />
      )}
    </li>
  )
}

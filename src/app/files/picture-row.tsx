import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { formatName } from '#media/media-type.ts'
import { byteSize } from '../ui/byte-size.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Picture } from './picture.ts'
import { Thumbnail } from './thumbnail.tsx'

interface PictureRowProps {
  readonly picture: Picture
  readonly at: number
  readonly count: number
  readonly onMove: (id: string, to: number) => void
  readonly onRemove: () => void
}

/** What a picture of this list is carried as while it is dragged: no file of the system. */
const carried = 'application/x-patchbay-picture'

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** One picture: what it is, and its place among the others, which is changed by buttons or by a drag. */
export function PictureRow({ picture, at, count, onMove, onRemove }: PictureRowProps) {
  const { id, name, blob, type, width, height } = picture
  const [over, setOver] = useState<'target' | 'none'>('none')
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(carried)) return
    event.preventDefault()
    setOver('target')
  }
  const onDrop = (event: DragEvent) => {
    setOver('none')
    const moving = event.dataTransfer.getData(carried)
    if (moving === '') return
    event.preventDefault()
    onMove(moving, at)
  }
  return (
    <li
      aria-label={name}
      draggable={count > 1}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(carried, id)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver('none')}
      onDrop={onDrop}
      className={`flex items-center gap-2 rounded-md border bg-surface p-2 ${over === 'target' ? 'border-cable' : 'border-line'} ${count > 1 ? 'cursor-grab' : ''}`}
    >
      <Thumbnail blob={picture.thumbnail} className="size-11 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" title={name} className="truncate text-sm">
            {name}
          </span>
          {at === 0 && count > 1 && (
            <span className="shrink-0 rounded-full border border-cable/50 px-1.5 text-2xs text-cable">base</span>
          )}
        </p>
        <p title={formatName(type)} className="font-mono text-2xs text-faint tabular-nums">
          <span className="whitespace-nowrap">
            {width} × {height}
          </span>{' '}
          · <span className="whitespace-nowrap">{byteSize(blob.size)}</span>
        </p>
        {picture.stands === 'turned' && (
          <p className="text-2xs text-soft">
            {at === 0
              ? 'Turned upright by its EXIF; with a mask sent as an upright PNG.'
              : 'Turned upright by its EXIF.'}
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end *:aria-disabled:opacity-45">
        {count > 1 && (
          <>
            <IconButton
              name={`Move ${name} up`}
              className="w-6! coarse:w-11!"
              icon={<ArrowUp {...look} />}
              aria-disabled={at === 0 || undefined}
              onClick={() => at > 0 && onMove(id, at - 1)}
            />
            <IconButton
              name={`Move ${name} down`}
              className="w-6! coarse:w-11!"
              icon={<ArrowDown {...look} />}
              aria-disabled={at === count - 1 || undefined}
              onClick={() => at < count - 1 && onMove(id, at + 1)}
            />
          </>
        )}
        <IconButton name={`Remove ${name}`} className="w-6! coarse:w-11!" icon={<X {...look} />} onClick={onRemove} />
      </div>
    </li>
  )
}

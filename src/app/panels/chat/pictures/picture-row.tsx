import { X } from 'lucide-react'
import { formatName } from '#media/media-type.ts'
import { byteSize } from '../../../ui/byte-size.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { checkerboard } from '../../../view/media/checkerboard.ts'
import { usePicture } from '../../../view/media/use-picture.ts'
import { DetailChoice } from './detail-choice.tsx'
import type { Detail, Picture } from './picture.ts'

interface PictureRowProps {
  readonly picture: Picture
  readonly onDetail: (detail: Detail | undefined) => void
  readonly onRemove: () => void
}

/** One picture that goes with the message. */
export function PictureRow({ picture, onDetail, onRemove }: PictureRowProps) {
  const { id, name, blob, type, width, height, detail } = picture
  const { url } = usePicture(blob)
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-2.5 pl-2">
      <span
        style={{ background: checkerboard }}
        className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-[6px]"
      >
        {url && <img src={url} alt="" draggable={false} decoding="async" className="h-full w-full object-cover" />}
      </span>
      <div className="min-w-32 flex-1">
        <p dir="auto" title={name} className="truncate text-sm">
          {name}
        </p>
        <p className="truncate font-mono text-2xs text-faint tabular-nums">
          {formatName(type)} · {width} × {height} · {byteSize(blob.size)}
        </p>
      </div>
      <span className="ml-auto flex items-center gap-1">
        <DetailChoice name={`Detail of ${name}`} value={detail} onChange={onDetail} />
        <IconButton
          name={`Remove ${name}`}
          data-removes={id}
          icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

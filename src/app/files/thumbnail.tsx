import { checkerboard } from '../view/media/checkerboard.ts'
import { useBlobUrl } from '../view/media/use-blob-url.ts'

interface ThumbnailProps {
  readonly blob: Blob
  readonly className?: string
}

/** A small picture beside words that say what it is. */
export function Thumbnail({ blob, className = '' }: ThumbnailProps) {
  const url = useBlobUrl(blob)
  return (
    <span
      style={{ background: checkerboard }}
      className={`grid place-items-center overflow-hidden rounded-[6px] ${className}`}
    >
      {url && <img src={url} alt="" draggable={false} className="h-full w-full object-cover" />}
    </span>
  )
}

import type { ReactNode } from 'react'
import type { Picture } from '../../files/picture.ts'
import { byteSize } from '../../ui/byte-size.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { checkerboard } from '../../view/media/checkerboard.ts'
import { maskStyle } from '../../view/media/mask-style.ts'
import { useBlobUrl } from '../../view/media/use-blob-url.ts'
import { usePicture } from '../../view/media/use-picture.ts'

interface MaskPreviewProps {
  /** The file, exactly as it would be sent. */
  readonly mask: Blob
  readonly base: Picture
  readonly onClose: () => void
}

/** The mask as it is sent, and what it leaves of the picture. */
export function MaskPreview({ mask, base, onClose }: MaskPreviewProps) {
  const maskUrl = useBlobUrl(mask)
  const { url: baseUrl } = usePicture(base.blob)
  const look = 'block max-h-[44dvh] max-w-full'
  return (
    <Dialog title="The mask as it is sent" open onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <p className="text-soft sm:col-span-2">
          A PNG of {base.width} × {base.height} pixels, {byteSize(mask.size)}. What is black in it is kept; what is
          transparent, here chequered, is painted anew.
        </p>
        <Shown caption="The file">
          {maskUrl && <img src={maskUrl} alt="The mask: black is kept, chequered is painted anew" className={look} />}
        </Shown>
        <Shown caption="What it keeps of the image">
          {maskUrl && baseUrl && (
            <img
              src={baseUrl}
              alt="What is kept; the rest is chequered"
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

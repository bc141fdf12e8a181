import type { ReactNode } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { byteSize } from '../../ui/format.ts'
import { checkerboard, keptStyle } from '../../view/media/mask-style.ts'
import { useBlobUrl, usePicture } from '../../view/media/use-picture.ts'
import { sizeName } from '../crop/cut.ts'

/** A mask exactly as it would be sent, and the picture that goes with it. */
export interface SentFiles {
  readonly mask: Blob
  readonly picture: Blob
  /** Of both, in pixels. */
  readonly size: Dimensions
  /** The size in the image of what is sent, where only a part is. */
  readonly part?: Dimensions
}

interface MaskPreviewProps {
  readonly sent: SentFiles
  readonly onClose: () => void
}

/** The mask that is sent, and what it keeps of its picture. */
export function MaskPreview({ sent: { mask, picture, size, part }, onClose }: MaskPreviewProps) {
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

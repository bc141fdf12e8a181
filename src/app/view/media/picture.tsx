import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Lightbox } from './lightbox/lightbox.tsx'
import { fileTitle, type MediaFile, NotDrawn } from './media-file.tsx'
import { usePicture } from './use-picture.ts'

interface PictureProps {
  readonly file: MediaFile
  /** Caption, if known. */
  readonly says?: string | undefined
}

/** A picture that opens in the lightbox. Its layout size is set before it is decoded. The parent provides the download button. */
export function Picture({ file, says }: PictureProps) {
  const { url, size, refused } = usePicture(file.blob)
  const [broken, setBroken] = useState(false)
  const [big, setBig] = useState(false)
  const name = says ?? fileTitle(file)
  if (refused) return <NotDrawn file={file} size={size} save="elsewhere" />
  if (broken) return <p className="text-warning text-xs">The browser cannot display this image. You can download it.</p>
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${name} full screen`}
        className="group relative w-fit max-w-full cursor-zoom-in rounded-md"
        onClick={() => setBig(true)}
      >
        {url && (
          <img
            src={url}
            alt={name}
            {...size}
            className="block h-auto max-h-[32rem] w-auto max-w-full rounded-md object-contain"
            onError={() => setBroken(true)}
          />
        )}
        <Maximize2
          size={16}
          className="absolute top-2 right-2 rounded-md bg-ground/80 p-0.5 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </button>
      {big && (
        <Lightbox items={[{ key: name, file, name, says }]} at={0} onAt={nothing} onClose={() => setBig(false)} />
      )}
    </>
  )
}

/** A single item: there is nothing to switch to. */
const nothing = () => {}

import { Maximize2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { fileTitle, type MediaFile } from './media-file.ts'
import { useBlobUrl } from './use-blob-url.ts'
import { useDimensions } from './use-dimensions.ts'

interface PictureProps {
  readonly file: MediaFile
  /** What it shows or is for, where that is known. */
  readonly says?: string | undefined
}

/** A picture that opens over the whole window. Its place has the right shape before it is drawn. */
export function Picture({ file, says }: PictureProps) {
  const url = useBlobUrl(file.blob)
  const size = useDimensions(file.blob)
  const [broken, setBroken] = useState(false)
  const [big, setBig] = useState(false)
  const name = says ?? fileTitle(file)
  if (broken) return <p className="text-warning text-xs">The browser cannot draw this picture. It can be saved.</p>
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${name} big`}
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
          aria-hidden="true"
          size={16}
          strokeWidth={1.5}
          className="absolute top-2 right-2 rounded-md bg-ground/80 p-0.5 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </button>
      {big && url && <BigPicture url={url} name={name} onClose={() => setBig(false)} />}
    </>
  )
}

/** The picture alone, as large as the window lets it be, or in its own size. */
function BigPicture({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [whole, setWhole] = useState(true)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={name}
      onClose={onClose}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-ground text-ink"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <section tabIndex={0} aria-label="Picture" className="grid h-full w-full place-items-center overflow-auto">
        <button type="button" className="block max-h-full" onClick={() => setWhole(!whole)}>
          <img
            src={url}
            alt={name}
            className={whole ? 'max-h-dvh max-w-[100vw] cursor-zoom-in object-contain' : 'max-w-none cursor-zoom-out'}
          />
          <span className="sr-only">{whole ? 'Show in its own size' : 'Fit into the window'}</span>
        </button>
      </section>
      <span className="absolute top-3 right-3 rounded-md border border-line bg-raised">
        <IconButton name="Close" icon={<X size={18} strokeWidth={1.5} />} onClick={() => dialog.current?.close()} />
      </span>
    </dialog>
  )
}

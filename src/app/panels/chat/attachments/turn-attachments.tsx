import { ImageOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { formatName } from '#media/media-type.ts'
import { liftedFile, liftedSound } from '../../../run/file-marks.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { Lightbox } from '../../../view/media/lightbox/lightbox.tsx'
import { checkerboard } from '../../../view/media/mask-style.ts'
import { MediaView } from '../../../view/media/media-view.tsx'
import { usePicture } from '../../../view/media/use-picture.ts'
import type { AttachedPart } from '../turn/turn.ts'

interface AttachmentsProps {
  readonly run: Run
  readonly parts: readonly AttachedPart[]
}

/** The files of a message as they were sent. */
export function TurnAttachments({ run, parts }: AttachmentsProps) {
  const assets = useAssets(run)
  const pictures = parts.filter(({ type }) => type === 'input_image')
  const others = parts.filter((part) => !pictures.includes(part))
  return (
    <>
      {pictures.length > 0 && <TurnPictures {...{ run, assets }} parts={pictures} />}
      {others.length > 0 && (
        <ul aria-label="Files" className="grid w-full max-w-md grid-cols-1 gap-2">
          {others.map((part, at) => {
            const sha256 = liftedFile(part.file_data) ?? liftedSound(part.input_audio)
            const file = assets?.find((asset) => asset.role === 'input' && asset.sha256 === sha256)
            const name = file?.name ?? (typeof part.filename === 'string' ? part.filename : `File ${at + 1}`)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent message stay in their order.
              <li key={at} className="min-w-0 rounded-md border border-line bg-raised p-3">
                {file && (
                  <Suspense>
                    <MediaView file={{ ...file, name }} />
                  </Suspense>
                )}
                {assets && !file && <p className="wrap-anywhere text-soft text-xs">{name} · No longer stored</p>}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

/** The pictures among them, small; each opens over the whole window. */
function TurnPictures({ run, parts, assets }: AttachmentsProps & { readonly assets: ReturnType<typeof useAssets> }) {
  const [open, setOpen] = useState<number>()
  const all = parts.map(({ image_url, detail }, at) => {
    const sha256 = liftedFile(image_url)
    const file = assets?.find((asset) => asset.role === 'input' && asset.sha256 === sha256)
    const name = (sha256 && ownOf(run.alts, sha256)) ?? file?.name ?? `Image ${at + 1}`
    const isElsewhere = typeof image_url === 'string' && /^https?:/.test(image_url)
    return { key: `${at}`, file, name, detail, isElsewhere }
  })
  const shown = all.flatMap(({ file, ...one }) => (file ? [{ ...one, file }] : []))
  const at = shown.findIndex(({ key }) => key === `${open}`)
  return (
    <>
      <ul aria-label="Images" className="flex max-w-full flex-wrap justify-end gap-2">
        {all.map(({ key, file, name, detail, isElsewhere }) => (
          <li key={key} className="size-28 overflow-hidden rounded-md border border-line bg-raised">
            {file ? (
              <Small
                blob={file.blob}
                name={name}
                says={[name, formatName(file.type), typeof detail === 'string' && `detail: ${detail}`]
                  .filter(Boolean)
                  .join(' · ')}
                onOpen={() => setOpen(Number(key))}
              />
            ) : (
              assets && (
                <p className="grid h-full place-content-center justify-items-center gap-1 p-2 text-center text-2xs text-soft">
                  <ImageOff size={16} />
                  {isElsewhere ? 'Remote image, not loaded' : 'No longer stored'}
                </p>
              )
            )}
          </li>
        ))}
      </ul>
      {at >= 0 && (
        <Lightbox
          items={shown}
          at={at}
          onAt={(next) => setOpen(Number(shown[next]?.key))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

interface SmallProps {
  readonly blob: Blob
  readonly name: string
  readonly says: string
  readonly onOpen: () => void
}

function Small({ blob, name, says, onOpen }: SmallProps) {
  const { url, refused } = usePicture(blob)
  return (
    <button
      type="button"
      aria-label={`Open ${name} full screen`}
      title={says}
      className="flex h-full w-full cursor-zoom-in items-center justify-center outline-offset-[-2px]"
      onClick={onOpen}
    >
      {url && (
        <img
          src={url}
          alt={name}
          decoding="async"
          style={{ background: checkerboard }}
          className="max-h-full max-w-full"
        />
      )}
      {refused && <ImageOff size={16} className="mx-auto text-soft" />}
    </button>
  )
}

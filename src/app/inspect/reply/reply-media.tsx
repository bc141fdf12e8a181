import { Suspense } from 'react'
import { useAssets } from '../../run/history/use-assets.ts'
import type { MediaOutput } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { MediaView } from '../../view/media/media-view.tsx'
import { ForeignLink } from './foreign-link.tsx'

/** Image types that cannot contain scripts. */
const harmless = /^data:image\/(?:png|jpeg|webp|gif|avif)[;,]/i

/** Media inside an answer. A remote URL is not fetched, but shown as a link with its host. */
export function ReplyMedia({ run, media }: { run: Pick<Run, 'id' | 'status' | 'fresh'>; media: MediaOutput }) {
  const assets = useAssets(run)
  const { sha256, url, says, partial } = media
  const file = assets?.find((asset) => asset.role === 'output' && asset.sha256 === sha256)
  const words = [partial && 'Preview, not finished.', says].filter(Boolean).join(' ')
  if (file)
    return (
      <Suspense>
        <MediaView file={file} {...(words && { says: words })} />
      </Suspense>
    )
  if (sha256 !== undefined)
    return assets && <p className="text-warning text-xs">This file is no longer stored in this browser.</p>
  if (url === undefined) return null
  return (
    <figure className="grid min-w-0 gap-2">
      {harmless.test(url.slice(0, 40)) ? (
        <img src={url} alt={words || 'Image in the answer'} className="max-h-[32rem] max-w-full rounded-md" />
      ) : (
        <p className="text-xs">
          <ForeignLink url={url}>{(host) => `Open the file at ${host}`}</ForeignLink>
        </p>
      )}
      {words && <figcaption className="wrap-anywhere text-soft text-xs">{words}</figcaption>}
    </figure>
  )
}

import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { byteSize } from '../../ui/byte-size.ts'

type Asset = NonNullable<ReturnType<typeof useAssets>>[number]

/** The address of bytes for as long as they are shown. */
function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** The media a run was given, or gave. */
export function AssetList({ run, kind }: { run: Run; kind: Asset['role'] }) {
  const assets = useAssets(run.id, run.status)?.filter((asset) => asset.role === kind) ?? []
  if (assets.length === 0) return null
  return (
    <ul aria-label={kind === 'input' ? 'Files sent' : 'Files received'} className="grid gap-4 sm:grid-cols-2">
      {assets.map((asset) => (
        <AssetView key={asset.id} asset={asset} />
      ))}
    </ul>
  )
}

function AssetView({ asset }: { asset: Asset }) {
  const url = useObjectUrl(asset.blob)
  const name = asset.name ?? asset.type
  if (url === undefined) return null
  return (
    <li className="grid gap-2">
      <Media url={url} type={asset.type} name={name} />
      <p className="flex items-center justify-between gap-3 text-xs">
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 font-mono text-faint tabular-nums">{byteSize(asset.size)}</span>
        <a href={url} download={name} aria-label={`Download ${name}`} className="shrink-0 text-soft hover:text-ink">
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
        </a>
      </p>
    </li>
  )
}

function Media({ url, type, name }: { url: string; type: string; name: string }) {
  if (type.startsWith('image/')) return <img src={url} alt={name} className="max-h-96 rounded-md object-contain" />
  // biome-ignore lint/a11y/useMediaCaption: what a router made has no captions.
  if (type.startsWith('audio/')) return <audio src={url} controls className="w-full" />
  // biome-ignore lint/a11y/useMediaCaption: what a router made has no captions.
  if (type.startsWith('video/')) return <video src={url} controls className="max-h-96 rounded-md" />
  return null
}

import { formatName, mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { byteSize } from '../../ui/format.ts'
import { usePicture } from '../../view/media/use-picture.ts'
import { Facts, TabPart } from './facts.tsx'

type Asset = NonNullable<ReturnType<typeof useAssets>>[number]

interface FilesProps {
  run: string
  status: Run['status']
  came: Asset['role']
}

const titles = { input: 'Files', output: 'Files', kept: 'Kept with the run, not sent' } as const

/** The stored files of a run that were sent, received or only kept, with name, type, size and hash. */
export function Files({ run, status, came }: FilesProps) {
  const files = useAssets({ id: run, status })?.filter((asset) => asset.role === came) ?? []
  if (files.length === 0) return null
  return (
    <TabPart title={titles[came]}>
      {files.map((file, at) => (
        <FileRow key={file.id} what={`File ${at + 1}`} file={file} />
      ))}
    </TabPart>
  )
}

interface FileRowProps {
  /** What it is here: its place, or the name of its part. */
  what: string
  file: Pick<Asset, 'type' | 'size' | 'sha256'> & { readonly name?: string; readonly blob?: Blob }
}

function FileRow({ what, file }: FileRowProps) {
  return (
    <div className="pb-2">
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <Facts
            facts={[
              [what, file.name ?? 'without a name'],
              ['Type', file.type],
              ['Size', byteSize(file.size)],
            ]}
          />
        </div>
        {file.blob && mediaKind(file.type) === 'image' && (
          <Thumbnail blob={file.blob} name={file.name ?? formatName(file.type)} />
        )}
      </div>
      <Facts facts={[['SHA-256', file.sha256]]} />
    </div>
  )
}

function Thumbnail({ blob, name }: { blob: Blob; name: string }) {
  const { url, size } = usePicture(blob)
  if (url === undefined && size === undefined) return null
  return (
    <figure className="mt-1 mr-5 grid shrink-0 justify-items-center gap-1">
      {url && <img src={url} alt={name} className="size-16 rounded-md object-contain" />}
      {size && (
        <figcaption className="font-mono text-2xs text-faint tabular-nums">
          {size.width} × {size.height}
        </figcaption>
      )}
    </figure>
  )
}

interface PartsProps extends Pick<Run, 'id' | 'status'> {
  parts: NonNullable<Run['parts']>
}

/** A multipart request: its fields and files in the order in which they went. */
export function Parts({ id, status, parts }: PartsProps) {
  const assets = useAssets({ id, status }) ?? []
  const bytesOf = (sha256: string) => assets.find((asset) => asset.role === 'input' && asset.sha256 === sha256)?.blob
  return (
    <TabPart title="Parts">
      {parts.map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and parts never change their places.
        if (part.kind === 'text') return <Facts key={at} facts={[[part.name, part.value]]} />
        const blob = bytesOf(part.file.sha256)
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        return <FileRow key={at} what={part.name} file={{ ...part.file, ...(blob && { blob }) }} />
      })}
    </TabPart>
  )
}

import { useEffect, useState } from 'react'
import { useAssets } from '../run/history/use-assets.ts'
import type { Run } from '../run/run.ts'
import { byteSize } from '../ui/byte-size.ts'
import { Facts, Part } from './facts.tsx'

type Asset = NonNullable<ReturnType<typeof useAssets>>[number]

/** Pictures whose formats hold nothing that runs. */
const harmless = /^image\/(?:png|jpeg|webp|gif|avif)$/

interface FilesProps {
  /** The run's id. */
  run: string
  status: Run['status']
  /** Whether they were sent or received. */
  came: Asset['role']
}

/** The files that went with a request, or came back: as kept, by name, type, size and hash. */
export function Files({ run, status, came }: FilesProps) {
  const files = useAssets(run, status)?.filter((asset) => asset.role === came) ?? []
  if (files.length === 0) return null
  return (
    <Part title="Files">
      {files.map((file, at) => (
        <div key={file.id} className="flex items-start pb-2">
          <div className="min-w-0 flex-1">
            <Facts
              facts={[
                [`File ${at + 1}`, file.name ?? 'without a name'],
                ['Type', file.type],
                ['Size', byteSize(file.size)],
                ['SHA-256', file.sha256],
              ]}
            />
          </div>
          {harmless.test(file.type) && <Thumbnail file={file} />}
        </div>
      ))}
    </Part>
  )
}

function Thumbnail({ file }: { file: Asset }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file.blob])
  if (url === undefined) return null
  return <img src={url} alt={file.name ?? file.type} className="mt-1 mr-5 size-16 shrink-0 rounded-md object-contain" />
}

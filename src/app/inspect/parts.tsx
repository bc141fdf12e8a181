import { useAssets } from '../run/history/use-assets.ts'
import type { Run } from '../run/run.ts'
import { Facts, Part } from './facts.tsx'
import { FileRow } from './files.tsx'

interface PartsProps extends Pick<Run, 'id' | 'status'> {
  parts: NonNullable<Run['parts']>
}

/** A multipart request: its fields and files in the order in which they went. */
export function Parts({ id, status, parts }: PartsProps) {
  const assets = useAssets({ id, status }) ?? []
  const bytesOf = (sha256: string) => assets.find((asset) => asset.role === 'input' && asset.sha256 === sha256)?.blob
  return (
    <Part title="Parts">
      {parts.map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and parts never change their places.
        if (part.kind === 'text') return <Facts key={at} facts={[[part.name, part.value]]} />
        const blob = bytesOf(part.file.sha256)
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        return <FileRow key={at} what={part.name} file={{ ...part.file, ...(blob && { blob }) }} />
      })}
    </Part>
  )
}

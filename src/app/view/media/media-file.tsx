import { formatName } from '#media/media-type.ts'
import { byteSize } from '../../ui/format.ts'
import { useDimensions } from './use-picture.ts'

/** A file as it is shown. */
export interface MediaFile {
  readonly blob: Blob
  /** The media type, by the bytes where they tell it. */
  readonly type: string
  readonly size: number
  readonly name?: string
}

/** What a file is called where it has no name of its own. */
export function fileTitle({ name, type }: Pick<MediaFile, 'name' | 'type'>): string {
  return name ?? formatName(type)
}

/** What a file is by its bytes: format, pixels, size. */
export function FileFacts({ file }: { readonly file: MediaFile }) {
  const size = useDimensions(file.blob)
  const facts = [formatName(file.type), size && `${size.width} × ${size.height}`, byteSize(file.size)]
  const told = facts.filter((fact) => fact !== undefined)
  return (
    <span className="font-mono text-faint tabular-nums">
      {told.map((fact, at) => (
        // A line breaks between the facts, not in them.
        <span key={fact}>
          {at > 0 && ' · '}
          <span className="whitespace-nowrap">{fact}</span>
        </span>
      ))}
    </span>
  )
}

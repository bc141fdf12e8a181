import { formatName } from '#media/media-type.ts'
import { byteSize } from '../../ui/byte-size.ts'
import type { MediaFile } from './media-file.ts'
import { useDimensions } from './use-dimensions.ts'

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

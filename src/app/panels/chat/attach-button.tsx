import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { type NamedFile, named } from '../../view/media/named-file.ts'

/** Opens the system's own file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly NamedFile[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        name="Attach pictures"
        icon={<ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label="Attach pictures: files"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple
        className="hidden"
        onChange={({ target }) => {
          onFiles(named(target.files ?? []))
          // The same file may be picked again.
          target.value = ''
        }}
      />
    </>
  )
}

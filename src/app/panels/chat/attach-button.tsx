import { ImagePlus } from 'lucide-react'
import { type NamedFile, named } from '../../files/named-file.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { pickFiles } from '../../ui/pick-files.ts'

const accept = 'image/png,image/jpeg,image/webp,image/gif'

/** Opens the system's own file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly NamedFile[]) => void }) {
  return (
    <IconButton
      name="Attach pictures"
      icon={<ImagePlus size={18} strokeWidth={1.5} aria-hidden="true" />}
      onClick={() => pickFiles({ accept, count: 'several' }, (files) => onFiles(named(files)))}
    />
  )
}

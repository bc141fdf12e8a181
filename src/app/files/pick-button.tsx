import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { pickFiles } from '../ui/pick-files.ts'
import { type NamedFile, named } from './named-file.ts'

interface PickFilesProps {
  readonly name: string
  readonly icon: ReactNode
  readonly look?: 'outline' | 'primary'
  readonly className?: string
  readonly count: 'one' | 'several'
  readonly onFiles: (files: readonly NamedFile[]) => void
}

const accept = 'image/png,image/jpeg,image/webp'

/** A button that opens the system's own file dialog. */
export function PickFiles({ name, icon, look = 'outline', className = '', count, onFiles }: PickFilesProps) {
  return (
    <Button
      look={look}
      icon={icon}
      className={className}
      onClick={() => pickFiles({ accept, count }, (files) => onFiles(named(files)))}
    >
      {name}
    </Button>
  )
}

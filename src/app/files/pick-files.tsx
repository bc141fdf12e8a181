import type { ComponentProps } from 'react'
import { Button } from '../ui/button/button.tsx'
import { pickFiles } from '../ui/files.ts'
import { named } from './drop-place.tsx'
import type { NamedFile } from './read-file.ts'

interface PickFilesProps extends ComponentProps<typeof Button> {
  readonly name: string
  readonly accepts: readonly string[]
  readonly count: 'one' | 'several'
  readonly onFiles: (files: readonly NamedFile[]) => void
}

export function PickFiles({ name, accepts, count, onFiles, ...button }: PickFilesProps) {
  return (
    <Button
      {...button}
      onClick={() => pickFiles({ accept: accepts.join(','), count }, (files) => onFiles(named(files)))}
    >
      {name}
    </Button>
  )
}

import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type NamedFile, named } from '../../../view/media/named-file.ts'

interface PickFilesProps {
  readonly name: string
  readonly icon: ReactNode
  readonly look?: 'outline' | 'primary'
  readonly className?: string
  readonly count: 'one' | 'several'
  readonly onFiles: (files: readonly NamedFile[]) => void
}

/** A button that opens the system's own file dialog. */
export function PickFiles({ name, icon, look = 'outline', className = '', count, onFiles }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} icon={icon} className={className} onClick={() => input.current?.click()}>
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={`${name}: files`}
        accept="image/png,image/jpeg,image/webp"
        multiple={count === 'several'}
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

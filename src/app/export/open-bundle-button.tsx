import { FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import type { OpenBundle } from './use-open-bundle.ts'

/** Lets the person choose one bundle or several from the disk. */
export function OpenBundleButton({ bundle }: { readonly bundle: OpenBundle }) {
  const input = useRef<HTMLInputElement>(null)
  const busy = bundle.news?.kind === 'busy'
  return (
    <>
      <Button
        icon={<FolderOpen size={16} strokeWidth={1.5} />}
        disabled={busy}
        aria-busy={busy}
        onClick={() => input.current?.click()}
      >
        Open a bundle
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const zips = [...(currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          currentTarget.value = ''
          bundle.open(zips)
        }}
      />
    </>
  )
}

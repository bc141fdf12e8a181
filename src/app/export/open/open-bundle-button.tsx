import { FolderOpen } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { pickFiles } from '../../ui/files.ts'
import type { OpenBundle } from './use-open-bundle.ts'

/** Lets the person choose one bundle or several from the disk. */
export function OpenBundleButton({ bundle }: { readonly bundle: OpenBundle }) {
  const busy = bundle.news?.kind === 'busy'
  return (
    <Button
      icon={<FolderOpen size={16} strokeWidth={1.5} />}
      disabled={busy}
      aria-busy={busy}
      onClick={() => pickFiles({ accept: '.zip,application/zip', count: 'several' }, bundle.open)}
    >
      Open a bundle
    </Button>
  )
}

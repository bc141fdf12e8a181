import { Share } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { OverPage } from '../../ui/missing-note.tsx'
import { retriable } from '../../ui/retriable.tsx'

const ExportDialog = retriable(async () => (await import('./export-dialog.tsx')).ExportDialog)

interface ExportButtonProps {
  readonly ids: readonly string[]
  /** All keys that the app knows; an export that contains one is refused. */
  readonly keys: readonly string[]
}

/** Opens the export dialog, whose code is loaded with the first press. */
export function ExportButton({ ids, keys }: ExportButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Share size={16} />} disabled={ids.length === 0} onClick={() => setOpen(true)}>
        Export
      </Button>
      {open && (
        <OverPage>
          <Suspense>
            <ExportDialog ids={ids} keys={keys} onClose={() => setOpen(false)} />
          </Suspense>
        </OverPage>
      )}
    </>
  )
}

import { Library } from 'lucide-react'
import { Suspense } from 'react'
import { OverPage } from '../../ui/missing-note.tsx'
import { showDialog } from '../../ui/page-dialog.ts'
import { menuItem } from '../../ui/popup/menu.tsx'
import { retriable } from '../../ui/retriable.tsx'

const AddDialog = retriable(async () => (await import('./add-dialog.tsx')).AddDialog)

const close = () => showDialog()

/** Asks which collection these runs become cards of, in the order in which they were started. */
export const addToCollection = (runs: readonly string[]): void =>
  showDialog(
    <OverPage>
      <Suspense>
        <AddDialog ids={runs} onClose={close} />
      </Suspense>
    </OverPage>,
  )

export const collectItem = (run: string) => menuItem('Add to collection', Library, () => addToCollection([run]))

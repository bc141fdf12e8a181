import { BookMarked } from 'lucide-react'
import { openOverlay } from '../../ui/page-overlay.ts'
import { menuItem } from '../../ui/popup/menu.tsx'
import { retriable } from '../../ui/retriable.tsx'

const AddDialog = retriable(async () => (await import('./add-dialog.tsx')).AddDialog)

/** Asks which collection these runs become cards of, in the order in which they were started. */
export const addToCollection = (runs: readonly string[]): void =>
  openOverlay(<AddDialog ids={runs} onClose={() => openOverlay(undefined)} />)

export const collectItem = (run: string) => menuItem('Add to collection', BookMarked, () => addToCollection([run]))

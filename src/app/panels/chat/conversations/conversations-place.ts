import { useInspector } from '../../../inspect/drawer/inspector-place.ts'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { useOnStage } from '../../../ui/on-stage.ts'
import { keptWord, PageState, usePageState } from '../../../ui/page-state.ts'

/** Whether the person wants the column. */
const wish = keptWord('patchbay.conversations', ['open', 'closed'])

/** The id of the button that opens the column, and of the one that closes it: of the two only one is shown. */
export const columnToggle = 'conversations-toggle'

function setColumn(next: 'open' | 'closed'): void {
  wish.set(next)
  // The pressed button is replaced by the other one.
  requestAnimationFrame(() => document.getElementById(columnToggle)?.focus())
}

/** The dialog is open on a press only, and closed with the page. */
const dialog = new PageState<'open' | 'closed'>(() => 'closed')

/** Where the conversations are listed: in a column, in a dialog that is opened by a button, or, on the stage, nowhere. */
export function useConversationsPlace() {
  const wide = useMedia('(width >= 80rem)')
  const widest = useMedia('(width >= 100rem)')
  const inspector = useInspector()
  const hasRoom = widest || (wide && !inspector.open)
  const column = usePageState(wish)
  const shown = usePageState(dialog)
  const stage = useOnStage()
  return {
    place: stage ? 'nowhere' : hasRoom && column === 'open' ? 'column' : 'dialog',
    isDialogOpen: shown === 'open',
    /** Opens the column where there is room for it, else the dialog. */
    open: () => (hasRoom ? setColumn('open') : dialog.set('open')),
    closeColumn: () => setColumn('closed'),
    closeDialog: () => dialog.set('closed'),
  } as const
}

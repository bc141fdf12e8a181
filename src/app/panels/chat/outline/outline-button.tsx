import { ListTree } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useActions } from '../../../ui/actions.ts'
import { HeadButton } from '../../../ui/button/button.tsx'
import { usePageKeys } from '../../../ui/keys/keyboard.ts'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { OverPage } from '../../../ui/missing-note.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import type { OpenConversation } from '../turn/use-conversation.ts'

const OutlineDialog = retriable(async () => (await import('./outline-dialog.tsx')).OutlineDialog)

/** Opens the outline, as T does. */
export function OutlineButton({ conversation }: { readonly conversation: OpenConversation }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  usePageKeys((event) => {
    if (letterOf(event) !== 't') return
    event.preventDefault()
    open()
  })
  useActions([{ name: 'Outline of this conversation', keys: 'T', run: () => setTimeout(open, 100) }])
  return (
    <>
      <HeadButton
        name="Outline"
        title="Outline (T)"
        aria-keyshortcuts="T"
        className="max-[24rem]:hidden"
        icon={<ListTree size={18} />}
        onClick={open}
      />
      {isOpen && (
        <OverPage>
          <Suspense>
            <OutlineDialog conversation={conversation} onClose={() => setOpen(false)} />
          </Suspense>
        </OverPage>
      )}
    </>
  )
}

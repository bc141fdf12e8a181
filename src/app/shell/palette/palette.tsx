import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { isComposing } from '../../ui/keys/key-press.ts'
import { retriable } from '../../ui/retriable.tsx'
import type { FoundKeys } from './found-list.tsx'

const FoundList = retriable(async () => (await import('./found-list.tsx')).FoundList)

/** The command palette. The box is there at once, and nothing typed is lost while the list is loaded. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const listId = useId()
  const list = useRef<FoundKeys>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (list.current?.press(event.key)) event.preventDefault()
    setEntered(list.current === null && event.key === 'Enter')
  }
  return (
    <Dialog title="Search" open onClose={onClose}>
      <input
        ref={focusFirst}
        role="combobox"
        aria-label="Search panels, actions, models and runs"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Search panels, actions, models and runs"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-md border border-line bg-surface px-3 text-base"
      />
      {/* As high before there is a list, and for one of a single line: nothing jumps. */}
      <div className="mt-3 flex h-[50dvh] flex-col">
        <Suspense fallback={<p className="text-faint text-xs">Loading…</p>}>
          <FoundList {...{ typed, isEntered, onClose }} id={listId} keys={list} onActive={setActive} />
        </Suspense>
      </div>
    </Dialog>
  )
}

/** Where the browser puts the focus when it opens the dialog around it. */
function focusFirst(input: HTMLInputElement | null) {
  input?.setAttribute('autofocus', '')
}

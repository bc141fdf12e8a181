import { ArrowUp } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { onSendKey } from '../compose/send-key.ts'

interface EditBoxProps {
  text: string
  mayBeEmpty: boolean
  onText: (text: string) => void
  onSend: () => void
  onCancel: () => void
}

/** The words of a message, to be sent again as a branch, with the keys of the message box. */
export function EditBox({ text, mayBeEmpty, onText, onSend, onCancel }: EditBoxProps) {
  const isEmpty = text.trim() === '' && !mayBeEmpty
  return (
    <div className="grid w-full max-w-[64ch] gap-2">
      <textarea
        aria-label="Edited message"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed Edit, and this is what they asked for.
        autoFocus
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (onSendKey(event, () => !isEmpty && onSend()) || event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }}
        className="unkerned field-sizing-content max-h-[40dvh] rounded-md border border-line bg-raised px-4 py-2.5 text-base"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-faint text-xs">The earlier version is kept as a branch.</p>
        <span className="flex gap-2">
          <Button look="quiet" keys="Esc" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            look="primary"
            keys="↵"
            aria-label="Send edited message"
            icon={<ArrowUp size={16} className="stroke-2" />}
            disabled={isEmpty}
            {...onFirstPress(onSend)}
          >
            Send
          </Button>
        </span>
      </div>
    </div>
  )
}

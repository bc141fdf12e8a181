import { Button } from '../../../ui/button.tsx'
import { isFirstPress, onFirstPress } from '../../../ui/keys/first-press.ts'
import { isComposing } from '../../../ui/keys/keyboard.ts'

interface EditBoxProps {
  text: string
  mayBeEmpty: boolean
  onText: (text: string) => void
  onSend: () => void
  onCancel: () => void
}

/** The words of a message, to be sent again as a branch. */
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
          if (isComposing(event.nativeEvent)) return
          const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (!sends && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (!sends) onCancel()
          else if (isFirstPress(event.nativeEvent) && !isEmpty) onSend()
        }}
        className="unkerned field-sizing-content max-h-[40dvh] rounded-md border border-line bg-raised px-4 py-2.5 text-base"
      />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" disabled={isEmpty} {...onFirstPress(onSend)}>
          Send as a new branch
        </Button>
      </div>
    </div>
  )
}

import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lineLook } from '../../ui/box-look.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'

interface VoiceFormProps {
  readonly start: { readonly name: string; readonly labels: readonly string[] }
  readonly verb: string
  readonly onSave: (voice: { readonly name: string; readonly labels: string[] }) => void
  readonly onCancel: () => void
  readonly children?: ReactNode
}

/** The name and labels of a saved voice. Escape cancels. */
export function VoiceForm({ start, verb, onSave, onCancel, children }: VoiceFormProps) {
  const [name, setName] = useState(start.name)
  const [labels, setLabels] = useState(start.labels.join(', '))
  const id = useId()
  const save = () => {
    const words = labels.split(',').map((word) => word.trim())
    onSave({ name: name.trim(), labels: [...new Set(words)].filter(Boolean) })
  }
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save()
      }}
      onKeyDown={(event) => {
        // With Ctrl or ⌘ it would run the tool around.
        if (event.key === 'Enter') event.stopPropagation()
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <label htmlFor={`${id}-name`} className="text-soft text-xs">
        Name
      </label>
      <input
        id={`${id}-name`}
        className={lineLook}
        value={name}
        maxLength={100}
        required
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the form opens on a press.
        autoFocus
        // Typing replaces the suggested name.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <label htmlFor={`${id}-labels`} className="text-soft text-xs">
        Labels, separated by commas
      </label>
      <input
        id={`${id}-labels`}
        className={lineLook}
        value={labels}
        placeholder="narrator, warm"
        autoComplete="off"
        onChange={({ target }) => setLabels(target.value)}
      />
      {children}
      <div className="flex flex-wrap gap-2 pt-1">
        <Button type="submit" disabled={name.trim() === ''}>
          {verb}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** A form in place of the button that opened it, which gets the focus back. */
export function useInlineForm() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return { isOpen, opener, open: () => setOpen(true), close }
}

export const VoiceId = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <p className="flex min-w-0 items-center gap-1 font-mono text-2xs text-faint">
    <span className="truncate" title={id}>
      {id}
    </span>
    <CopyButton name={`Copy the id of ${name}`} text={id} />
  </p>
)

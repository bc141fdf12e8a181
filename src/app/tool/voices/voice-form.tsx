import { type ReactNode, useId, useState } from 'react'
import { lineLook } from '../../ui/box-look.ts'
import { Button } from '../../ui/button/button.tsx'

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

import { useRef, useState } from 'react'
import { isComposing } from '../ui/keys/key-press.ts'

interface RenameBoxProps {
  /** The accessible name. */
  readonly name: string
  readonly value: string
  readonly placeholder?: string
  /** Characters. */
  readonly most?: number
  /** Called once, with the text, or undefined where the old one stays. */
  readonly onDone: (text: string | undefined) => void
  readonly className: string
}

/** The box that takes the place of a name while it is changed. Enter and leaving it give the text, Escape none. */
export function RenameBox({ name, value, placeholder, most = 200, onDone, className }: RenameBoxProps) {
  const [typed, setTyped] = useState(value)
  const isDone = useRef(false)
  const done = (text: string | undefined) => {
    // Some browsers fire `blur` as the box goes.
    if (isDone.current) return
    isDone.current = true
    onDone(text)
  }
  return (
    <input
      aria-label={name}
      placeholder={placeholder}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it.
      autoFocus
      maxLength={most}
      value={typed}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Else the key would go on to what gets the focus now, and to the list or the panel around.
        event.preventDefault()
        event.stopPropagation()
        done(event.key === 'Enter' ? typed : undefined)
      }}
      onBlur={() => done(typed)}
      className={className}
    />
  )
}

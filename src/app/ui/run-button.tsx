import { Square } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface RunButtonProps {
  /** `Send`, `Generate`. */
  readonly name: string
  readonly icon: ReactNode
  /** The key that does the same, shown small. */
  readonly keys: string
  readonly running: boolean
  /** The key that stops, where one does. */
  readonly stopKeys?: string
  readonly onRun: () => void
  readonly onStop: () => void
  readonly className?: string
}

/** Stop stands where the other button stood: what follows a press of that one within this time was not meant for it. */
const armedAfterMs = 500

/** A held key presses a button once. */
const once = (event: KeyboardEvent) => event.repeat && event.preventDefault()

/** The one action of a panel: it runs, and stops what runs. It stays the same button, so that the focus stays on it. */
export function RunButton(props: RunButtonProps) {
  const { name, icon, keys, running, stopKeys, onRun, onStop, className = '' } = props
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const press = ({ detail, timeStamp }: MouseEvent) => {
    if (running) {
      // The second half of a double click, however long the page took for the first.
      const isMeant = detail < 2 && timeStamp - pressedAt.current > armedAfterMs
      if (isMeant) onStop()
      return
    }
    pressedAt.current = timeStamp
    onRun()
  }
  const shownKeys = running ? stopKeys : keys
  return (
    <Button
      look={running ? 'outline' : 'primary'}
      {...(shownKeys && { keys: shownKeys })}
      icon={running ? <Square size={14} strokeWidth={2} aria-hidden="true" /> : icon}
      className={className}
      onKeyDown={once}
      onClick={press}
    >
      {running ? 'Stop' : name}
    </Button>
  )
}

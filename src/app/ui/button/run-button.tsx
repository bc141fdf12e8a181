import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { onFirstPress } from '../keys/first-press.ts'
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

/**
 * The main action of a panel: Run, or Stop while something runs. One button for both, so that it keeps the focus; the second half of a double
 * click hits Stop, which `onFirstPress` ignores.
 */
export function RunButton(props: RunButtonProps) {
  const { name, icon, keys, running, stopKeys, onRun, onStop, className = '' } = props
  const shownKeys = running ? stopKeys : keys
  return (
    <Button
      look={running ? 'outline' : 'primary'}
      {...(shownKeys && { keys: shownKeys })}
      icon={running ? <Square size={14} strokeWidth={2} aria-hidden="true" /> : icon}
      className={className}
      {...onFirstPress(running ? onStop : onRun)}
    >
      {running ? 'Stop' : name}
    </Button>
  )
}

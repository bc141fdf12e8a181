import { Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { onFirstPress } from '../keys/first-press.ts'
import { Button } from './button.tsx'

interface RunButtonProps {
  readonly name: string
  readonly icon: ReactNode
  readonly keys: string
  readonly running: boolean
  readonly stopKeys?: string
  readonly onRun: () => void
  readonly onStop: () => void
  readonly className?: string
  readonly disabled?: boolean | undefined
}

/** Ms within which nobody sees that a run has ended and presses on purpose. */
const reactionTime = 250

/** Run or Stop in one button, which keeps the focus. A press just after a run's end was meant for Stop, unless one typed since. */
export function RunButton(props: RunButtonProps) {
  const { name, icon, keys, running, stopKeys, onRun, onStop, disabled, className = '' } = props
  const shownKeys = running ? stopKeys : keys
  const endedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!running) return
    return () => {
      endedAt.current = performance.now()
      const forget = () => {
        endedAt.current = Number.NEGATIVE_INFINITY
      }
      addEventListener('input', forget, { capture: true, once: true })
    }
  }, [running])
  const run = () => {
    if (performance.now() - endedAt.current > reactionTime) onRun()
  }
  return (
    <Button
      look={running ? 'outline' : 'primary'}
      {...(shownKeys && { keys: shownKeys })}
      icon={running ? <Square size={14} className="stroke-2" /> : icon}
      className={className}
      disabled={disabled}
      data-running={running || undefined}
      {...onFirstPress(running ? onStop : run)}
    >
      {running ? 'Stop' : name}
    </Button>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'

interface BranchesProps {
  at: number
  of: number
  onBranch: (at: number) => void
}

type Step = 'Earlier' | 'Later'

/** The step that was pressed: the turn of the other branch takes the place of this one, and its button takes the focus. */
let pressed: Step | undefined

/** Steps between the branches at a place of the conversation. */
export function Branches({ at, of, onBranch }: BranchesProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (pressed === undefined) return
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const same = buttons.find(({ ariaLabel }) => ariaLabel?.startsWith(pressed ?? ''))
    ;(same ?? buttons[0])?.focus()
    pressed = undefined
  }, [])
  const go = (step: Step, to: number) => () => {
    pressed = step
    onBranch(to)
  }
  return (
    <div ref={box} className="flex items-center text-soft text-xs">
      <IconButton
        name="Earlier branch"
        disabled={at === 0}
        icon={<ChevronLeft size={16} />}
        onClick={go('Earlier', at - 1)}
      />
      <span className="whitespace-nowrap tabular-nums">
        {at + 1} of {of}
      </span>
      <IconButton
        name="Later branch"
        disabled={at === of - 1}
        icon={<ChevronRight size={16} />}
        onClick={go('Later', at + 1)}
      />
    </div>
  )
}

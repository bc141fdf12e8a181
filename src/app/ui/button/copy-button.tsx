import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'

interface CopyButtonProps {
  name: string
  text: string | (() => string)
  /** `small`, where it is left out: for a line of small text. `words`: with its name. */
  look?: 'small' | 'usual' | 'words'
  className?: string
}

/** Copies a text; a function is called at the press, for texts that are costly to make. */
export function CopyButton({ name, text, look = 'small', className = '' }: CopyButtonProps) {
  const [state, copy] = useCopy(text)
  const Icon = state === 'copied' ? Check : Copy
  const words = { ready: name, copied: 'Copied', failed: 'Not copied: select the text instead' }[state]
  const icon = <Icon size={look === 'small' ? 14 : 16} />
  if (look === 'words')
    return (
      <Button look="quiet" icon={icon} onClick={copy}>
        {words}
      </Button>
    )
  const size = look === 'small' ? 'size-6! coarse:size-11!' : ''
  return <IconButton name={words} icon={icon} className={`${size} ${className}`} onClick={copy} />
}

type CopyState = 'ready' | 'copied' | 'failed'

/** Copies on a press; `state` shows the result for two seconds. */
export function useCopy(text: string | (() => string)): readonly [state: CopyState, copy: () => void] {
  const [state, setState] = useState<CopyState>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  return [
    state,
    () => void copyText(typeof text === 'string' ? text : text()).then((done) => setState(done ? 'copied' : 'failed')),
  ]
}

/** Copies a text; false if the browser does not allow it. On plain HTTP from another machine only `execCommand` is available. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.style.position = 'fixed'
  box.style.opacity = '0'
  document.body.append(box)
  box.select()
  const copied = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

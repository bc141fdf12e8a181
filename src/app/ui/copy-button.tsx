import { Check, Copy } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  /** What is copied, in words: `Copy URL`. */
  name: string
  text: string | (() => string)
  className?: string
}

/** Copies a text; a text that is costly to make is made at the press. */
export function CopyButton({ name, text, className = '' }: CopyButtonProps) {
  const [state, copy] = useCopy(text)
  const Icon = state === 'copied' ? Check : Copy
  const names = { ready: name, copied: 'Copied', failed: 'Not copied: select the text instead' }
  return (
    <IconButton
      name={names[state]}
      icon={<Icon size={14} strokeWidth={1.5} />}
      className={`size-6! coarse:size-11! ${className}`}
      onClick={copy}
    />
  )
}

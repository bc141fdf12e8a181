import type { ComponentProps, ReactNode } from 'react'

interface ActionButtonProps extends ComponentProps<'button'> {
  /** The accessible name, and the tooltip. */
  name: string
  icon: ReactNode
  /** The visible name, where it is only a part of `name`. */
  word?: string
  keys?: string
  /** A class that hides the word where there is no room for it. */
  wordLook?: string
}

export function ActionButton({
  name,
  word = name,
  icon,
  keys,
  wordLook = '',
  className = '',
  ...rest
}: ActionButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-2 text-soft text-xs transition duration-150 ease-out hover:bg-raised hover:text-ink disabled:opacity-45 aria-pressed:bg-raised aria-pressed:text-ink coarse:h-11 coarse:min-w-11 ${className}`}
      {...rest}
    >
      {icon}
      <span className={`whitespace-nowrap ${wordLook}`}>{word}</span>
      {keys && (
        <span aria-hidden="true" className={`font-mono text-2xs uppercase opacity-70 coarse:hidden ${wordLook}`}>
          {keys}
        </span>
      )}
    </button>
  )
}

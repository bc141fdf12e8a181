import type { ComponentProps, ReactNode } from 'react'

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, and the tooltip. */
  name: string
  icon: ReactNode
}

export function IconButton({ name, icon, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`inline-grid size-8 shrink-0 place-items-center rounded-md text-soft transition duration-150 ease-out hover:bg-raised hover:text-ink disabled:opacity-45 aria-pressed:bg-raised aria-pressed:text-ink coarse:size-11 ${className}`}
      {...rest}
    >
      {icon}
    </button>
  )
}

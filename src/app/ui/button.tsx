import type { ComponentProps, ReactNode } from 'react'

const looks = {
  /** The one action of a panel: Run, Send. */
  primary: 'bg-cable text-on-cable font-semibold hover:brightness-110 active:brightness-95',
  outline: 'border border-line bg-surface text-ink hover:bg-raised',
  quiet: 'text-soft hover:bg-raised hover:text-ink',
  danger: 'border border-danger/40 text-danger hover:bg-danger/10',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks
  icon?: ReactNode
  /** The key that does the same, shown small. */
  keys?: string
}

export function Button({ look = 'outline', icon, keys, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-9 max-w-full shrink-0 items-center justify-center gap-2 rounded-md px-3 py-1 text-sm transition duration-150 ease-out disabled:opacity-45 coarse:min-h-11 ${looks[look]} ${className}`}
      {...rest}
    >
      {icon}
      {children}
      {keys && (
        <span
          aria-hidden="true"
          className={`font-mono text-2xs coarse:hidden ${look === 'primary' ? '' : 'opacity-70'}`}
        >
          {keys}
        </span>
      )}
    </button>
  )
}

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

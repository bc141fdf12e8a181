import type { ComponentProps, ReactNode } from 'react'

const looks = {
  /** The one action of a panel: Run, Send. */
  primary: 'bg-cable text-on-cable font-semibold hover:[filter:brightness(1.1)] active:[filter:brightness(0.95)]',
  outline: 'border border-line bg-surface text-ink hover:bg-raised',
  quiet: 'text-soft hover:bg-raised hover:text-ink',
  danger: 'border border-danger/40 text-danger hover:bg-danger/10',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks
  icon?: ReactNode
  keys?: string
  small?: boolean
}

export function Button({ look = 'outline', icon, keys, small, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md py-1 transition duration-150 ease-out disabled:opacity-45 coarse:min-h-11 ${small ? 'min-h-8 px-2.5 text-xs' : 'min-h-9 px-3 text-sm'} ${looks[look]} ${className}`}
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

interface HeadButtonProps extends ComponentProps<'button'> {
  /** One word. */
  name: string
  icon: ReactNode
  /** The key that does the same, shown where there is a keyboard and room. */
  keys?: string
}

/** A button of a panel's header. Its word stands below the icon on phones and beside it where there is room; else it is a tooltip. */
export function HeadButton({ name, icon, keys, className = '', ...rest }: HeadButtonProps) {
  return (
    <button
      type="button"
      title={keys ? `${name} (${keys})` : name}
      className={`inline-flex h-11 min-w-11 shrink-0 flex-col items-center justify-center gap-0.5 rounded-md px-1 text-2xs text-soft transition duration-150 ease-out hover:bg-raised hover:text-ink disabled:opacity-45 aria-pressed:bg-raised aria-pressed:text-ink md:h-8 md:min-w-8 md:flex-row md:gap-2 md:px-2 md:text-sm md:coarse:h-11 ${keys ? 'md:border md:border-line' : ''} ${className}`}
      {...rest}
    >
      {icon}
      <span className={keys ? 'md:@max-md:sr-only' : 'md:@max-4xl:sr-only'}>{name}</span>
      {keys && (
        <span aria-hidden="true" className="font-mono text-2xs text-faint max-md:hidden @max-md:hidden coarse:hidden">
          {keys}
        </span>
      )}
    </button>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

/** An icon above its name in small type: how tools and commands stand on the bar. */
export const barLook =
  'relative flex h-11 min-w-11 shrink-0 flex-col items-center justify-center gap-0.5 rounded-md px-1 text-2xs text-soft leading-3 transition duration-120 ease-out hover:bg-raised hover:text-ink'

interface BarButtonProps extends ComponentProps<'button'> {
  readonly name: string
  readonly icon: LucideIcon
}

/** A command of the bar. `aria-disabled`, not `disabled`: a disabled button loses the focus when it is pressed for the last time. */
export const BarButton = ({ name, icon: Icon, className = '', ...rest }: BarButtonProps) => (
  <button type="button" className={`${barLook} aria-disabled:opacity-45 ${className}`} {...rest}>
    <Icon size={18} />
    {name}
  </button>
)

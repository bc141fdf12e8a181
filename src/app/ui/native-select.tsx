import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { frameLook, lineLook } from './box-look.ts'

const looks = {
  field: `${lineLook} pr-9`,
  /** In a bar or a header. */
  small: `${frameLook} h-8 pr-7 pl-2 text-xs! coarse:h-11`,
}

export interface SelectProps extends ComponentProps<'select'> {
  readonly look?: keyof typeof looks
  readonly className?: string
}

/** A native select, the only one in the app: its list is the browser's, on a phone the system's. */
export function Select({ look = 'field', className = '', children, ...rest }: SelectProps) {
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      <select className={`${looks[look]} appearance-none truncate`} {...rest}>
        {children}
      </select>
      <ChevronDown
        size={16}
        className={`pointer-events-none absolute inset-y-0 my-auto text-faint ${look === 'small' ? 'right-1.5' : 'right-3'}`}
      />
    </span>
  )
}

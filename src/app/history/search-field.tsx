import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

const looks = {
  usual: { box: 'h-9 px-3', icon: 16 },
  small: { box: 'h-8 px-2 text-xs', icon: 14 },
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** The accessible name, shown while nothing is typed. */
  readonly name: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly look?: keyof typeof looks
}

/** The box that filters a list while it is typed into. `className` is that of the box around. */
export function SearchField({ name, value, onText, look = 'usual', className = '', ...input }: SearchFieldProps) {
  const { box, icon } = looks[look]
  return (
    <label
      className={`flex min-w-0 items-center gap-2 rounded-md border border-line bg-surface focus-within:border-cable/60 forced-colors:focus-within:outline-2 coarse:h-11 ${box} ${className}`}
    >
      <Search size={icon} className="shrink-0 text-faint" />
      <span className="sr-only">{name}</span>
      <input
        type="search"
        value={value}
        placeholder={name}
        // An address and a comparison with each item hold as much.
        onChange={({ target }) => onText(target.value.slice(0, 500))}
        className="min-w-0 flex-1 bg-transparent outline-none"
        {...input}
      />
    </label>
  )
}

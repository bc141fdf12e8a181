import { type ReactNode, useId } from 'react'

interface ChoiceProps<T extends string> {
  readonly name: string
  readonly options: readonly (readonly [value: T, title: string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function Choice<T extends string>({ name, options, value, onChange }: ChoiceProps<T>) {
  const group = useId()
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{name}</legend>
      {options.map(([one, title]) => (
        <label
          key={one}
          className="relative flex min-h-8 cursor-pointer items-center rounded-md border border-line px-2.5 text-xs has-checked:border-cable has-checked:bg-cable/12 has-focus-visible:outline-2 has-focus-visible:outline-cable coarse:min-h-11"
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            checked={one === value}
            onChange={() => onChange(one)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

interface TickProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly className?: string
  readonly children: ReactNode
}

export function Tick({ isOn, onChange, className = 'gap-2 text-sm coarse:min-h-11', children }: TickProps) {
  return (
    <label className={`flex items-center ${className}`}>
      <input
        type="checkbox"
        checked={isOn}
        className="size-4 shrink-0 accent-cable"
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}

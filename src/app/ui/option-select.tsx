import { Select, type SelectProps } from './native-select.tsx'

interface OptionSelectProps<T extends string> extends Omit<SelectProps, 'value' | 'onChange' | 'children'> {
  readonly options: readonly (readonly [value: T, title: string])[]
  readonly value: T
  readonly onValue: (value: T) => void
}

/** A `Select` of values with their titles. In a file of its own, since the first load needs only the other. */
export const OptionSelect = <T extends string>({ options, onValue, ...rest }: OptionSelectProps<T>) => (
  <Select
    {...rest}
    onChange={({ target }) => {
      const [value] = options[target.selectedIndex] ?? []
      if (value !== undefined) onValue(value)
    }}
  >
    {options.map(([value, title]) => (
      <option key={value} value={value}>
        {title}
      </option>
    ))}
  </Select>
)

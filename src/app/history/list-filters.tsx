import { ListFilter as ListFilterIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { lineLook } from '../ui/box-look.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { shortly } from '../ui/format.ts'
import { OptionSelect } from '../ui/option-select.tsx'
import { SearchField } from './list-fields.tsx'

/** A filter beside the search: one of some options, or a day. */
export interface ListFilter<Key extends string> {
  readonly key: Key
  readonly name: string
  readonly all?: string
  /** Absent where a day is chosen. */
  readonly options?: readonly (readonly [value: string, words: string])[]
  /** Whether it does not narrow the list, as a sort order. */
  readonly isNeutral?: boolean
}

interface ListFiltersProps<Key extends string> {
  readonly search: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSearch: () => void
  readonly filters: readonly ListFilter<Key>[]
  readonly values: Readonly<Record<string, string | undefined>>
  readonly onChange: (key: Key, value: string | undefined) => void
  readonly onClear: () => void
}

/** The search of a list, always visible, and its filters behind a button with their number. */
export function ListFilters<Key extends string>(props: ListFiltersProps<Key>) {
  const { filters, values, text, onChange } = props
  const [shown, setShown] = useState(false)
  const set = filters.filter(({ key, isNeutral }) => !isNeutral && ownOf(values, key) !== undefined).length
  return (
    <div className="grid shrink-0 grid-cols-1 gap-3 border-line border-b p-3">
      <div className="flex items-center gap-1">
        <SearchField
          name={props.search}
          value={text}
          onText={props.onText}
          onFocus={props.onSearch}
          className="flex-1"
        />
        <Button look="quiet" aria-expanded={shown} icon={<ListFilterIcon size={16} />} onClick={() => setShown(!shown)}>
          {set > 0 ? `Filters: ${set}` : 'Filters'}
        </Button>
        {(set > 0 || text !== '') && <IconButton name="Clear filters" icon={<X size={16} />} onClick={props.onClear} />}
      </div>
      {shown && (
        <fieldset aria-label="Filters" className="grid grid-cols-2 gap-x-3 gap-y-2">
          {filters.map((filter) => (
            <Filter
              key={filter.key}
              filter={filter}
              value={ownOf(values, filter.key)}
              onChange={(value) => onChange(filter.key, value)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface FilterProps {
  readonly filter: Omit<ListFilter<string>, 'key'>
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function Filter({ filter: { name, all = 'All', options }, value = '', onChange }: FilterProps) {
  // A value from the URL that no run has is shown as well, since it is the reason for an empty list.
  const stray = value !== '' && !options?.some(([one]) => one === value)
  const control: ReactNode = options ? (
    <OptionSelect
      options={[['', all], ...(stray ? [[value, shortly(value, 60)] as const] : []), ...options]}
      value={value}
      onValue={(one) => onChange(one || undefined)}
    />
  ) : (
    <input
      type="date"
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
      className={lineLook}
    />
  )
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what the label is put around.
    <label className="grid min-w-0 gap-1 text-soft text-xs">
      {name}
      {control}
    </label>
  )
}

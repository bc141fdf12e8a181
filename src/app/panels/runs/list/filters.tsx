import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { runOrders } from '../../../run/history/matches.ts'
import { SearchField } from '../../../tool/lists/search-field.tsx'
import { lineLook } from '../../../ui/box-look.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { shortly } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { filterNames, type Go, type RunsPlace } from '../place.ts'
import { endpointTitle, stateNames } from '../run-words.ts'
import type { Listed } from './use-listed.ts'

interface FiltersProps {
  place: RunsPlace
  go: Go
  choices: Pick<Listed, 'endpoints' | 'models' | 'tags'>
  /** Called when the search box gets the focus. */
  onSearch: () => void
}

const none = Object.fromEntries(filterNames.map((name) => [name, undefined]))

/** The filters of the list: the text always visible, the others behind a button with their number. */
export function Filters({ place, go, choices, onSearch }: FiltersProps) {
  const [shown, setShown] = useState(false)
  const set = filterNames.filter((name) => name !== 'text' && place[name] !== undefined).length
  return (
    <div className="grid shrink-0 grid-cols-1 gap-3 border-line border-b p-3">
      <div className="flex items-center gap-1">
        <SearchField
          name="Search runs"
          value={place.text ?? ''}
          onText={(text) => go({ text: text || undefined }, 'replace')}
          onFocus={onSearch}
          className="flex-1"
        />
        <Button look="quiet" aria-expanded={shown} icon={<ListFilter size={16} />} onClick={() => setShown(!shown)}>
          {set > 0 ? `Filters: ${set}` : 'Filters'}
        </Button>
        {(set > 0 || place.text !== undefined) && (
          <IconButton name="Clear filters" icon={<X size={16} />} onClick={() => go(none)} />
        )}
      </div>
      {shown && <Choices place={place} go={go} choices={choices} />}
    </div>
  )
}

function Choices({ place, go, choices }: Omit<FiltersProps, 'onSearch'>) {
  const pick = (name: keyof RunsPlace) => (value: string | undefined) => go({ [name]: value })
  return (
    <fieldset aria-label="Filters" className="grid grid-cols-2 gap-x-3 gap-y-2">
      <Choice name="State" value={place.state} options={Object.entries(stateNames)} onChange={pick('state')} />
      <Choice
        name="Endpoint"
        value={place.endpoint}
        options={choices.endpoints.map((id) => [id, endpointTitle(id)])}
        onChange={pick('endpoint')}
      />
      <Choice name="Model" value={place.model} options={same(choices.models)} onChange={pick('model')} />
      <Choice
        name="Verdict"
        value={place.verdict}
        options={[
          ['pass', 'Pass'],
          ['fail', 'Fail'],
          ['none', 'None'],
        ]}
        onChange={pick('verdict')}
      />
      <Choice name="Tag" value={place.tag} options={same(choices.tags)} onChange={pick('tag')} />
      <Choice
        name="Order"
        all="Newest"
        value={place.order}
        options={runOrders.slice(1).map((order) => [order, order.charAt(0).toUpperCase() + order.slice(1)])}
        onChange={pick('order')}
      />
      <Day name="From" value={place.from} onChange={pick('from')} />
      <Day name="To" value={place.to} onChange={pick('to')} />
    </fieldset>
  )
}

const same = (words: readonly string[]) => words.map((word) => [word, shortly(word, 60)] as const)

function Labelled({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what the label is put around.
    <label className="grid min-w-0 gap-1 text-soft text-xs">
      {name}
      {children}
    </label>
  )
}

interface ChoiceProps {
  name: string
  /** The label of the empty option. */
  all?: string
  value: string | undefined
  options: readonly (readonly [value: string, words: string])[]
  onChange: (value: string | undefined) => void
}

function Choice({ name, all = 'All', value = '', options, onChange }: ChoiceProps) {
  // A value from the URL that no run has is shown as well, since it is the reason for an empty list.
  const stray = value !== '' && !options.some(([one]) => one === value)
  return (
    <Labelled name={name}>
      <Select value={value} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{all}</option>
        {stray && <option value={value}>{shortly(value, 60)}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Select>
    </Labelled>
  )
}

function Day({ name, value = '', onChange }: Pick<ChoiceProps, 'name' | 'value' | 'onChange'>) {
  return (
    <Labelled name={name}>
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
        className={lineLook}
      />
    </Labelled>
  )
}

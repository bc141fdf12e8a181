import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { retriable } from '../retriable.tsx'

/** Loaded when a box is approached. Keys and typing work without it. */
const loadList = async () => (await import('./combobox-list.tsx')).ComboboxList
const ComboboxList = retriable(loadList)
const prepare = () => void loadList().catch(() => {})

export interface ComboboxOption {
  readonly value: string
  readonly label?: string
  /** At the right: a price. */
  readonly note?: string
  readonly badges?: readonly string[]
  /** A second, quiet line. */
  readonly hint?: string
}

interface ComboboxProps {
  readonly id: string
  /** The id of the element that names it. */
  readonly labelId: string
  readonly describedBy?: string | undefined
  readonly value: string
  readonly options: readonly ComboboxOption[]
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly invalid?: boolean
  readonly disabled?: boolean
}

/** `filter` is absent until something is typed, so that opening shows every option. `before` is what Escape brings back. */
interface Open {
  readonly before: string
  readonly filter?: string
  /** Place of the option that the arrow keys are on; −1: none. */
  readonly active: number
}

const most = 100

/** A text box with a list of known values; any other text is as good (WAI-ARIA: editable combobox with list autocomplete). */
export function Combobox({ id, value, options, onChange, placeholder, ...props }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<Open>()
  const matches = open ? matching(options, open.filter ?? '') : []
  const shown = matches.slice(0, most)
  const active = open && shown[open.active]
  const note = options.find((option) => option.value === value)?.note
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`
  const show = (at: number) => setOpen({ before: value, active: at })
  const choose = (option: ComboboxOption) => {
    onChange(option.value)
    setOpen(undefined)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const move = destination(event.key, open?.active ?? -1, open ? shown.length : options.length)
    if (move !== undefined && (open ? true : event.key.startsWith('Arrow'))) {
      event.preventDefault()
      if (open) setOpen({ ...open, active: move })
      else
        show(
          Math.max(
            0,
            options.findIndex((option) => option.value === value),
          ),
        )
    } else if (open && event.key === 'Escape') {
      // An open list is the first thing that Escape closes; whatever else it means waits for the next press.
      event.preventDefault()
      event.stopPropagation()
      if (value !== open.before) onChange(open.before)
      setOpen(undefined)
    } else if (open && event.key === 'Enter') {
      event.preventDefault()
      if (active) choose(active)
      else setOpen(undefined)
    } else if (active && event.key === 'Tab') {
      choose(active)
    }
  }

  return (
    <div className="relative">
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        aria-labelledby={props.labelId}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        aria-autocomplete="list"
        aria-expanded={open !== undefined}
        aria-controls={open && listId}
        aria-activedescendant={open && active && optionId(open.active)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        disabled={props.disabled}
        placeholder={placeholder}
        className="h-9 w-full min-w-0 rounded-md border border-line bg-surface pr-9 pl-3 text-ink text-sm transition-colors duration-120 hover:border-line-strong disabled:cursor-not-allowed disabled:text-faint aria-invalid:border-danger coarse:h-11"
        value={value}
        onChange={({ target }) => {
          onChange(target.value)
          setOpen({ before: open?.before ?? value, filter: target.value, active: -1 })
        }}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => open ?? show(-1)}
        onBlur={() => setOpen(undefined)}
        onKeyDown={onKeyDown}
      />
      {note && <ComboboxNote value={value} note={note} />}
      <ChevronDown size={16} className="pointer-events-none absolute inset-y-0 right-3 my-auto text-faint" />
      {open && (
        <Suspense>
          <ComboboxList
            anchor={input}
            id={listId}
            labelId={props.labelId}
            optionId={optionId}
            options={shown}
            hidden={matches.length - shown.length}
            chosen={value}
            active={open.active}
            onChoose={choose}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The option that a key moves to; `undefined` for keys of the text box. */
function destination(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1
  if (active < 0) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Options whose visible text contains every word of the filter. */
function matching(options: readonly ComboboxOption[], filter: string): readonly ComboboxOption[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ value, label = '', hint = '', badges = [] }) => {
    const text = [value, label, hint, ...badges].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Characters of a value that are measured; no box shows more. */
const enough = 200

/** The chosen option's note at the right of a text box. Hidden if it does not fit beside the value, since half a price would be wrong. */
function ComboboxNote({ value, note }: { readonly value: string; readonly note: string }) {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-9 left-3.25 flex items-center overflow-hidden text-sm">
      {/* As wide as the value, so that the rest of the line is what the value leaves. */}
      <span
        aria-hidden
        data-value={value.slice(0, enough)}
        className="invisible shrink-0 whitespace-pre before:content-[attr(data-value)]"
      />
      {/* A note that is too wide for the rest wraps into a second line, which is cut off. */}
      <span className="flex h-4.5 min-w-0 flex-1 flex-wrap content-start justify-end overflow-hidden font-mono text-soft text-xs">
        <span className="h-full w-0" />
        <span className="whitespace-nowrap pl-3">{note}</span>
      </span>
    </span>
  )
}

import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted, shortly } from '../format.ts'
import { isComposing, rowAfter } from '../keys/key-press.ts'
import { OverPage } from '../missing-note.tsx'
import { retriable } from '../retriable.tsx'
import type { ComboboxOption } from './combobox-list.tsx'

/** Loaded when a box is approached. Keys and typing work without it. */
const loadList = async () => (await import('./combobox-list.tsx')).ComboboxList
const ComboboxList = retriable(loadList)
const prepare = () => void loadList().catch(() => {})

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

interface Open {
  readonly search: string
  /** The value of the option that the arrow keys are on, so that a refreshed list does not move it. Absent until one is pressed. */
  readonly active?: string | undefined
  readonly isUnfolded?: boolean
}

const most = 100

/** An editable combobox (WAI-ARIA). Open, it is an empty search: the value changes only when an option is taken. */
export function Combobox({ id, value, options, onChange, placeholder, ...props }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<Open>()
  /** A search that was left without a choice. */
  const [left, setLeft] = useState('')
  const { rows, summary } = useMemo(
    () => (open ? found(options, open) : { rows: noRows, summary: '' }),
    [options, open],
  )
  const at = open ? activeRow(rows, open, value) : -1
  const active = rows[at]
  const current = options.find((option) => option.value === value) ?? { value }
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`
  const show = () => {
    setLeft('')
    setOpen({ search: '', isUnfolded: current.folded === true })
  }
  const choose = (option: ComboboxOption) => {
    if (option.value === unfold) {
      setOpen({ search: '', isUnfolded: true, active: options.find(({ folded }) => folded)?.value })
      return
    }
    onChange(option.value)
    setOpen(undefined)
  }
  const leave = () => {
    // The focus comes back with the window.
    if (!open || !document.hasFocus()) return
    setOpen(undefined)
    // Once the press that moved the focus is over, so that nothing moves under the pointer.
    setTimeout(setLeft, 400, open.search.trim())
  }

  // Before any input, typed, pasted, dropped or dictated: the closed box has a value in it that the input would be mixed with.
  const empty = useEffectEvent(() => open ?? flushSync(show))
  useEffect(() => {
    const box = input.current
    const begin = () => void empty()
    box?.addEventListener('beforeinput', begin)
    return () => box?.removeEventListener('beforeinput', begin)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An input method is about to compose: `beforeinput` would come too late, since a change of the text ends the composition.
    if (isComposing(event.nativeEvent)) return open ?? show()
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      return show()
    }
    const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && open.search.trim() === ''
    // In a text, Home and End are keys of the box.
    const isOfBox = open.search !== '' && !event.key.startsWith('Arrow')
    const move = isOfBox ? undefined : rowAfter(event.key, at, rows.length, { wraps: true })
    if (isSending) setOpen(undefined)
    else if (move !== undefined) {
      event.preventDefault()
      setOpen({ ...open, active: rows[move]?.value })
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      // The list is the first thing that these keys are for; whatever else they mean waits for the next press.
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter' && active) choose(active)
      else setOpen(undefined)
    }
  }

  return (
    <>
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          aria-labelledby={props.labelId}
          aria-describedby={open && value !== '' ? `${props.describedBy ?? ''} ${id}-current` : props.describedBy}
          aria-invalid={props.invalid || undefined}
          aria-autocomplete="list"
          aria-expanded={open !== undefined}
          aria-controls={open && listId}
          aria-activedescendant={active && optionId(at)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={props.disabled}
          placeholder={open ? 'Search or enter a name' : placeholder}
          className="h-9 w-full min-w-0 rounded-md border border-line bg-surface pr-9 pl-3 text-ink text-sm transition-colors duration-120 hover:border-line-strong disabled:cursor-not-allowed disabled:text-faint aria-invalid:border-danger coarse:h-11"
          value={open ? open.search : value}
          onChange={({ target }) => setOpen({ search: target.value })}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => open ?? show()}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        {!open && current.note && <ComboboxNote value={value} note={current.note} />}
        <ChevronDown size={16} className="pointer-events-none absolute inset-y-0 right-3 my-auto text-faint" />
      </div>
      <p role="status" className={open || left === '' ? 'sr-only' : 'mt-1.5 break-words text-warning text-xs'}>
        {open ? summary : left !== '' && `“${shortly(left, 80)}” was not chosen.`}
      </p>
      {open && (
        <OverPage>
          <Suspense>
            <ComboboxList
              {...{ id, optionId, rows, summary }}
              anchor={input}
              listId={listId}
              labelId={props.labelId}
              current={current}
              active={at}
              onChoose={choose}
            />
          </Suspense>
        </OverPage>
      )}
    </>
  )
}

const noRows: readonly ComboboxOption[] = []

/** The row that Enter takes: the one that was moved to, else the best match, and before anything is typed the current value. */
function activeRow(rows: readonly ComboboxOption[], { search, active }: Open, value: string): number {
  const moved = active === undefined ? -1 : rows.findIndex((row) => row.value === active)
  if (moved >= 0) return moved
  return search.trim() === '' && value !== '' ? rows.findIndex((row) => row.value === value) : 0
}

/** The rows of the list, the best first; a text that is no option is a row of its own, the last. */
function found(options: readonly ComboboxOption[], { search, isUnfolded }: Open) {
  const typed = search.trim()
  const matches = matching(options, typed)
  const folded = typed === '' && !isUnfolded ? matches.filter((option) => option.folded) : []
  const shown = folded.length > 0 ? matches.filter((option) => !option.folded) : matches
  const own = { value: typed, label: `Use “${shortly(typed, 80)}” anyway` }
  const isOwn = typed !== '' && !matches.some(({ value }) => value === typed)
  const count = `${counted(matches.length, 'option')}${matches.length > most ? `, first ${most} shown` : ''}`
  return {
    rows: [...shown.slice(0, most), ...(isOwn ? [own] : []), ...foldRow(folded)],
    summary: matches.length === 0 ? 'No matches' : count,
  }
}

/** The value of the row that stands for a folded group: no model or voice can have it. */
const unfold = '\0unfold'

function foldRow([first, ...others]: readonly ComboboxOption[]): readonly ComboboxOption[] {
  if (!first) return []
  const { group = '' } = first
  return [
    {
      value: unfold,
      label: `Show ${others.length + 1}${group && ` ${group.toLowerCase()}`}`,
      ...(group !== '' && { group }),
    },
  ]
}

/** Options whose visible text contains every word that was typed: first those whose name is the text, then those that begin with it. */
function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  if (typed === '') return options
  const lower = typed.toLowerCase()
  const words = lower.split(/\s+/)
  const ranked = options.flatMap((option) => {
    const { value, label = '', hint = '', badges = [], group = '' } = option
    const names = [value.toLowerCase(), label.toLowerCase()]
    const isIn = (texts: readonly string[]) => words.every((word) => texts.join(' ').includes(word))
    if (!isIn([...names, ...[hint, group, ...badges].map((text) => text.toLowerCase())])) return []
    if (value === typed) return { option, rank: 0 }
    if (names.includes(lower)) return { option, rank: 1 }
    return { option, rank: names.some((name) => name.startsWith(lower)) ? 2 : isIn(names) ? 3 : 4 }
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ option }) => option)
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

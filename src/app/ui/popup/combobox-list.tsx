import { Fragment, type RefObject, useCallback } from 'react'
import { besideLook, showBeside } from './beside.ts'

export interface ComboboxOption {
  readonly value: string
  readonly label?: string
  readonly note?: string
  readonly badges?: readonly string[]
  readonly hint?: string
  /** The heading over it and those that follow with the same one. */
  readonly group?: string
  /** Its group is one row until that is chosen or something is typed. The last of a list. */
  readonly folded?: boolean
}

interface ComboboxListProps {
  readonly anchor: RefObject<HTMLInputElement | null>
  readonly id: string
  readonly listId: string
  readonly labelId: string
  readonly optionId: (index: number) => string
  readonly rows: readonly ComboboxOption[]
  readonly summary: string
  readonly current: ComboboxOption
  readonly active: number
  readonly onChoose: (option: ComboboxOption) => void
}

/** The list of a combobox, in the top layer if the browser supports popovers, so that scrolling columns do not clip it. */
export function ComboboxList({ anchor, rows, summary, current, active, ...props }: ComboboxListProps) {
  const open = useCallback(
    (popup: HTMLDivElement | null) => {
      const input = anchor.current
      if (!popup || !input) return undefined
      // A press on the list leaves the focus in the text box.
      popup.onmousedown = (event) => event.preventDefault()
      return showBeside(popup, input, { align: 'start', width: 360, room: 240, height: 384 })
    },
    [anchor],
  )
  return (
    <div ref={open} popover="manual" className={`${besideLook} flex overflow-hidden`}>
      {current.value !== '' && (
        <p
          id={`${props.id}-current`}
          className="mb-1 flex shrink-0 items-baseline gap-2 border-line border-b px-2 pt-1 pb-1.5 text-xs"
        >
          <span className="text-faint">Current</span>
          <span className="line-clamp-2 min-w-0 break-all">{current.label ?? current.value}</span>
        </p>
      )}
      <div
        id={props.listId}
        role="listbox"
        aria-labelledby={props.labelId}
        className="min-h-0 overflow-y-auto overscroll-contain"
      >
        {rows.map((option, index) => (
          <Fragment key={option.value}>
            {option.group && option.group !== rows[index - 1]?.group && (
              <p role="presentation" className="px-2 pt-2 pb-0.5 font-medium text-faint text-xs">
                {option.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text box, which keeps the focus */}
            <div
              id={props.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === current.value}
              ref={index === active ? reveal : undefined}
              className={`flex cursor-pointer flex-col rounded-md px-2 py-1.5 hover:bg-surface coarse:min-h-11 coarse:justify-center ${
                index === active ? 'bg-surface outline-1 outline-cable -outline-offset-1' : ''
              }`}
              onClick={() => props.onChoose(option)}
            >
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 break-words text-sm">{option.label ?? option.value}</span>
                {option.badges?.map((badge) => (
                  <span key={badge} className="rounded-full border border-line px-1.5 text-2xs text-soft">
                    {badge}
                  </span>
                ))}
                {option.note && <span className="ml-auto font-mono text-soft text-xs tabular-nums">{option.note}</span>}
              </span>
              {option.hint && <span className="line-clamp-2 text-faint text-xs">{option.hint}</span>}
            </div>
          </Fragment>
        ))}
      </div>
      <p className="mt-1 shrink-0 border-line border-t px-2 pt-1.5 pb-0.5 text-faint text-xs">{summary}</p>
    </div>
  )
}

function reveal(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}

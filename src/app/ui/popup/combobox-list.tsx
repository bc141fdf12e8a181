import { type RefObject, useCallback } from 'react'
import { besideLook, showBeside } from './beside.ts'
import type { ComboboxOption } from './combobox.tsx'

interface ComboboxListProps {
  readonly anchor: RefObject<HTMLInputElement | null>
  readonly id: string
  readonly labelId: string
  readonly optionId: (index: number) => string
  readonly options: readonly ComboboxOption[]
  /** How many more match than are listed. */
  readonly hidden: number
  readonly chosen: string
  readonly active: number
  readonly onChoose: (option: ComboboxOption) => void
}

/** The list of a combobox, in the top layer if the browser supports popovers, so that scrolling columns do not clip it. */
export function ComboboxList({ anchor, options, hidden, active, ...props }: ComboboxListProps) {
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
      <div
        id={props.id}
        role="listbox"
        aria-labelledby={props.labelId}
        className="min-h-0 overflow-y-auto overscroll-contain"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text box, which keeps the focus
          <div
            key={option.value}
            id={props.optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === props.chosen}
            ref={index === active ? reveal : undefined}
            className={`flex cursor-pointer flex-col rounded-md px-2 py-1.5 hover:bg-surface coarse:min-h-11 coarse:justify-center ${
              index === active ? 'bg-surface outline-1 outline-cable -outline-offset-1' : ''
            }`}
            onClick={() => props.onChoose(option)}
          >
            <OptionRow option={option} />
          </div>
        ))}
      </div>
      <p role="status" className="mt-1 border-line border-t px-2 pt-1.5 pb-0.5 text-faint text-xs">
        {summary(options.length, hidden)}
      </p>
    </div>
  )
}

function OptionRow({ option: { value, label, note, badges = [], hint } }: { readonly option: ComboboxOption }) {
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 break-words text-sm">{label ?? value}</span>
        {badges.map((badge) => (
          <span key={badge} className="rounded-full border border-line px-1.5 text-2xs text-soft">
            {badge}
          </span>
        ))}
        {note && <span className="ml-auto font-mono text-soft text-xs tabular-nums">{note}</span>}
      </span>
      {hint && <span className="line-clamp-2 text-faint text-xs">{hint}</span>}
    </>
  )
}

function summary(count: number, hidden: number): string {
  if (count === 0) return 'No matches; your text is used as typed.'
  return hidden === 0 ? `${count} options` : `${hidden} more: type to filter`
}

function reveal(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}

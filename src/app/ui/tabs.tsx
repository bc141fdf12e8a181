import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<Id extends string> {
  readonly id: Id
  readonly title: string
  /** A count, shown small. */
  readonly note?: string | undefined
}

interface TabsProps<Id extends string> {
  name: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Of the tab that is chosen. */
  children: ReactNode
}

/** Tabs by the pattern of the ARIA guide: arrows choose, Tab goes on into the panel. */
export function Tabs<Id extends string>({ name, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = tabs[places[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${id}${next.id}`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={name}
        onKeyDown={onKeyDown}
        className="flex shrink-0 gap-3 overflow-x-auto border-line border-b px-5 @max-[23rem]:gap-2.5 @max-[23rem]:px-3 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === value ? 0 : -1}
            className="-mb-px min-h-9 shrink-0 whitespace-nowrap border-transparent border-b-2 text-soft text-sm @max-[23rem]:text-xs outline-offset-[-2px] transition duration-150 ease-out hover:text-ink aria-selected:border-cable aria-selected:text-ink coarse:min-h-11"
            onClick={() => onChange(tab.id)}
          >
            {tab.title}
            {tab.note && <span className="ml-1.5 font-mono text-2xs text-faint tabular-nums">{tab.note}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is reached by the keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        {children}
      </div>
    </>
  )
}

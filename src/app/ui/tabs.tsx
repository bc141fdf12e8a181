import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface TabsProps<Id extends string> {
  name: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  children: ReactNode
}

/** Tabs after the ARIA pattern: arrows select, Tab moves on into the panel. */
export function Tabs<Id extends string>({ name, tabs, value, onChange, children }: TabsProps<Id>) {
  const id = useId()
  return (
    <>
      <TabList id={id} name={name} tabs={tabs} value={value} onChange={onChange} />
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

export interface Tab<Id extends string> {
  readonly id: Id
  readonly title: string
  readonly note?: string | undefined
}

interface TabListProps<Id extends string> {
  /** Prefix of the ids of the tabs (followed by the tab's id) and of the panel (followed by `panel`). */
  readonly id: string
  readonly name: string
  readonly tabs: readonly Tab<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  readonly look?: keyof typeof looks
}

const looks = {
  /** Words over a hairline. */
  line: {
    list: 'gap-3 overflow-x-auto border-line border-b px-5 @max-[23rem]:gap-2.5 @max-[23rem]:px-3 [scrollbar-width:none]',
    tab: '-mb-px min-h-9 shrink-0 border-transparent border-b-2 @max-[23rem]:text-xs outline-offset-[-2px] aria-selected:border-cable coarse:min-h-11',
  },
  /** A switch with a place for each. */
  switch: {
    list: 'rounded-md border border-line bg-surface',
    tab: 'h-8.5 flex-1 rounded-md px-3 aria-selected:bg-raised aria-selected:font-medium aria-selected:ring-1 aria-selected:ring-cable coarse:h-11',
  },
  /** The same for many: in lines of a column, or, on a phone, in one that scrolls. */
  many: {
    list: 'gap-1 overflow-x-auto rounded-md border border-line bg-surface p-1 md:flex-wrap [scrollbar-width:none]',
    tab: 'h-7.5 shrink-0 rounded-md px-2.5 outline-offset-[-2px] aria-selected:bg-raised aria-selected:font-medium aria-selected:ring-1 aria-selected:ring-inset aria-selected:ring-cable coarse:h-11',
  },
  /** The same in the head of a card. */
  small: {
    list: 'rounded-md border border-line',
    tab: 'h-6 rounded-md px-2.5 text-xs! aria-selected:bg-raised aria-selected:ring-1 aria-selected:ring-cable coarse:h-11',
  },
}

/** The tab list of the ARIA pattern without its panel: arrows select, Tab moves on. */
export function TabList<Id extends string>({ id, name, tabs, value, onChange, look = 'line' }: TabListProps<Id>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const places = new Map(
      Object.entries({
        ArrowRight: (at + 1) % tabs.length,
        ArrowLeft: (at + tabs.length - 1) % tabs.length,
        Home: 0,
        End: tabs.length - 1,
      }),
    )
    const next = tabs[places.get(event.key) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${id}${next.id}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={name} onKeyDown={onKeyDown} className={`flex shrink-0 ${looks[look].list}`}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${id}${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === value}
          aria-controls={`${id}panel`}
          tabIndex={tab.id === value ? 0 : -1}
          className={`whitespace-nowrap text-soft text-sm transition duration-150 ease-out hover:text-ink aria-selected:text-ink ${looks[look].tab}`}
          onClick={() => onChange(tab.id)}
        >
          {tab.title}
          {tab.note && <span className="ml-1.5 font-mono text-2xs text-faint tabular-nums">{tab.note}</span>}
        </button>
      ))}
    </div>
  )
}

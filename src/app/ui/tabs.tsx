import { type ReactNode, useId } from 'react'
import { type Tab, TabList } from './tab-list.tsx'

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

import { use, useCallback } from 'react'
import { TabList } from '../ui/tab-list.tsx'
import { TabWish } from './tab-wish.ts'
import { type Tool, useToolPlace } from './use-tool-place.ts'

const tabs = [
  { id: 'generate', title: 'Generate' },
  { id: 'edit', title: 'Edit' },
] as const

/** What the ids of the tabs and of what they control begin with. */
export const tabsId = 'images-tool-'

/** The switch between the two tools. */
export function ToolTabs() {
  const { tool, goTo } = useToolPlace()
  const wish = use(TabWish)
  const takeFocus = useCallback(
    (box: HTMLDivElement | null) => {
      if (!box || !wish.current) return
      wish.current = false
      box.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    },
    [wish],
  )
  const choose = (next: Tool) => {
    if (next === tool) return
    wish.current = true
    goTo(next)
  }
  return (
    <div ref={takeFocus} className="grid">
      <TabList id={tabsId} name="Tool" look="switch" tabs={tabs} value={tool} onChange={choose} />
    </div>
  )
}

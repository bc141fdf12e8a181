import { createContext, type RefObject, use, useCallback } from 'react'
import { useLocation } from 'wouter'
import { TabList } from '../ui/tabs.tsx'
import { hrefOf, type Tool, useTools } from './tools.ts'

/** True from the press on a tab until that tool is drawn: it brings tabs of its own, and the focus goes on to them. */
export const TabWish = createContext<RefObject<boolean>>({ current: false })

/** The ids of a tool's tab (`tabId` and the tool's own) and of what the tabs control (`tabId` and `panel`) begin with it. */
export const tabId = 'tool-'

/** The tabs of a panel, one for each tool; nothing where there is only one. */
export function ToolTabs({ tool }: { readonly tool: Tool }) {
  const [, go] = useLocation()
  const tabs = useTools().filter(({ panel }) => panel === tool.panel)
  const wish = use(TabWish)
  const takeFocus = useCallback(
    (box: HTMLDivElement | null) => {
      if (!box || !wish.current) return
      wish.current = false
      box.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    },
    [wish],
  )
  if (tabs.length < 2) return null
  const choose = (id: string) => {
    const next = tabs.find((one) => one.id === id)
    if (!next || next.id === tool.id) return
    wish.current = true
    // The model of this tool does not go with it.
    go(hrefOf(next))
  }
  return (
    <div ref={takeFocus} className="grid">
      <TabList id={tabId} name="Tool" look="switch" tabs={tabs} value={tool.id} onChange={choose} />
    </div>
  )
}

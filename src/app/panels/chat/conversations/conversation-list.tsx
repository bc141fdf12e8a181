import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Conversation } from '../../../run/history/conversations.ts'
import { moveTo } from '../../../tool/lists/list-keys.ts'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { ConversationRow, type RowActions, rowHeight } from './conversation-row.tsx'

interface ListProps extends Omit<RowActions, 'onRename' | 'onDelete'> {
  readonly listed: readonly Conversation[]
  /** The one that is shown in the panel. */
  readonly current: string
  /** Gets the focus of a row, by its id, as soon as there is one. */
  readonly focusWish: RefObject<string | undefined>
  readonly onRename: (one: Conversation, title: string) => void
  /** `next`: the one that takes the focus. */
  readonly onDelete: (one: Conversation, next: Conversation | undefined) => void
}

/** The conversations, of which only the visible ones are rendered. One row is the tab stop; the arrow keys move between rows. */
export function ConversationList({ listed, current, focusWish, onRename, onDelete, ...actions }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useRowWindow(scroller, listed.length, rowHeight)
  const [wished, setActive] = useState(current)
  const [renamed, setRenamed] = useState<string>()
  const placeOf = (id: string | undefined) => listed.findIndex((one) => one.id === id)
  const active = Math.max(0, placeOf(wished) < 0 ? placeOf(current) : placeOf(wished))

  useLayoutEffect(() => {
    const at = listed.findIndex(({ id }) => id === focusWish.current)
    if (at < 0) return
    const button = scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"] [data-open]`)
    if (!button) return
    focusWish.current = undefined
    button.focus({ preventScroll: true })
  })

  function goTo(at: number): void {
    const one = listed[at]
    if (!one) return
    focusWish.current = one.id
    setActive(one.id)
    view.reveal(at)
  }

  function remove(one: Conversation): void {
    const at = placeOf(one.id)
    onDelete(one, listed[at + 1] ?? listed[at - 1])
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof Element) || !event.target.matches('[data-open]')) return
    const at = Number(event.target.closest<HTMLElement>('[data-at]')?.dataset.at)
    const here = listed[at]
    if (!here) return
    const to = moveTo(event.key, at, listed.length, view.page)
    if (to !== undefined) goTo(to)
    else if (event.key === 'F2') setRenamed(here.id)
    else if (event.key === 'Delete') remove(here)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const rename: RowActions['onRename'] = (one, how) => {
    setActive(one.id)
    setRenamed(how.step === 'start' ? one.id : undefined)
    if (how.step === 'start' || renamed !== one.id) return
    focusWish.current = one.id
    if (how.step === 'save' && how.title !== one.title) onRename(one, how.title)
  }

  // The active row is rendered wherever it is: it is the tab stop.
  const places = new Set([active])
  for (let at = view.first; at < view.last; at += 1) places.add(at)
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1">
      <ul aria-label="Conversations" className="relative" style={{ height: view.height }} onKeyDown={onKeyDown}>
        {[...places]
          .toSorted((a, b) => a - b)
          .map((at) => {
            const one = listed[at]
            return (
              one && (
                <ConversationRow
                  key={one.id}
                  {...{ one, at, of: listed.length, ...actions }}
                  top={view.offset + (at - view.first) * rowHeight}
                  isShown={one.id === current}
                  isActive={at === active}
                  isRenamed={one.id === renamed}
                  onFocus={() => setActive(one.id)}
                  onRename={rename}
                  onDelete={remove}
                />
              )
            )
          })}
      </ul>
    </div>
  )
}

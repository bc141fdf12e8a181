import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { TrayPicture } from '../../../files/read-file.ts'
import type { EditSession } from './edit-session.ts'

/** The attribute of a row, whose value is its place in the list. */
export const rowMark = 'data-picture-row'
/** The attribute of the element on which a dropped picture becomes the base. */
export const baseMark = 'data-base-target'

type Target = { readonly kind: 'row'; readonly at: number } | { readonly kind: 'base' } | { readonly kind: 'none' }

interface Drag {
  readonly picture: TrayPicture
  readonly target: Target
}

export type RowDrag = ReturnType<typeof useRowDrag>

/** Movement in CSS pixels from which a press is a drag. */
const slack = 6

/** By pointer events, since the browser's own drag and drop does not know fingers. Escape ends a drag without effect. */
export function useRowDrag(session: EditSession) {
  const [dragged, setDragged] = useState<Drag>()
  const leave = useRef(() => {})
  useEffect(() => () => leave.current(), [])
  return {
    dragged,
    /** The row's handler. A mouse or pen drags by the whole row, a finger by its thumbnail, since the list scrolls. */
    onPointerDown(event: PointerEvent<HTMLElement>, picture: TrayPicture) {
      const { currentTarget: row, target, pointerType, pointerId, button, clientX, clientY } = event
      if (button !== 0 || !(target instanceof Element) || target.closest('button')) return
      if (pointerType === 'touch' && !row.firstElementChild?.contains(target)) return
      leave.current()
      const gone = new AbortController()
      const { signal } = gone
      let over: Target | undefined
      const end = () => {
        gone.abort()
        setDragged(undefined)
      }
      leave.current = end
      const move = (moved: globalThis.PointerEvent) => {
        if (moved.pointerId !== pointerId) return
        if (!over && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < slack) return
        over = targetAt(moved.clientX, moved.clientY)
        setDragged({ picture, target: over })
      }
      const drop = (up: globalThis.PointerEvent) => {
        if (up.pointerId !== pointerId) return
        if (over?.kind === 'row') session.move(picture.id, over.at)
        else if (over?.kind === 'base') session.move(picture.id, 0)
        end()
      }
      addEventListener('pointermove', move, { signal })
      addEventListener('pointerup', drop, { signal })
      addEventListener('pointercancel', end, { signal })
      // The pointer crosses text on its way to the canvas.
      addEventListener('selectstart', (selecting) => selecting.preventDefault(), { signal })
      addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
    },
  }
}

function targetAt(x: number, y: number): Target {
  const under = document.elementFromPoint(x, y)
  const row = under?.closest(`[${rowMark}]`)
  if (row) return { kind: 'row', at: Number(row.getAttribute(rowMark)) }
  return under?.closest(`[${baseMark}]`) ? { kind: 'base' } : { kind: 'none' }
}

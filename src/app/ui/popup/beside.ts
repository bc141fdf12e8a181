export interface Side {
  readonly align: 'start' | 'end'
  /** Minimum width in CSS pixels; at least the anchor's. Without it the content decides. */
  readonly width?: number
  /** Room below that is enough; with less, the side with more room is taken. Without it the content's height. */
  readonly room?: number
  /** The largest height, beyond which the element has to scroll. */
  readonly height: number
}

/** Shows a popover beside its anchor while the page scrolls or resizes, until the returned function is called. */
export function showBeside(popup: HTMLElement, anchor: HTMLElement, side: Side): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const replace = () => place(popup, anchor, side)
  popup.showPopover?.()
  replace()
  window.addEventListener('resize', replace, { signal })
  window.addEventListener('scroll', replace, { signal, capture: true, passive: true })
  window.visualViewport?.addEventListener('resize', replace, { signal })
  return () => {
    listening.abort()
    popup.hidePopover?.()
  }
}

/** Distance to the anchor, and to the edges of the window, in CSS pixels. */
const gap = 4
const margin = 8

/** Below the anchor, or above it if there is more room; within the visual viewport. */
function place(popup: HTMLElement, anchor: HTMLElement, { align, width: least, room, height: most }: Side) {
  const box = anchor.getBoundingClientRect()
  const seen = window.visualViewport
  const top = seen?.offsetTop ?? 0
  const height = seen?.height ?? window.innerHeight
  const widest = window.innerWidth - 2 * margin
  popup.style.maxWidth = `${widest}px`
  if (least !== undefined) popup.style.width = `${Math.min(Math.max(box.width, least), widest)}px`
  const above = box.top - top - margin
  const below = top + height - box.bottom - margin
  const isAbove = below < (room ?? Math.min(popup.scrollHeight + gap, most)) && above > below
  const width = popup.offsetWidth
  const left = align === 'start' ? box.left : box.right - width
  popup.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - width - margin))}px`
  popup.style.maxHeight = `${Math.min(most, Math.max(120, (isAbove ? above : below) - gap))}px`
  popup.style.top = isAbove ? 'auto' : `${box.bottom + gap}px`
  popup.style.bottom = isAbove ? `${window.innerHeight - box.top + gap}px` : 'auto'
}

export const besideLook =
  'fixed inset-auto z-50 m-0 flex-col rounded-md border border-line bg-raised p-1 text-ink shadow-float'

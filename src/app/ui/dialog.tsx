import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button/button.tsx'

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** In the middle of the window, a sheet that rises from the foot of a phone, or the whole window. */
  kind?: keyof typeof kinds
  foot?: ReactNode
  children: ReactNode
}

const kinds = {
  centre: 'bg-raised m-auto max-h-[85dvh] w-[min(36rem,calc(100vw-2rem))] rounded-md border',
  sheet:
    'bg-raised mx-0 mt-auto mb-0 max-h-[88dvh] w-full max-w-full rounded-t-md border-t pb-[env(safe-area-inset-bottom)] transition-transform duration-180 ease-out starting:open:translate-y-full',
  full: 'm-0 h-dvh max-h-none w-screen max-w-none bg-ground',
}

/** A radio button that is not chosen is reached by arrows from the one that is. */
const notFirst = ':disabled, [type=file], [type=radio]:not(:checked)'

/** The first field of a dialog's content. On touch screens none: the keyboard of the screen would hide the content. */
function fieldIn(content: HTMLElement | null): HTMLElement | undefined {
  if (!content || matchMedia('(pointer: coarse)').matches) return undefined
  return [...content.querySelectorAll<HTMLElement>('input, select, textarea')].find(
    (one) => !one.matches(notFirst) && one.checkVisibility(),
  )
}

/**
 * A native modal dialog: traps the focus, closes on Esc and restores the focus. Its head and foot stay while its content scrolls. The focus
 * is first in what has `autofocus`, else in the first field, else on Close.
 */
export function Dialog({ title, open, onClose, kind = 'centre', foot, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const titleId = useId()
  // `close()` before unmount restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!open || !shown) return
    shown.showModal()
    if (head.current?.contains(document.activeElement)) fieldIn(content.current)?.focus()
    return () => shown.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // React passes the event of a dialog inside on to this one. In development it runs effects twice: the dialog has been shown again by then.
      onClose={(event) => event.target === dialog.current && !dialog.current.open && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
      // No key of the whole window reaches the panel behind.
      onKeyDown={(event) => (event.key === 'Escape' || kind === 'full') && event.stopPropagation()}
      className={`flex-col overflow-hidden border-line p-0 text-ink shadow-float backdrop:bg-[oklch(0_0_0/0.5)] open:flex ${kinds[kind]}`}
    >
      {open && (
        <>
          <div
            ref={head}
            className="flex shrink-0 items-center justify-between gap-4 border-line border-b py-2 pr-3 pl-5"
          >
            <h2 id={titleId} className="text-base font-semibold">
              {title}
            </h2>
            <IconButton name="Close" icon={<X size={18} />} onClick={onClose} />
          </div>
          <div ref={content} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">
            {children}
          </div>
          {foot && <div className="shrink-0 border-line border-t px-5 py-3">{foot}</div>}
        </>
      )}
    </dialog>
  )
}

import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Collection } from '../collections/collection.ts'
import { cardTitle, Timer } from './stage-parts.tsx'

/** A second window for the presenter, which shows a part of this page and ends with it. */
export function useNotesWindow() {
  const [shown, setShown] = useState<Window>()
  const [trouble, setTrouble] = useState<string>()
  const open = useCallback(() => {
    const opened = window.open('', 'patchbay-notes', 'popup,width=520,height=680')
    setTrouble(opened ? undefined : 'The browser blocked the notes window. Allow pop-ups for this page and try again.')
    if (!opened) return
    opened.focus()
    setShown(opened)
  }, [])
  useEffect(() => {
    if (!shown) return
    dress(shown.document)
    // A remote presses keys in whichever window has the focus.
    const pass = (event: KeyboardEvent) => {
      if (!window.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
    }
    const gone = () => setShown(undefined)
    const close = () => shown.close()
    shown.addEventListener('keydown', pass)
    shown.addEventListener('pagehide', gone)
    addEventListener('pagehide', close)
    return () => {
      shown.removeEventListener('keydown', pass)
      shown.removeEventListener('pagehide', gone)
      removeEventListener('pagehide', close)
      close()
    }
  }, [shown])
  return { window: shown, trouble, open }
}

/** Gives an empty document the look of this page. */
function dress(document: Document): void {
  const page = window.document
  document.title = 'Notes · Patchbay'
  document.documentElement.lang = page.documentElement.lang
  document.documentElement.dataset.theme = page.documentElement.dataset.theme
  document.head.replaceChildren(
    ...[...page.querySelectorAll('link[rel=stylesheet], style')].map((one) => document.importNode(one, true)),
  )
}

interface NotesWindowProps {
  readonly of: Window
  readonly collection: Collection
  readonly at: number
  readonly since: number
}

/** What the presenter reads: the cover note, the note of the card in use, and what comes next. */
export function NotesWindow({ of, collection, at, since }: NotesWindowProps) {
  const { title, note, cards } = collection
  const [card, next] = [cards[at], cards[at + 1]]
  return createPortal(
    <main className="grid content-start gap-5 p-6">
      <header className="flex items-baseline justify-between gap-4">
        <h1 className="font-semibold text-base">
          {at + 1} of {cards.length}: {card && cardTitle(card, at)}
        </h1>
        <Timer since={since} />
      </header>
      <p className="whitespace-pre-wrap text-base wrap-anywhere">
        {card?.note || <span className="text-faint">No note</span>}
      </p>
      <p className="text-soft">{next ? `Next: ${cardTitle(next, at + 1)}` : 'This is the last card.'}</p>
      {note && (
        <section aria-label="Cover note" className="border-line border-t pt-4 text-soft text-sm">
          <h2 className="mb-1 font-semibold">{title}</h2>
          <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>
        </section>
      )}
    </main>,
    of.document.body,
  )
}

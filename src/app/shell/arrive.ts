import { focusFirstField } from '../ui/keys/first-field.ts'

/** How long a panel may take to show its first field, in ms; later than this, the focus stays where it is. */
const patience = 4000

/** Whether the focus is where an arrival may take it from: nowhere, on the link that led here, or parked. */
const isFree = ({ activeElement }: Document) =>
  !activeElement || activeElement === document.body || activeElement.matches('nav a, [data-parked]')

/**
 * Moves the focus to the first field of a panel as soon as it is drawn, unless the person goes elsewhere meanwhile. Not on a touch screen,
 * where it would raise the keyboard. Returns the function that ends the wait.
 */
export function arrive(): () => void {
  if (matchMedia('(pointer: coarse)').matches) return () => {}
  const look = () => {
    if (!isFree(document) || document.querySelector('dialog[open]') || focusFirstField()) end()
  }
  const watch = new MutationObserver(look)
  const ended = new AbortController()
  const end = () => {
    watch.disconnect()
    clearTimeout(timer)
    ended.abort()
  }
  const timer = setTimeout(end, patience)
  for (const press of ['keydown', 'pointerdown']) addEventListener(press, end, { capture: true, signal: ended.signal })
  watch.observe(document.body, { childList: true, subtree: true })
  look()
  return end
}

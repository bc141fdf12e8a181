import { focusFirstField } from '../ui/keys/first-field.ts'

/** Focuses an element that is no control. It is focusable only until it loses the focus, so that later clicks in it focus nothing. */
export function focusPassively(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.dataset.passiveFocus = ''
  element.addEventListener('blur', () => element.removeAttribute('data-passive-focus'), { once: true })
  element.focus({ preventScroll: true })
}

/** How long a panel may take to show its first field, in ms; later than this, the focus stays where it is. */
const patience = 4000

/** Whether the focus is where an arrival may take it from: nowhere, on the link that led here, or set passively. */
const isFree = ({ activeElement }: Document) =>
  !activeElement || activeElement === document.body || activeElement.matches('nav a, [data-passive-focus]')

function focusPanel(): boolean {
  const main = document.querySelector<HTMLElement>('main:not([aria-busy=true])')
  if (main) focusPassively(main)
  return main !== null
}

/** Focuses a panel's first field once it is drawn, or on touch screens the panel, unless the person acts first. Returns what ends it. */
export function focusPanelWhenDrawn(): () => void {
  const enter = matchMedia('(pointer: coarse)').matches ? focusPanel : focusFirstField
  const look = () => {
    if (!isFree(document) || document.querySelector('dialog[open]') || enter()) end()
  }
  const watch = new MutationObserver(look)
  const ended = new AbortController()
  const end = () => {
    watch.disconnect()
    clearTimeout(timer)
    ended.abort()
  }
  const timer = setTimeout(end, patience)
  // Other keys than Tab go nowhere else: who types before the field is drawn goes on in it.
  const press = (event: Event) => (!(event instanceof KeyboardEvent) || event.key === 'Tab') && end()
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, press, { capture: true, signal: ended.signal })
  watch.observe(document.body, { childList: true, subtree: true })
  look()
  return end
}

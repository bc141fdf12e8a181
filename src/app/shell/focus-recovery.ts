import { focusFirstField } from '../ui/keys/first-field.ts'
import { focusPassively } from './panel-focus.ts'

/** Parts of a page that mean something to who hears their name. */
const parts =
  'main, aside, dialog, article, section, form, fieldset, details, li, [tabindex], [role=log], [role=tabpanel]'

const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** The nearest part of the page around a control that was removed, hidden or disabled. */
const partAround = (path: readonly Element[]): HTMLElement | undefined =>
  path
    .slice(1)
    .filter((one) => one instanceof HTMLElement)
    .find((one) => one.matches(parts) && isUsable(one))

export function skipToPanel(): void {
  const main = document.querySelector('main')
  if (!focusFirstField() && main) focusPassively(main)
}

const controls = 'a, button, input, select, textarea, [tabindex]'

function pathOf(target: EventTarget | null): readonly Element[] {
  const path: Element[] = []
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement) path.push(one)
  return path
}

/** Focuses the part around a focused control that vanishes. `pressed`: the path of the press it began with. Returns what ends it. */
export function recoverFocus(pressed: readonly EventTarget[] = []): () => void {
  let path = pathOf(document.activeElement)
  if (document.activeElement === document.body) {
    const elements = pressed.filter((one) => one instanceof Element)
    const control = elements.findIndex((one) => one.matches(controls))
    path = control < 0 ? [] : elements.slice(control)
  }
  let isAsked = false
  const onFocus = ({ target }: Event) => {
    path = pathOf(target)
  }
  // A press beside all controls takes the focus away on purpose.
  const onPress = ({ target }: Event) => {
    path = pathOf(target instanceof Element ? target.closest(controls) : null)
  }
  const check = () => {
    isAsked = false
    const [last] = path
    if (document.activeElement !== document.body || !last || isUsable(last)) return
    const place = partAround(path) ?? document.querySelector('main')
    if (place) focusPassively(place)
  }
  const checkSoon = () => {
    if (isAsked || path.length === 0) return
    isAsked = true
    // After the frame: only then has the browser dropped a control that was hidden or disabled.
    requestAnimationFrame(() => setTimeout(check))
  }
  const watch = new MutationObserver(checkSoon)
  watch.observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['disabled', 'hidden', 'class', 'open'],
  })
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('pointerdown', onPress, { signal, capture: true })
  checkSoon()
  return () => {
    watch.disconnect()
    listening.abort()
  }
}

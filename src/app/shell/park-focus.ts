/**
 * Focuses an element that is no control: it can be focused by code for as long as it has the focus, so that a later press of the mouse in it
 * focuses nothing.
 */
export function parkFocus(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.dataset.parked = ''
  element.addEventListener('blur', () => element.removeAttribute('data-parked'), { once: true })
  element.focus({ preventScroll: true })
}

/**
 * Makes overflowing elements focusable, and only those: a scroller costs a compositor layer and a tab stop. Their role is `group`, not
 * `region`, so that twenty code blocks are not twenty landmarks.
 */
export class OverflowWatch {
  readonly #observer = new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) mark(target)
  })

  /** Watches `root` and every element in it that says `data-scrolls`, which is also its name. */
  watch(root: Element): void {
    if (root.hasAttribute('data-scrolls')) this.#observer.observe(root)
    for (const scroller of root.querySelectorAll('[data-scrolls]')) this.#observer.observe(scroller)
  }

  end(): void {
    this.#observer.disconnect()
  }
}

function mark(scroller: HTMLElement): void {
  const overflows = scroller.scrollWidth > scroller.clientWidth
  if (overflows === scroller.hasAttribute('tabindex')) return
  if (overflows) {
    scroller.setAttribute('tabindex', '0')
    scroller.setAttribute('role', 'group')
    scroller.setAttribute('aria-label', scroller.dataset.scrolls ?? '')
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name)
  }
}

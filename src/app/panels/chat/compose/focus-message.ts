/** The id of the message box. */
export const messageId = 'message'

/**
 * Puts the focus into the message box, since the pressed control is about to vanish. On touch screens, where the keyboard would cover the
 * page, it goes to the conversation instead.
 */
export function focusMessage(): void {
  const place = matchMedia('(pointer: coarse)').matches ? '[role=log]' : `#${messageId}`
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
}

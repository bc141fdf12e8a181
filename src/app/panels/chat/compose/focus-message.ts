/** The id of the message box. */
export const messageId = 'message'

const touch = '(pointer: coarse)'

/**
 * Puts the focus into the message box, since the pressed control is about to vanish. On touch screens, where the keyboard would cover the
 * page, it goes to the conversation instead.
 */
export function focusMessage(): void {
  const place = matchMedia(touch).matches ? '[role=log]' : `#${messageId}`
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
}

/** Whether the message box takes the focus when the panel is shown: not on touch screens. */
export const takesFocus = () => !matchMedia(touch).matches

/** Whether a key belongs to an input method that is composing a character. Safari tells it by the key code alone. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

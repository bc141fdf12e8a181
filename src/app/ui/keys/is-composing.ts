/** Whether an input method is composing a character. Safari reports it only by the key code. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

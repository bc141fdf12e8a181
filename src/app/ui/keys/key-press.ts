/** Whether an input method is composing a character. Safari reports it only by the key code. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

type CommandPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a press is Ctrl or ⌘ with this letter, given in lower case: Caps Lock makes it a capital one. */
export const isCommand = ({ key, ctrlKey, metaKey, altKey, shiftKey }: CommandPress, letter: string): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter

const apple = /Mac|iPhone|iPad|iPod/.test(navigator.platform)

/** The name of the key that commands begin with on this machine. */
export const modifierName = apple ? '⌘' : 'Ctrl'

/** Whether that key, and not its neighbour, is held down: on a Mac, Ctrl K belongs to the text box. */
export const hasModifier = ({ ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean =>
  apple ? metaKey && !ctrlKey : ctrlKey && !metaKey

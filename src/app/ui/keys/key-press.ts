/** Whether an input method is composing a character. Safari reports it only by the key code. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

interface StepRules {
  /** After the last row comes the first. */
  readonly wraps?: boolean
  /** How far Page keys go; without it they do nothing. */
  readonly page?: number | undefined
}

/** The row of a list that a key moves to from `at` (-1: from none); undefined for other keys, and in an empty list. */
export function rowAfter(key: string, at: number, count: number, { wraps, page }: StepRules = {}): number | undefined {
  if (count === 0) return undefined
  const within = (row: number) => Math.max(0, Math.min(count - 1, row))
  switch (key) {
    case 'ArrowDown':
      return wraps ? (at + 1) % count : within(at + 1)
    case 'ArrowUp':
      return wraps && at <= 0 ? count - 1 : within(at - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'PageDown':
      return page && within(at + page)
    case 'PageUp':
      return page && within(at - page)
    default:
      return undefined
  }
}

type CommandPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a press is Ctrl or ⌘ with this letter, given in lower case: Caps Lock makes it a capital one. */
export const isCommand = ({ key, ctrlKey, metaKey, altKey, shiftKey }: CommandPress, letter: string): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter

import { keptSwitch, usePageState } from '../page-state.ts'

const isOn = keptSwitch('patchbay.letter-keys', true)

/** Whether single letters, digits and signs are shortcuts anywhere in the app. */
export const useLetterKeys = (): boolean => usePageState(isOn)

/** Switches them on or off, for the next visit too. */
export const setLetterKeys = isOn.set

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { readonly target: EventTarget | null }

/** A single-key shortcut in lower case; undefined in text boxes, with Ctrl, ⌘ or Alt, and where these shortcuts are off. */
export function letterOf({ key, ctrlKey, metaKey, altKey, target }: Press): string | undefined {
  if (!isOn.get() || ctrlKey || metaKey || altKey || key.length !== 1) return undefined
  const types =
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], [data-editor]',
    )
  return types ? undefined : key.toLowerCase()
}

/** Gives a button its single letter to show, while single letters do something. */
export function useLetterHint(): (letter: string) => { keys?: string } {
  const on = useLetterKeys()
  return (letter) => (on ? { keys: letter } : {})
}

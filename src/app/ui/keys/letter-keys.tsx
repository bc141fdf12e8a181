import { PageState, readKept, usePageState, writeKept } from '../page-state.ts'

const key = 'patchbay.letter-keys'
const isOn = new PageState<boolean>(
  () => readKept(key) !== 'off',
  (on) => writeKept(key, on ? 'on' : 'off'),
)

/** Whether single letters, digits and signs are shortcuts anywhere in the app. */
export const useLetterKeys = (): boolean => usePageState(isOn)

/** Switches them on or off, for the next visit too. */
export const setLetterKeys = isOn.set

/** An event of React or of the browser. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { readonly target: EventTarget | null }

/**
 * The single letter, digit or sign that a press means, in lower case; undefined in a text box, with Ctrl, ⌘ or Alt, and where they are
 * switched off. Whatever listens to one asks here, so that one switch holds for all.
 */
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

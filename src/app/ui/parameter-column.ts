import { useEffect } from 'react'
import { modifierName } from './keys/keyboard.ts'
import { PageState, readKept, usePageState, writeKept } from './page-state.ts'
import { phoneQuery, useMedia } from './use-media.ts'

const key = 'patchbay.parameters'

/** Whether the parameter column of the chat is folded to a rail, kept in `localStorage`. */
const fold = new PageState<'open' | 'folded'>(
  () => (readKept(key) === 'folded' ? 'folded' : 'open'),
  (next) => writeKept(key, next),
)

export const useParameterColumn = () => usePageState(fold)
export const setParameterColumn = fold.set

/** Whether the parameters are not on the screen: folded, or in a phone's sheet. */
export function useAreParametersAway(): boolean {
  const isPhone = useMedia(phoneQuery)
  return useParameterColumn() === 'folded' || isPhone
}

/** The key that folds it, which no browser uses. */
export const foldKeys = `${modifierName} '`

/** By the key's place on the keyboard: `'` is a digit's key in some layouts, where browsers listen to it. */
const isFoldKey = ({ code, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent) =>
  code === 'Quote' && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat

/** Listens for the key while `isOn`. An open dialog has the keys. */
export function useFoldKey(isOn: boolean, toggle: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (!isFoldKey(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

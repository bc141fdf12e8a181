import { useLetterKeys } from '../../ui/letter-keys.ts'
import { useMaskSettings } from '../tools/mask-settings.ts'
import { keyActions, keysOf } from './key-actions.ts'
import { isWordKey, shownKey } from './key-names.ts'

/** Says the key of an action as it stands in a tooltip, behind the name; nothing where it has none. */
export function useKeyHint(): (id: string) => string {
  const hasLetters = useLetterKeys()
  const { keys } = useMaskSettings()
  return (id) => {
    const action = keyActions.find((one) => one.id === id)
    const key = action && keysOf(action, keys).find((one) => hasLetters || isWordKey(one))
    return key === undefined ? '' : ` (${shownKey(key)})`
  }
}

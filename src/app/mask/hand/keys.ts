import { hasModifier } from '../../ui/modifier.ts'
import { type Command, holderOf, type OwnKeys } from './key-actions.ts'
import { type KeyPress, latin, nameOfKey, nameOfPlace } from './key-names.ts'

/** Undo and redo: they hold in the whole editor, and not only on its canvas. */
export function historyOf(press: KeyPress): 'undo' | 'redo' | undefined {
  if (!hasModifier(press) || press.altKey) return undefined
  const letter = latin(press)
  if (letter === 'z') return press.shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !press.shiftKey ? 'redo' : undefined
}

/** What a key on the canvas asks for; undefined for the keys that move and draw, and for those of others. */
export function commandOf(press: KeyPress, own: OwnKeys): Command | undefined {
  const past = historyOf(press)
  if (past) return { kind: past }
  if (hasModifier(press) && !press.altKey && !press.shiftKey) {
    if (press.key === '0') return { kind: 'fit' }
    return press.key === '1' ? { kind: 'actual' } : undefined
  }
  const name = nameOfKey(press)
  if (name === undefined) return undefined
  const place = nameOfPlace(press)
  return (holderOf(name, own) ?? (place === undefined ? undefined : holderOf(place, own)))?.command
}

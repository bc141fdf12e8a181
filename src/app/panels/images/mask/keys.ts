import { letterOf } from '../../../ui/letter-keys.ts'
import { hasModifier } from '../../../ui/modifier.ts'
import { type Tool, tools } from './tools.ts'

export type Command =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'size' | 'hardness' | 'zoom'; readonly direction: 1 | -1 }
  | { readonly kind: 'undo' | 'redo' | 'clear' | 'invert' | 'fit' | 'actual' }

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'getModifierState'
>

/** The Latin letter or sign of a key, on keyboards of other scripts by its place. */
function latin({ key, code }: KeyPress): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

/** Undo and redo: they hold in the whole editor, and not only on its canvas. */
export function historyOf(press: KeyPress): 'undo' | 'redo' | undefined {
  if (!hasModifier(press) || press.altKey) return undefined
  const letter = latin(press)
  if (letter === 'z') return press.shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !press.shiftKey ? 'redo' : undefined
}

/** What a key on the canvas asks for; undefined for the keys that move and draw, and for those of others. */
export function commandOf(press: KeyPress): Command | undefined {
  const past = historyOf(press)
  if (past) return { kind: past }
  if (press.key === 'Delete' && !press.ctrlKey && !press.metaKey && !press.altKey) return { kind: 'clear' }
  if (hasModifier(press) && !press.altKey && !press.shiftKey) {
    if (press.key === '0') return { kind: 'fit' }
    return press.key === '1' ? { kind: 'actual' } : undefined
  }
  // On many keyboards brackets stand behind AltGr, which counts as Ctrl and Alt.
  const isThird = press.getModifierState('AltGraph')
  const { key, target } = press
  const letter = isThird ? letterOf({ key, target, ctrlKey: false, altKey: false, metaKey: false }) : letterOf(press)
  return letter === undefined ? undefined : ofLetter(latin(press), press)
}

const signs: Readonly<Record<string, Command>> = {
  i: { kind: 'invert' },
  '0': { kind: 'fit' },
  '1': { kind: 'actual' },
  '+': { kind: 'zoom', direction: 1 },
  '=': { kind: 'zoom', direction: 1 },
  '-': { kind: 'zoom', direction: -1 },
  _: { kind: 'zoom', direction: -1 },
}

function ofLetter(letter: string, { code, shiftKey }: KeyPress): Command | undefined {
  const direction = tipDirection(letter, code)
  // Where a sign itself needs Shift, Shift says nothing.
  if (direction) return { kind: shiftKey && !',.[]'.includes(letter) ? 'hardness' : 'size', direction }
  if (letter === 'v' && shiftKey) return { kind: 'invert' }
  const sign = signs[letter]
  if (sign) return sign
  const tool = tools.find(({ letters }) => letters.includes(letter))
  return tool && !shiftKey ? { kind: 'tool', tool: tool.id } : undefined
}

/** Brackets, wherever a keyboard has them, their places where it has none, and comma and full stop, which all have. */
function tipDirection(letter: string, code: string): 1 | -1 | undefined {
  if ('[{,<'.includes(letter) || code === 'BracketLeft') return -1
  return ']}.>'.includes(letter) || code === 'BracketRight' ? 1 : undefined
}

import { redo, standardKeymap, undo } from '@codemirror/commands'
import { foldKeymap, toggleFold } from '@codemirror/language'
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint'
import { searchKeymap } from '@codemirror/search'
import { type KeyBinding, keymap } from '@codemirror/view'

/** Those that work in the search panel, too. */
const searchKeys = searchKeymap.filter(({ key = '' }) => ['Mod-f', 'F3', 'Mod-g', 'Escape'].includes(key))

/** The editor's keys. Tab stays the browser's, so that nobody is held here; Ctrl+Enter, Ctrl+K and Ctrl+/ stay the app's. */
const keys: readonly KeyBinding[] = [
  ...standardKeymap,
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-y', mac: 'Mod-Shift-z', run: redo, preventDefault: true },
  { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: redo, preventDefault: true },
  ...foldKeymap,
  // Brackets are hard to reach on many keyboards.
  { key: 'Ctrl-.', run: toggleFold },
  ...searchKeys,
  { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
]

export const editorKeys = keymap.of(keys)

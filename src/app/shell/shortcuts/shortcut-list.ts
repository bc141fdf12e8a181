import { modifierName as mod } from '../../ui/modifier.ts'

export interface Shortcut {
  /** Any of them does it. */
  readonly keys: readonly string[]
  readonly what: string
  /** Single letters, digits or signs are all that does it: they can be switched off. */
  readonly letters?: true
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** Every key that the app listens to, by where it does. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${mod} K`], what: 'Go to a panel, model, run, connection or action' },
      { keys: [`${mod} \\`], what: 'Inspector: open or close' },
      { keys: [`${mod} /`], what: 'This list' },
      { keys: ['?'], what: 'This list', letters: true },
      { keys: ['Esc'], what: 'Close what is open; where nothing is, stop the streaming answer' },
    ],
  },
  {
    title: 'Chat',
    shortcuts: [
      { keys: ['Enter'], what: 'Send the message' },
      { keys: ['Shift Enter'], what: 'A new line' },
      { keys: [`${mod} Enter`], what: 'Send, from any field of the form and from an edited message' },
      { keys: ['↑'], what: 'In an empty box, take back the last message' },
    ],
  },
  {
    title: 'Form',
    shortcuts: [
      { keys: ['↑ ↓'], what: 'In a number, a step; with Shift, ten. In a list of choices, move' },
      { keys: ['Enter'], what: 'Choose what the list stands on' },
    ],
  },
  {
    title: 'JSON editor',
    shortcuts: [
      { keys: [`${mod} F`], what: 'Search; Enter goes to the next hit, Shift Enter to the one before' },
      { keys: ['Ctrl .'], what: 'Fold or unfold what the caret stands in' },
      { keys: ['Ctrl Alt [', 'Ctrl Alt ]'], what: 'Fold all, unfold all' },
      { keys: ['F8'], what: 'To the next error; with Shift, to the one before' },
    ],
  },
  {
    title: 'Runs, in the list',
    shortcuts: [
      { keys: ['↑ ↓', 'PgUp PgDn', 'Home End'], what: 'Move; with Shift, select on the way' },
      { keys: ['J K'], what: 'Move down, up', letters: true },
      { keys: ['Enter'], what: 'Open the run' },
      { keys: ['Space'], what: 'Select it, or no longer' },
      { keys: [`${mod} A`], what: 'Select all' },
      { keys: ['Esc'], what: 'Select none' },
      { keys: ['Del'], what: 'Delete, with undo' },
    ],
  },
  {
    title: 'Runs, in the list and on a run’s page',
    shortcuts: [
      { keys: ['P', 'F'], what: 'Pass, fail; again takes it back', letters: true },
      { keys: ['N'], what: 'Write a note; Esc leaves it', letters: true },
      { keys: ['1 – 9'], what: 'Set or take back a tag', letters: true },
      { keys: ['Z'], what: 'Undo the deletion', letters: true },
    ],
  },
  {
    title: 'Inspector',
    shortcuts: [
      { keys: ['← →'], what: 'On the tabs, choose; on its edge, narrower or wider' },
      { keys: ['↑ ↓', 'PgUp PgDn', 'Home End'], what: 'Move among events, and in JSON' },
      { keys: ['← →', 'Space'], what: 'In JSON, fold and unfold' },
      { keys: [`${mod} C`], what: 'In JSON, copy the value' },
      { keys: ['Enter', 'Shift Enter'], what: 'In its search, the next hit, the one before' },
    ],
  },
]

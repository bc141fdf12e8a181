import type { PanelId } from '#contract/core/documents.ts'
import { panelPlaces } from '../../tool/panels.ts'
import type { Tool } from '../../tool/tools.ts'
import { modifierName as mod } from '../../ui/keys/keyboard.ts'

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

/** The panels that have keys of their own. */
const ownKeys: Partial<Record<PanelId, readonly Shortcut[]>> = {
  chat: [
    { keys: ['Enter'], what: 'Send the message' },
    { keys: ['Shift Enter'], what: 'A new line' },
    { keys: [`${mod} Enter`], what: 'Send, from any field of the form and from an edited message' },
    { keys: ['↑'], what: 'In an empty box, take back the last message' },
  ],
}

/** The keys of a panel that draws its tools with `ToolLayout`. */
function toolKeys(tools: readonly Tool[]): readonly Shortcut[] {
  const does = tools.map(({ verb, does = verb.toLowerCase() }) => does).join(', or ')
  return [
    { keys: [`${mod} Enter`], what: `${does.charAt(0).toUpperCase()}${does.slice(1)}, from anywhere in the tool` },
    ...(tools.length > 1 ? [{ keys: ['← →'], what: 'On the tabs, the other tool' }] : []),
    { keys: ['P', 'F'], what: 'On a run, pass or fail; again takes it back', letters: true },
  ]
}

/** Every key that the app listens to, by where it does. */
export function shortcutGroups(tools: readonly Tool[]): readonly ShortcutGroup[] {
  const [everywhere, ...others] = fixedGroups
  const panels = panelPlaces.flatMap(({ id, title }) => {
    const mine = tools.filter(({ panel }) => panel === id)
    return mine.length > 0 ? [{ title, shortcuts: ownKeys[id] ?? toolKeys(mine) }] : []
  })
  return [...(everywhere ? [everywhere] : []), ...panels, ...others]
}

const fixedGroups: readonly ShortcutGroup[] = [
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
    title: 'A picture, big',
    shortcuts: [
      { keys: ['← →'], what: 'The picture before, the next one' },
      { keys: ['0', '1'], what: 'Fit it into the window, show it at 100 %', letters: true },
      { keys: ['+', '-'], what: 'Closer, farther; the wheel does too', letters: true },
      { keys: ['↑ ↓', 'Shift ← →'], what: 'Move it' },
      { keys: ['Esc'], what: 'Close it' },
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
    title: 'Mask, on its canvas',
    shortcuts: [
      {
        keys: ['B E', 'R O', 'L P', 'G W', 'H'],
        what: 'Brush, eraser; rectangle, ellipse; lasso, polygon; fill, colour select; hand',
        letters: true,
      },
      { keys: ['[ ]', ', .'], what: 'Smaller, larger; with Shift, softer, harder', letters: true },
      { keys: [`${mod} Z`, `${mod} Shift Z`], what: 'Undo, redo' },
      { keys: ['Del'], what: 'Clear' },
      { keys: ['I', 'Shift V'], what: 'Invert', letters: true },
      { keys: ['Space'], what: 'Held with a drag, move the picture; without a pointer, paint' },
      { keys: ['← ↑ ↓ →'], what: 'Move the cursor by a pixel; with Shift, by ten' },
      { keys: ['Enter', 'Esc', 'Backspace'], what: 'End a shape, give it up, take back a corner' },
      { keys: ['Alt'], what: 'Held with a drag, the opposite; with the wheel, the size. Shift draws straight' },
      { keys: [`${mod} 0`, `${mod} 1`], what: 'Fit, 100 %' },
      { keys: ['0', '1', '+ -'], what: 'Fit, 100 %, closer and farther', letters: true },
      { keys: ['\\'], what: 'Held, the picture without the mask', letters: true },
      { keys: ['K'], what: 'The list where most of these can be changed', letters: true },
    ],
  },
  {
    title: 'Runs, in the list',
    shortcuts: [
      { keys: ['↑ ↓', 'PgUp PgDn', 'Home End'], what: 'Move; with Shift, select on the way' },
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
      { keys: ['J K'], what: 'The next run, the one before', letters: true },
      { keys: ['P', 'F'], what: 'Pass, fail, and on to the next; again takes it back', letters: true },
      { keys: ['N'], what: 'Write a note; Esc goes back to the list', letters: true },
      { keys: ['1 – 9'], what: 'Set or take back a tag', letters: true },
      { keys: ['Z'], what: 'Undo the last verdict, tag or deletion', letters: true },
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

import type { PanelId } from '#contract/routes.ts'
import { panelPlaces } from '../../tool/panels.ts'
import { type Tool, useTools } from '../../tool/tools.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { modifierName as mod } from '../../ui/keys/keyboard.ts'
import { useLetterKeys } from '../../ui/keys/letter-keys.tsx'
import { LetterKeysSwitch } from '../../ui/keys/letter-keys-switch.tsx'
import { foldKeys } from '../../ui/panel-layout.tsx'
import { playerKeys } from '../../view/media/player/player-key.ts'

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose} foot={<LetterKeysSwitch />}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls. */}
      <div
        role="group"
        aria-label="Keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
        tabIndex={0}
        className="grid grid-cols-1 gap-7 outline-offset-8"
      >
        {shortcutGroups(useTools()).map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ title, shortcuts }: ShortcutGroup) {
  const letters = useLetterKeys()
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      <dl className="grid grid-cols-[minmax(6.5rem,auto)_1fr] items-baseline gap-x-5 gap-y-2 text-sm sm:grid-cols-[11rem_1fr]">
        {shortcuts.map((shortcut) => (
          <Line
            key={shortcut.keys.join() + shortcut.what}
            {...shortcut}
            isOff={shortcut.letters === true && !letters}
          />
        ))}
      </dl>
    </section>
  )
}

function Line({ keys, what, isOff }: Shortcut & { readonly isOff: boolean }) {
  return (
    <div className="contents">
      <dt className="flex flex-wrap gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className={`whitespace-nowrap rounded-[4px] border border-line bg-surface px-1.5 py-0.5 font-mono text-2xs ${isOff ? 'text-faint line-through' : 'text-soft'}`}
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd className={isOff ? 'text-faint' : ''}>
        {what}
        {isOff && ' (switched off)'}
      </dd>
    </div>
  )
}

interface Shortcut {
  readonly keys: readonly string[]
  readonly what: string
  /** Single letters, digits or signs are all that does it: they can be switched off. */
  readonly letters?: true
}

interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

const ownKeys: Partial<Record<PanelId, readonly Shortcut[]>> = {
  chat: [
    { keys: ['Enter'], what: 'Send message' },
    { keys: ['Shift Enter'], what: 'New line' },
    { keys: [`${mod} Enter`], what: 'Send from any field, or while editing a message' },
    { keys: ['↑'], what: 'In an empty message box, recall the last message' },
    { keys: ['/'], what: 'In an empty message box, open the prompts' },
    { keys: ['Alt 1–4'], what: 'With columns: use a column' },
    { keys: ['Alt Enter'], what: 'With columns: send to all' },
    { keys: ['Shift Esc'], what: 'With columns: stop all' },
    { keys: ['1–4', '0', 'B'], what: 'In a blind comparison: best answer, tie, all bad', letters: true },
    { keys: ['T'], what: 'Outline of the conversation, with all its branches', letters: true },
    { keys: [foldKeys], what: 'Hide or show the parameters' },
  ],
  lab: [
    { keys: [`${mod} Enter`], what: 'Run the plan' },
    { keys: ['← → ↑ ↓'], what: 'In the results: move to another cell' },
    { keys: ['Enter'], what: 'In the results: open the cell' },
    { keys: ['Space'], what: 'In the results: play the sound, stop it' },
    { keys: ['P', 'F'], what: 'On a cell: mark as pass or fail; press again to remove', letters: true },
    { keys: ['N', '1–9'], what: 'On a cell: write a note, set a tag', letters: true },
    { keys: ['R'], what: 'On a cell: run it again, after asking', letters: true },
    { keys: ['Z'], what: 'Undo the last mark', letters: true },
    { keys: ['[', ']', 'S'], what: 'On a cell: previous, next, skip to the next', letters: true },
    { keys: ['/'], what: 'Search the results', letters: true },
    { keys: ['1–4', '0', 'B'], what: 'In a vote: best result, tie, all bad', letters: true },
    { keys: ['A', 'S', 'D', 'F'], what: 'In a vote: play a result, stop it', letters: true },
    { keys: ['U', 'V'], what: 'In a vote: undo, reveal', letters: true },
    { keys: ['S', 'U'], what: 'In a review: skip, undo', letters: true },
  ],
}

/** The keys of a panel that draws its tools with `ToolLayout`. */
function toolKeys(tools: readonly Tool[]): readonly Shortcut[] {
  return [
    { keys: [`${mod} Enter`], what: 'Run the current tool' },
    ...(tools.length > 1 ? [{ keys: ['← →'], what: 'On the tabs: switch tools' }] : []),
    { keys: ['P', 'F'], what: 'On a run: mark as pass or fail; press again to remove', letters: true },
  ]
}

function shortcutGroups(tools: readonly Tool[]): readonly ShortcutGroup[] {
  const [everywhere, ...others] = fixedGroups
  const panels = panelPlaces.flatMap(({ id, title }) => {
    const mine = tools.filter(({ panel }) => panel === id)
    const shortcuts = ownKeys[id] ?? (mine.length > 0 ? toolKeys(mine) : undefined)
    return shortcuts ? [{ title, shortcuts }] : []
  })
  return [...(everywhere ? [everywhere] : []), ...panels, ...others]
}

const fixedGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${mod} K`], what: 'Command palette' },
      { keys: [`${mod} \\`], what: 'Open or close the inspector' },
      { keys: [`${mod} /`], what: 'Keyboard shortcuts' },
      { keys: ['?'], what: 'Keyboard shortcuts', letters: true },
      { keys: ['Esc'], what: 'Close what is open, or stop the streaming answer' },
    ],
  },
  {
    title: 'Stage',
    shortcuts: [
      { keys: ['1–9'], what: 'Show a card', letters: true },
      { keys: ['← →', 'PageUp', 'PageDown'], what: 'Previous, next card' },
      { keys: ['.', 'T', 'R'], what: 'Black screen, timer, reset the card', letters: true },
      { keys: ['Space'], what: 'Play or pause the recording' },
      { keys: ['Shift N'], what: 'Notes in a second window', letters: true },
      { keys: ['Esc Esc'], what: 'Leave the stage' },
    ],
  },
  {
    title: 'Lightbox',
    shortcuts: [
      { keys: ['← →'], what: 'Previous, next image' },
      { keys: ['0', '1'], what: 'Fit to window, show at 100%', letters: true },
      { keys: ['+', '-'], what: 'Zoom in, zoom out (also with the wheel)', letters: true },
      { keys: ['↑ ↓', 'Shift ← →'], what: 'Move it' },
      { keys: ['Esc'], what: 'Close it' },
    ],
  },
  { title: 'Video player', shortcuts: playerKeys },
  {
    title: 'Form',
    shortcuts: [
      { keys: ['↑ ↓'], what: 'In a number: step by 1, with Shift by 10. In a list: move' },
      { keys: ['Enter'], what: 'Select the highlighted option' },
    ],
  },
  {
    title: 'JSON editor',
    shortcuts: [
      { keys: [`${mod} F`], what: 'Search; Enter for the next match, Shift Enter for the previous one' },
      { keys: ['Ctrl .'], what: 'Collapse or expand at the cursor' },
      { keys: ['Ctrl Alt [', 'Ctrl Alt ]'], what: 'Collapse all, expand all' },
      { keys: ['F8'], what: 'Next error; with Shift, previous error' },
    ],
  },
  {
    title: 'Mask canvas',
    shortcuts: [
      {
        keys: ['B E', 'R O', 'L P', 'G W', 'C X', 'H'],
        what: 'Brush, eraser; rectangle, ellipse; lasso, polygon; fill, colour select; crop, extend; hand',
        letters: true,
      },
      { keys: ['[ ]', ', .'], what: 'Smaller, larger brush; with Shift, softer, harder', letters: true },
      { keys: [`${mod} Z`, `${mod} Shift Z`], what: 'Undo, redo' },
      { keys: ['Del'], what: 'Clear' },
      { keys: ['I', 'Shift V'], what: 'Invert', letters: true },
      { keys: ['Space'], what: 'Hold and drag to pan; without a pointer, paint' },
      { keys: ['← ↑ ↓ →'], what: 'Move the cursor by a pixel; with Shift, by ten' },
      { keys: ['Enter', 'Esc', 'Backspace'], what: 'Close a shape, cancel it, remove the last corner' },
      { keys: ['Alt'], what: 'Hold and drag for the opposite tool; with the wheel or the right button, brush size' },
      { keys: ['Shift'], what: 'Straight line from the last point; square or circle' },
      { keys: [`${mod} 0`, `${mod} 1`], what: 'Fit, 100%' },
      { keys: ['0', '1', '+ -'], what: 'Fit, 100%, zoom in and out', letters: true },
      { keys: ['\\'], what: 'Hold to show the original', letters: true },
      { keys: ['K'], what: 'Customise these shortcuts', letters: true },
    ],
  },
  {
    title: 'Runs list',
    shortcuts: [
      { keys: ['↑ ↓', 'PgUp PgDn', 'Home End'], what: 'Move; with Shift, extend the selection' },
      { keys: ['Enter'], what: 'Open the run' },
      { keys: ['Space'], what: 'Select or deselect' },
      { keys: [`${mod} A`], what: 'Select all' },
      { keys: ['Esc'], what: 'Clear selection' },
      { keys: ['Del'], what: 'Delete, with undo' },
    ],
  },
  {
    title: 'Runs list and run page',
    shortcuts: [
      { keys: ['J K'], what: 'Next, previous run', letters: true },
      { keys: ['P', 'F'], what: 'Mark as pass or fail and go to the next; press again to remove', letters: true },
      { keys: ['N'], what: 'Write a note; Esc returns to the list', letters: true },
      { keys: ['1 – 9'], what: 'Add or remove a tag', letters: true },
      { keys: ['Z'], what: 'Undo the last verdict, tag or deletion', letters: true },
    ],
  },
  {
    title: 'Inspector',
    shortcuts: [
      { keys: ['← →'], what: 'On the tabs: switch; on the edge: resize' },
      { keys: ['↑ ↓', 'PgUp PgDn', 'Home End'], what: 'Move through events and JSON' },
      { keys: ['← →', 'Space'], what: 'In JSON: collapse and expand' },
      { keys: [`${mod} C`], what: 'In JSON: copy the value' },
      { keys: ['Enter', 'Shift Enter'], what: 'In search: next, previous match' },
    ],
  },
]

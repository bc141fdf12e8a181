import { Dialog } from '../ui/dialog.tsx'

const shortcuts: readonly (readonly [keys: string, what: string])[] = [
  ['Enter', 'Chat: send the message'],
  ['Shift Enter', 'Chat: a new line'],
  ['Ctrl Enter  ·  ⌘ Enter', 'Run, from any field of the form'],
  ['Esc', 'Stop the streaming answer; first closes what is open'],
  ['↑', 'Chat: in an empty box, take back the last message'],
  ['Ctrl \\  ·  ⌘ \\', 'Inspector: open or close'],
  ['Ctrl K  ·  ⌘ K', 'Go to a panel, model, run, connection or action'],
  ['?  ·  Ctrl /', 'This list'],
]

/** The list of every key the app listens to. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
        {shortcuts.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="font-mono text-xs text-soft">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

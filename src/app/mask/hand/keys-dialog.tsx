import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LetterKeysSwitch } from '../../ui/letter-keys-switch.tsx'
import { modifierName } from '../../ui/modifier.ts'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { useDesk } from '../canvas/use-desk.ts'
import { changeSettings, useMaskSettings } from '../tools/mask-settings.ts'
import { keyActions } from './key-actions.ts'
import { KeyRow } from './key-row.tsx'

/** What cannot be changed. */
const fixed = [
  [`${modifierName} Z, ${modifierName} Shift Z`, 'Undo, redo'],
  [`${modifierName} 0, ${modifierName} 1`, 'Fit, 100 %'],
  ['Arrows', 'Move the cursor; with Shift, by ten'],
  ['Space', 'Paint; held with a drag, move the picture'],
  ['Enter, Esc, Backspace', 'End a shape, give it up, take back a corner'],
  ['Right button, Alt', 'The opposite: paint or erase'],
  ['Shift', 'A straight line from the last point; an even shape'],
  ['Ctrl or Alt and the wheel', 'Size of the tip'],
] as const

/** Every key of the canvas. Those that choose and change can be given others. */
export function KeysDialog({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const { keys } = useMaskSettings()
  const hasOwn = Object.keys(keys).length > 0
  return (
    <Dialog
      title="Keys of the mask"
      open={desk.keys === 'listed'}
      onClose={() => desk.listKeys('hidden')}
      foot={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <LetterKeysSwitch />
          <Button
            className="aria-disabled:opacity-45"
            aria-disabled={!hasOwn || undefined}
            onClick={() => changeSettings({ keys: {} })}
          >
            All as usual
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-soft text-sm">They hold while the canvas has the focus. Press one to change it.</p>
      <ul aria-label="Keys that can be changed" className="grid grid-cols-1 items-start gap-x-7 sm:grid-cols-2">
        {keyActions.map((action) => (
          <KeyRow key={action.id} action={action} />
        ))}
      </ul>
      <h3 className="mt-7 mb-2 font-semibold text-sm">Always the same</h3>
      <dl className="grid grid-cols-[minmax(6.5rem,auto)_1fr] items-baseline gap-x-5 gap-y-2 text-sm sm:grid-cols-[11rem_1fr]">
        {fixed.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="font-mono text-soft text-xs">{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

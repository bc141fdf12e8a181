import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { useLetterKeys } from '../../ui/keys/letter-keys.tsx'
import { LetterKeysSwitch } from '../../ui/keys/letter-keys-switch.tsx'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskView } from '../canvas/mask-view.ts'
import { changeSettings, useMaskSettings } from '../tools/mask-settings.ts'
import {
  chosenKey,
  holderOf,
  isWordKey,
  type KeyAction,
  keyActions,
  keysOf,
  type OwnKeys,
  shownKey,
  withKey,
  withoutKey,
} from './mask-keys.ts'

const fixed = [
  [`${modifierName} Z, ${modifierName} Shift Z`, 'Undo, redo'],
  [`${modifierName} 0, ${modifierName} 1`, 'Fit, 100%'],
  ['Arrows', 'Move the cursor; with Shift, by ten'],
  ['Space', 'Paint; hold and drag to pan'],
  ['Enter, Esc, Backspace', 'Close a shape, cancel it, remove the last corner'],
  ['Enter, Esc', 'Apply or cancel a crop or an extension'],
  ['Shift, Alt on its edges', 'Keep the aspect ratio; move both sides'],
  ['Right button, Alt', 'Switch between paint and erase'],
  ['Shift', 'Straight line from the last point; square or circle'],
  ['Ctrl or Alt and the wheel', 'Brush size'],
  ['Alt and right button', 'Drag sideways for brush size, up and down for hardness'],
  ['← →, Enter, Esc', 'While a result is shown: switch, accept, discard'],
] as const

export function KeysDialog({ view }: { readonly view: MaskView }) {
  const { shortcuts } = usePageState(view.state)
  const { keys } = useMaskSettings()
  const hasOwn = Object.keys(keys).length > 0
  return (
    <Dialog
      title="Mask shortcuts"
      open={shortcuts === 'open'}
      onClose={() => view.showShortcuts('closed')}
      foot={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <LetterKeysSwitch />
          <Button
            className="aria-disabled:opacity-45"
            aria-disabled={!hasOwn || undefined}
            onClick={() => changeSettings({ keys: {} })}
          >
            Reset all
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-soft text-sm">Active while the canvas has focus. Select a shortcut to change it.</p>
      <ul aria-label="Customisable" className="grid grid-cols-1 items-start gap-x-7 sm:grid-cols-2">
        {keyActions.map((action) => (
          <KeyRow key={action.id} action={action} />
        ))}
      </ul>
      <h3 className="mt-7 mb-2 font-semibold text-sm">Fixed</h3>
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

type RowState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'listens'; readonly why: string }
  | { readonly kind: 'asks'; readonly key: string; readonly holder: string }

/** An action with a button that shows its keys: after a press of the button, the next key is assigned to the action. */
function KeyRow({ action }: { readonly action: KeyAction }) {
  const [state, setState] = useState<RowState>({ kind: 'idle' })
  const { keys: own } = useMaskSettings()
  const hasLetters = useLetterKeys()
  const keys = keysOf(action, own)
  const button = useRef<HTMLButtonElement>(null)
  const rest = () => setState({ kind: 'idle' })
  // The pressed button is removed by the update: move the focus.
  const settle = (next: OwnKeys) => {
    changeSettings({ keys: next })
    rest()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (state.kind !== 'listens' || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const choice = chosenKey(event.nativeEvent)
    if (event.key === 'Escape') rest()
    else if (choice.kind === 'refused') setState({ kind: 'listens', why: choice.why })
    else if (choice.kind === 'key') {
      const holder = holderOf(choice.key, own)
      if (holder && holder !== action) setState({ kind: 'asks', key: choice.key, holder: holder.name })
      else settle(withKey(own, action, choice.key))
    }
  }
  return (
    <li className="border-line border-b py-1">
      <div className="flex items-center gap-1 text-sm">
        <span className="min-w-0 flex-1">{action.name}</span>
        {ownOf(own, action.id) !== undefined && (
          <IconButton
            name={`Default key for ${action.name}`}
            icon={<RotateCcw size={16} />}
            onClick={() => settle(withoutKey(own, action))}
          />
        )}
        <button
          ref={button}
          type="button"
          aria-label={`Change the key for ${action.name}, currently ${keys.map(shownKey).join(' or ') || 'none'}`}
          aria-pressed={state.kind === 'listens'}
          className="flex min-h-8 min-w-9 shrink-0 items-center justify-end gap-1 rounded-md px-1 text-soft text-xs hover:bg-surface coarse:min-h-11 coarse:min-w-11"
          onClick={() => setState({ kind: 'listens', why: '' })}
          onKeyDown={onKeyDown}
          onBlur={() => state.kind === 'listens' && rest()}
        >
          {state.kind === 'listens' ? (
            <span className="text-cable">Press a key…</span>
          ) : (
            keys.map((key) => <Key key={key} name={key} isOff={!hasLetters && !isWordKey(key)} />)
          )}
          {state.kind !== 'listens' && keys.length === 0 && 'none'}
        </button>
      </div>
      <div role="status" className="text-xs">
        {state.kind === 'listens' && state.why !== '' && <p className="pb-1 text-warning">{state.why}</p>}
        {state.kind === 'asks' && (
          <div className="flex flex-wrap items-center gap-1 pb-1">
            <span className="flex-1 text-warning">
              {shownKey(state.key)} is already the key for {state.holder}.
            </span>
            <Button className="text-xs!" onClick={() => settle(withKey(own, action, state.key))}>
              Reassign
            </Button>
            <Button look="quiet" className="text-xs!" onClick={() => settle(own)}>
              Keep
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

const Key = ({ name, isOff }: { readonly name: string; readonly isOff: boolean }) => (
  <kbd
    className={`whitespace-nowrap rounded-[4px] border border-line bg-surface px-1.5 py-0.5 font-mono text-2xs ${isOff ? 'text-faint line-through' : 'text-soft'}`}
  >
    {shownKey(name)}
  </kbd>
)

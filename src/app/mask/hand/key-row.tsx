import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLetterKeys } from '../../ui/letter-keys.ts'
import { changeSettings, useMaskSettings } from '../tools/mask-settings.ts'
import { holderOf, type KeyAction, keysOf, type OwnKeys, withKey, withoutKey } from './key-actions.ts'
import { chosenKey, isWordKey, shownKey } from './key-names.ts'

type RowState =
  | { readonly kind: 'rests' }
  | { readonly kind: 'listens'; readonly why: string }
  /** The key that was pressed is another's. */
  | { readonly kind: 'asks'; readonly key: string; readonly holder: string }

/** An action and its keys, which are a button: the next key that is pressed becomes its own. */
export function KeyRow({ action }: { readonly action: KeyAction }) {
  const [state, setState] = useState<RowState>({ kind: 'rests' })
  const { keys: own } = useMaskSettings()
  const hasLetters = useLetterKeys()
  const keys = keysOf(action, own)
  const button = useRef<HTMLButtonElement>(null)
  const rest = () => setState({ kind: 'rests' })
  // What was pressed is gone by then.
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
        {own[action.id] !== undefined && (
          <IconButton
            name={`Usual key of ${action.name}`}
            icon={<RotateCcw size={16} strokeWidth={1.5} />}
            onClick={() => settle(withoutKey(own, action))}
          />
        )}
        <button
          ref={button}
          type="button"
          aria-label={`Change the key of ${action.name}, now ${keys.map(shownKey).join(' or ') || 'none'}`}
          aria-pressed={state.kind === 'listens'}
          className="flex min-h-8 min-w-9 shrink-0 items-center justify-end gap-1 rounded-md px-1 text-soft text-xs hover:bg-surface coarse:min-h-11 coarse:min-w-11"
          onClick={() => setState({ kind: 'listens', why: '' })}
          onKeyDown={onKeyDown}
          onBlur={() => state.kind === 'listens' && rest()}
        >
          {state.kind === 'listens' ? (
            <span className="text-cable">Press a key …</span>
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
              {shownKey(state.key)} is the key of {state.holder}.
            </span>
            <Button className="text-xs!" onClick={() => settle(withKey(own, action, state.key))}>
              Take it
            </Button>
            <Button look="quiet" className="text-xs!" onClick={() => settle(own)}>
              Leave it
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

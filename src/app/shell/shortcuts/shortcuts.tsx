import { useTools } from '../../tool/tools.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useLetterKeys } from '../../ui/keys/letter-keys.tsx'
import { LetterKeysSwitch } from '../../ui/keys/letter-keys-switch.tsx'
import { type Shortcut, type ShortcutGroup, shortcutGroups } from './shortcut-list.ts'

/** The list of every key the app listens to, and the switch for those that are single letters. */
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

import { LetterKeysSwitch } from '../../ui/letter-keys-switch.tsx'
import { modifierName } from '../../ui/modifier.ts'

/** Whether single letters do something; which ones they are is told in the list of shortcuts. */
export function Keyboard() {
  return (
    <section aria-labelledby="keyboard" className="grid gap-3">
      <h2 id="keyboard" className="font-semibold">
        Keyboard
      </h2>
      <LetterKeysSwitch />
      <p className="text-soft text-xs">
        <kbd className="font-mono">{modifierName} /</kbd> lists every key of the app.
      </p>
    </section>
  )
}

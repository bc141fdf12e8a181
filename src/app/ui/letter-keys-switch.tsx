import { setLetterKeys, useLetterKeys } from './letter-keys.ts'

/** The one switch for every key that is a single letter, digit or sign. */
export function LetterKeysSwitch() {
  const on = useLetterKeys()
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-sm coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-cable"
        checked={on}
        onChange={(event) => setLetterKeys(event.target.checked)}
      />
      Single-letter keys (never in a text box)
    </label>
  )
}

import { Tick } from '../choice.tsx'
import { setLetterKeys, useLetterKeys } from './letter-keys.tsx'

/** The one switch for every key that is a single letter, digit or sign. */
export function LetterKeysSwitch() {
  const on = useLetterKeys()
  return (
    <Tick isOn={on} onChange={setLetterKeys} className="min-h-9 gap-2.5 text-sm coarse:min-h-11">
      Single-key shortcuts (never while typing)
    </Tick>
  )
}

import { Tick } from '../choice.tsx'
import { setLetterKeys, useLetterKeys } from './letter-keys.tsx'

/** The one switch for every key that is a single letter, digit or sign. Apart from the keys, which the first page needs without it. */
export const LetterKeysSwitch = () => (
  <Tick isOn={useLetterKeys()} onChange={setLetterKeys} className="min-h-9 gap-2.5 text-sm coarse:min-h-11">
    Single-key shortcuts (never while typing)
  </Tick>
)

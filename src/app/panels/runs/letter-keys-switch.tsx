import { setLetterKeys, useLetterKeys } from './letter-keys.ts'

const keys = [
  ['↑ ↓ · J K', 'Move in the list'],
  ['Enter', 'Open the run'],
  ['Space', 'Select it; with Shift, a range'],
  ['P · F', 'Pass, fail; again takes it back'],
  ['N', 'Write a note'],
  ['1 – 9', 'Set or take back a tag'],
  ['Del', 'Delete, with undo'],
  ['Z', 'Undo the deletion'],
] as const

/** The keys of the list and of the run page, and the switch for those that are single letters. */
export function LetterKeysSwitch() {
  const on = useLetterKeys()
  return (
    <section aria-label="Keys" className="grid gap-4">
      <h2 className="font-semibold">Keys</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-xs">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="font-mono text-soft">{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="flex items-center gap-2 text-xs coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-cable"
          checked={on}
          onChange={(event) => setLetterKeys(event.target.checked)}
        />
        Single-letter keys (never in a text box)
      </label>
    </section>
  )
}

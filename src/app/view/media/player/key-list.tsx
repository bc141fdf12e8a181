import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import type { KeyRow } from './player-key.ts'

/** The keys of a player; single letters only while they are on. */
export function KeyList({ rows }: { readonly rows: readonly KeyRow[] }) {
  const letters = useLetterKeys()
  const shown = rows.filter((one) => letters || !one.letters)
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 pb-1 text-soft text-xs">
      {shown.map(({ keys, what }) => (
        <div key={what} className="flex items-baseline gap-1.5 whitespace-nowrap">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="rounded-[4px] border border-line bg-surface px-1.5 py-0.5 font-mono text-2xs">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

import { useSyncExternalStore } from 'react'
import { clockTime } from '../../../ui/format.ts'
import type { PlayerGroup } from '../../../view/media/compare/player-group.ts'
import type { DubPart } from './dub-told.ts'

interface DubScriptProps {
  readonly group: PlayerGroup
  /** The dub's language. */
  readonly name: string
  readonly parts: readonly DubPart[]
}

/** What was said and what is said in each part of a dub, side by side; a press plays from there. */
export function DubScript({ group, name, parts }: DubScriptProps) {
  const now = useSyncExternalStore(group.watch, () => {
    const { position } = group.shown()
    return parts.findIndex(({ start, end }) => position >= start && position < end)
  })
  const hasSource = parts.some(({ source }) => source !== undefined)
  const columns = hasSource ? 'sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)]' : ''
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p
        aria-hidden="true"
        className={`grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 px-3 text-faint text-xs ${hasSource ? 'max-sm:hidden' : ''} ${columns}`}
      >
        <span />
        {hasSource && <span>Original</span>}
        <span>{name}</span>
      </p>
      <ol
        aria-label={`Transcript and ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-md border border-line bg-surface p-1"
      >
        {parts.map(({ start, text, source }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may begin at once with the same text; a part is known by its place.
          <li key={at} className="[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
            <button
              type="button"
              aria-current={at === now}
              className={`grid min-h-8 w-full grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-0.5 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-current:bg-cable/12 coarse:min-h-11 ${columns}`}
              onClick={() => group.seek(start)}
            >
              <span className="font-mono text-2xs text-soft tabular-nums">{clockTime(start)}</span>
              {hasSource && (
                <span dir="auto" className="wrap-anywhere text-soft">
                  {source ?? '—'}
                </span>
              )}
              <span dir="auto" className={`wrap-anywhere ${hasSource ? 'max-sm:col-start-2' : ''}`}>
                {text}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

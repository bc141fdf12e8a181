import { Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Candidate } from '#lab/matches.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { usePageKeys } from '../../../ui/keys/keyboard.ts'
import { letterOf, useLetterHint } from '../../../ui/keys/letter-keys.tsx'
import { BlindResult, playKeys } from './blind-result.tsx'
import { UndoButton } from './people-layout.tsx'
import type { VoteState } from './use-vote.ts'

interface VoteRoundProps {
  readonly state: VoteState
  readonly candidates: readonly Candidate[]
  /** Sounds and videos must be played to their end before a vote. */
  readonly mustHear: boolean
}

/**
 * The results of one comparison side by side, all at once. While it is blind, nothing in the document tells which is whose. Digits vote, B says
 * that all are bad, A S D F play, U undoes, V reveals.
 */
export function VoteRound({ state, candidates, mustHear }: VoteRoundProps) {
  const { round, results, isRevealed, vote } = state
  const key = round?.runs.join(' ')
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const box = useRef<HTMLDivElement>(null)
  const hint = useLetterHint()
  const played = results?.flatMap(({ files }, seat) =>
    files.flatMap(({ blob }, file) => (/^(?:audio|video)\//.test(blob.type) ? `${key} ${seat} ${file}` : [])),
  )
  const left = mustHear ? (played ?? []).filter((one) => !heard.has(one)).length : 0
  const isClosed = !results || isRevealed || left > 0
  const showNames = isRevealed ? state.goOn : state.reveal
  usePageKeys((event) => {
    const letter = event.repeat || event.defaultPrevented ? undefined : letterOf(event)
    const seat = Number(letter) - 1
    const playing = letter === undefined ? -1 : playKeys.indexOf(letter)
    if (letter === 'u') state.undo?.()
    else if (letter === 'v') showNames()
    else if (playing >= 0) box.current?.querySelector<HTMLElement>(`[data-play="${playing}"]`)?.click()
    else if (!isClosed && letter === '0') vote('tie')
    else if (!isClosed && letter === 'b') vote('bad')
    else if (!isClosed && results?.[seat]) vote(seat)
    else return
    event.preventDefault()
  })
  const width = round?.seats.length === 3 ? 'lg:grid-cols-3' : round?.seats.length === 4 ? 'xl:grid-cols-4' : ''
  return (
    <>
      {state.isLost && (
        <Callout tone="warning" title="A result of this comparison can no longer be read.">
          <Button small onClick={state.skip}>
            Skip it
          </Button>
        </Callout>
      )}
      {!round && <p className="text-sm">All comparisons are done.</p>}
      <div ref={box} className={`grid grid-cols-1 items-start gap-4 md:grid-cols-2 ${width}`} aria-busy={!results}>
        {results?.map((result, seat) => (
          <article
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is a place.
            key={seat}
            aria-label={`Result ${seat + 1}`}
            className="grid min-w-0 grid-cols-1 gap-3 rounded-md border border-line bg-surface p-4"
          >
            <div className="flex min-h-9 min-w-0 items-center gap-2">
              <h2 className="flex min-w-0 flex-1 gap-2 font-mono text-sm">
                <span className="text-faint">{seat + 1}</span>
                {isRevealed && (
                  <span className="truncate">{candidates[round?.seats[seat]?.candidate ?? -1]?.name}</span>
                )}
              </h2>
              {!isRevealed && (
                <Button
                  aria-label={`Result ${seat + 1} is best`}
                  disabled={isClosed}
                  {...hint(`${seat + 1}`)}
                  onClick={() => vote(seat)}
                >
                  Best
                </Button>
              )}
            </div>
            <BlindResult
              key={key}
              {...{ result, seat }}
              onHeard={(file) => setHeard((all) => new Set(all).add(`${key} ${seat} ${file}`))}
            />
          </article>
        ))}
      </div>
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 border-line border-t bg-ground px-4 py-3 md:-mx-6 md:px-6">
        {isRevealed ? (
          <Button look="primary" {...hint('V')} onClick={showNames}>
            Next comparison
          </Button>
        ) : (
          <>
            <Button disabled={isClosed} {...hint('0')} onClick={() => vote('tie')}>
              Tie
            </Button>
            <Button disabled={isClosed} {...hint('B')} onClick={() => vote('bad')}>
              All bad
            </Button>
            <UndoButton undo={state.undo} />
            <Button look="quiet" icon={<Eye size={16} />} disabled={!results} {...hint('V')} onClick={showNames}>
              Reveal
            </Button>
          </>
        )}
        <p role="status" className="text-soft text-xs">
          {isRevealed && 'Revealed. This row no longer takes votes from you.'}
          {!isRevealed && left > 0 && 'Play each result to its end, then vote. '}
          {!isRevealed &&
            state.named &&
            'A text names a model or its maker: figures leave this vote out until you include it.'}
        </p>
      </div>
    </>
  )
}

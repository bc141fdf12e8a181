import { useMemo, useRef, useState } from 'react'
import { stagePath } from '#contract/routes.ts'
import type { Collection } from '../collections/collection.ts'
import { usePageKeys } from '../ui/keys/keyboard.ts'
import { StageContext } from '../ui/on-stage.ts'
import { Menu } from '../ui/popup/menu.tsx'
import { LiveCard } from './live-card.tsx'
import { NotesWindow, useNotesWindow } from './notes-window.tsx'
import { RecordedCard, type RecordingKeys } from './recorded-card.tsx'
import { commandOf, isInField } from './stage-keys.ts'
import { Cards, StageHead, Timer } from './stage-parts.tsx'
import { useShow } from './stage-show.ts'

interface StageFrameProps {
  /** As the address names it. */
  readonly id: string
  readonly collection: Collection
  readonly at: number
  readonly scope: string
  /** Shows the card at that place, where there is one. */
  readonly show: (at: number) => void
  readonly leave: () => void
}

/** Two presses of Esc within this time, in ms, leave the stage. */
const twice = 1000

/** The card in use, large, above the list of all cards; and the keys of the stage. */
export function StageFrame({ id, collection, at, scope, show, leave }: StageFrameProps) {
  const { cards } = collection
  const card = cards[at]
  const { since, takeOf, reset } = useShow(id)
  const [isBlack, setBlack] = useState(false)
  const [hasTimer, setTimer] = useState(false)
  const [hasPrices, setPrices] = useState(false)
  /** The card whose recording is shown in place of its live tool. */
  const [replayed, setReplayed] = useState<string>()
  const notes = useNotesWindow()
  const player = useRef<RecordingKeys>(null)
  const escaped = useRef(Number.NEGATIVE_INFINITY)
  const isRecording = card?.run !== undefined && (card.live === undefined || replayed === card.id)
  function resetCard(): void {
    if (isRecording || !card) player.current?.again()
    else {
      reset(card.id)
      // The panel's own address names what it showed before.
      show(at)
    }
  }

  function onEscape(event: KeyboardEvent): void {
    if (isInField(event.target)) event.target.blur()
    else if (event.timeStamp - escaped.current < twice) leave()
    else escaped.current = event.timeStamp
  }
  const commands = {
    next: () => show(at + 1),
    previous: () => show(at - 1),
    black: () => setBlack(true),
    timer: () => setTimer(!hasTimer),
    notes: notes.open,
    reset: resetCard,
    escape: onEscape,
    play: () => player.current?.toggle(),
  }
  usePageKeys((event) => {
    const command = commandOf(event)
    if (command === undefined) return
    if (command !== 'escape') event.preventDefault()
    if (isBlack) setBlack(false)
    else if (typeof command === 'number') show(command)
    else commands[command](event)
  })

  const title = card?.title || `Card ${at + 1}`
  const head = useMemo(() => <StageHead title={title} isLive={!isRecording} />, [title, isRecording])
  const hasExamples = Object.keys(card?.live?.request ?? {}).length === 0
  const stage = useMemo(() => ({ head, hasPrices, hasExamples }), [head, hasPrices, hasExamples])
  if (!card) return null
  const canSwap = card.live !== undefined && card.run !== undefined
  const swap = {
    name: isRecording ? 'Back to live' : 'Play the recording',
    onSelect: () => setReplayed(isRecording ? undefined : card.id),
  }
  return (
    <StageContext value={stage}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="flex h-full min-h-[20rem] flex-col">
            {isRecording && card.run !== undefined ? (
              <RecordedCard key={card.id} id={card.run} keys={player} onLive={canSwap ? swap.onSelect : undefined} />
            ) : (
              <LiveCard
                key={card.id + takeOf(card.id)}
                {...{ card, hasPrices }}
                base={`${stagePath}/${id}/${card.id}`}
                scope={`${scope}${card.id}.${takeOf(card.id)}.`}
                onRecording={canSwap ? swap.onSelect : undefined}
              />
            )}
          </div>
        </div>
        <footer className="flex shrink-0 items-center gap-1 border-line border-t bg-ground px-2 py-1.5">
          <Cards {...{ cards, at, show }} />
          {hasTimer && <Timer since={since} />}
          <Menu
            name="Stage"
            items={[
              ...(canSwap ? [swap] : []),
              { name: 'Reset card', keys: 'R', onSelect: resetCard },
              { name: 'Timer', keys: 'T', checked: hasTimer, onSelect: commands.timer },
              { name: 'Prices', checked: hasPrices, onSelect: () => setPrices(!hasPrices) },
              { name: 'Notes', keys: 'Shift N', onSelect: notes.open },
              { name: 'Black screen', keys: '.', onSelect: commands.black },
              { name: 'Leave the stage', keys: 'Esc Esc', onSelect: leave },
            ]}
          />
        </footer>
        {notes.trouble && (
          <p role="alert" className="bg-surface px-4 py-2 text-warning text-xs">
            {notes.trouble}
          </p>
        )}
        <p role="status" className="sr-only">{`Card ${at + 1} of ${cards.length}: ${title}`}</p>
        {isBlack && (
          <button
            type="button"
            aria-label="Black screen: press to show the card"
            className="fixed inset-0 z-50 cursor-none bg-black outline-none"
            onClick={() => setBlack(false)}
          />
        )}
        {notes.window && <NotesWindow {...{ collection, at, since }} of={notes.window} />}
      </div>
    </StageContext>
  )
}

import { Pencil } from 'lucide-react'
import { memo, type RefObject, Suspense, useRef, useState } from 'react'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import { answerText } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import { type Turns, thenType } from '../compose/use-turns.ts'
import { Answer } from './answer.tsx'
import { attachmentsOf, earlierMessages, readTurn, type ToolAnswers, typedWords } from './turn.ts'
import type { OpenConversation } from './use-conversation.ts'

const TurnAttachments = retriable(async () => (await import('../attachments/turn-attachments.tsx')).TurnAttachments)
const Branches = retriable(async () => (await import('./user-turn-parts.tsx')).Branches)
const ToolResults = retriable(async () => (await import('./user-turn-parts.tsx')).ToolResults)
const EarlierMessages = retriable(async () => (await import('./user-turn-parts.tsx')).EarlierMessages)
const EditBox = retriable(async () => (await import('./user-turn-parts.tsx')).EditBox)

export interface TurnViewProps {
  run: Run
  /** The run it follows: its calls are what this turn's results answer. */
  before: Run | undefined
  /** Which of so many branches at this place it is. */
  at: number
  of: number
  /** Results typed for this run's calls, where they may still be given. */
  answers: ToolAnswers | undefined
  /** What its controls do; a ref, so that its changes do not render the turn. */
  on: RefObject<Turns & Pick<OpenConversation, 'showBranch'>>
  connection: RunConnection
  /** It is far from the end, so layout and paint are skipped while it is off-screen. */
  far: boolean
}

/** The last rendered size is the intrinsic size. Lifted while hovered or focused, since containment clips tooltips and outlines. */
const whileFar =
  '-mx-4 px-4 [content-visibility:auto] [contain-intrinsic-size:auto_24rem] focus-within:[content-visibility:visible] hover:[content-visibility:visible] md:-mx-6 md:px-6'

/** Browsers without the event that a skipped element comes near the view draw every turn at once. */
const canWait = 'oncontentvisibilityautostatechange' in document.documentElement

/**
 * A user message with its answer. Memoised: renders when its own run changes, not on every event of another. A far turn is its words alone
 * until it first comes near the view: they are found by a search in the page, and cost a hundredth of its elements.
 */
export const TurnView = memo(function TurnView({ far, ...parts }: TurnViewProps) {
  const { run } = parts
  const [isDrawn, setDrawn] = useState(!far || !canWait)
  return (
    <div
      ref={isDrawn ? null : (element) => whenNear(element, () => setDrawn(true))}
      data-turn={run.id}
      tabIndex={-1}
      className={`grid scroll-mt-4 grid-cols-1 gap-6 outline-offset-4 ${far ? whileFar : ''}`}
    >
      {isDrawn || !far ? <WholeTurn {...parts} /> : <TurnWords run={run} />}
    </div>
  )
})

/** Calls `near` when the browser no longer skips the element. */
function whenNear(element: HTMLElement | null, near: () => void) {
  const look = (event: Event) => {
    const isOwn = event.target === element && event instanceof ContentVisibilityAutoStateChangeEvent
    if (isOwn && !event.skipped) near()
  }
  element?.addEventListener('contentvisibilityautostatechange', look)
  return () => element?.removeEventListener('contentvisibilityautostatechange', look)
}

const TurnWords = ({ run }: Pick<TurnViewProps, 'run'>) =>
  [['You', typedWords(readTurn(run.turn))] as const, ['Assistant', answerText(run.result)] as const].map(
    ([who, words]) => (
      <article key={who} aria-label={who} className="unkerned whitespace-pre-wrap break-words">
        {words}
      </article>
    ),
  )

function WholeTurn({ run, before, at, of, answers, on, connection }: Omit<TurnViewProps, 'far'>) {
  return (
    <>
      <UserTurn {...{ run, before, at, of, on }} />
      <ResultBoundary run={run}>
        <Answer
          run={run}
          connection={connection}
          answers={answers}
          onAnswer={(call, answer) => on.current.answer(run, call, answer)}
          onReturn={thenType((results) => on.current.returnResults(results))}
          onRegenerate={() => on.current.again(run)}
          onSavePrompt={() => on.current.savePrompt(run)}
        />
      </ResultBoundary>
    </>
  )
}

/** A user message: its text, its files, which stay whatever becomes of the words, and the results of tool calls. */
function UserTurn({ run, before, at, of, on }: Pick<TurnViewProps, 'run' | 'before' | 'at' | 'of' | 'on'>) {
  const [edited, setEdited] = useState<string>()
  const isCancelled = useRef(false)
  const turn = readTurn(run.turn)
  const attached = attachmentsOf(turn)
  const words = typedWords(turn)
  const results = turn.filter((item) => item.type !== 'message')
  const earlier = earlierMessages(turn)
  return (
    <article aria-label="You" className="group grid grid-cols-1 justify-items-end gap-1.5">
      {results.length > 0 && (
        <Suspense>
          <ToolResults items={results} before={before} />
        </Suspense>
      )}
      {earlier.length > 0 && (
        <Suspense>
          <EarlierMessages items={earlier} />
        </Suspense>
      )}
      {attached.length > 0 && (
        <Suspense fallback={<div className="h-28" />}>
          <TurnAttachments run={run} parts={attached} />
        </Suspense>
      )}
      {edited === undefined ? (
        <div className="flex max-w-full items-center gap-1 max-md:flex-col-reverse max-md:items-end">
          <div className="flex items-center">
            {of > 1 && (
              <Suspense>
                <Branches {...{ at, of }} onBranch={(next) => on.current.showBranch(run, next)} />
              </Suspense>
            )}
            {(words !== '' || attached.length > 0) && (
              <IconButton
                ref={(button) => {
                  if (button && isCancelled.current) button.focus()
                  isCancelled.current = false
                }}
                name="Edit message"
                icon={<Pencil size={16} />}
                onClick={() => setEdited(words)}
                className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 coarse:opacity-100"
              />
            )}
          </div>
          {words !== '' && (
            <p
              dir="auto"
              className="unkerned min-w-0 max-w-[64ch] whitespace-pre-wrap break-words rounded-md border border-line bg-raised px-4 py-2.5 text-base"
            >
              {words}
            </p>
          )}
        </div>
      ) : (
        <Suspense>
          <EditBox
            text={edited}
            mayBeEmpty={attached.length > 0}
            onText={setEdited}
            onCancel={() => {
              isCancelled.current = true
              setEdited(undefined)
            }}
            onSend={() => {
              setEdited(undefined)
              on.current.edit(run, edited)
            }}
          />
        </Suspense>
      )}
    </article>
  )
}

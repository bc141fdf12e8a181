import { memo, type RefObject, Suspense } from 'react'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { retriable } from '../../../ui/retriable.tsx'
import type { Turns } from '../compose/use-turns.ts'
import { Answer } from './answer.tsx'
import { openCalls } from './conversation.ts'
import { picturesOf, readTurn, type ToolAnswer } from './turn.ts'
import type { OpenConversation } from './use-conversation.ts'
import { UserTurn } from './user-turn.tsx'

const TurnPictures = retriable(async () => (await import('../pictures/turn-pictures.tsx')).TurnPictures)

interface TurnViewProps {
  run: Run
  /** The run it follows: its calls are what this turn's results answer. */
  before: Run | undefined
  /** Which of so many branches at this place it is. */
  at: number
  of: number
  /** Results typed for this run's calls, where they may still be given. */
  answers: Readonly<Record<string, ToolAnswer>> | undefined
  /** What its controls do; a ref, so that its changes do not render the turn. */
  on: RefObject<Turns & Pick<OpenConversation, 'showBranch'>>
  connection: RunConnection
  /** It is far from the end, so layout and paint are skipped while it is off-screen. */
  far: boolean
}

/** The last rendered size is the intrinsic size. Lifted while hovered or focused, since containment clips tooltips and outlines. */
const whileFar =
  '-mx-4 px-4 [content-visibility:auto] [contain-intrinsic-size:auto_24rem] focus-within:[content-visibility:visible] hover:[content-visibility:visible] md:-mx-6 md:px-6'

/** A user message with its answer. Memoised: renders when its own run changes, not on every event of another. */
export const TurnView = memo(function TurnView({ run, before, at, of, answers, on, connection, far }: TurnViewProps) {
  const turn = readTurn(run.turn)
  const pictures = picturesOf(turn)
  return (
    <div className={`grid grid-cols-1 gap-6 ${far ? whileFar : ''}`}>
      <UserTurn
        turn={turn}
        pictures={
          pictures.length > 0 && (
            <Suspense fallback={<div className="h-28" />}>
              <TurnPictures run={run} parts={pictures} />
            </Suspense>
          )
        }
        calls={before ? openCalls([before]) : []}
        branch={{ at, of }}
        onBranch={(next) => on.current.showBranch(run, next)}
        onEdit={(text) => on.current.edit(run, text)}
      />
      <ResultBoundary run={run}>
        <Answer
          run={run}
          connection={connection}
          answers={answers}
          onAnswer={answers && ((call, answer) => on.current.answer(call, answer))}
          onReturn={() => on.current.returnResults()}
          onRegenerate={() => on.current.again(run)}
        />
      </ResultBoundary>
    </div>
  )
})

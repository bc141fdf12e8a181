import { Pencil } from 'lucide-react'
import { memo, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { ResultBoundary } from '../../../inspect/reply/result-boundary.tsx'
import type { Run } from '../../../run/run.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import { type Turns, thenType } from '../compose/use-turns.ts'
import { Answer } from './answer.tsx'
import { attachmentsOf, readTurn, type ToolAnswers, type TurnItem, typedWords } from './turn.ts'
import type { OpenConversation } from './use-conversation.ts'

const TurnAttachments = retriable(async () => (await import('../attachments/turn-attachments.tsx')).TurnAttachments)
const Branches = retriable(async () => (await import('./user-turn-parts.tsx')).Branches)
const ToolResults = retriable(async () => (await import('./user-turn-parts.tsx')).ToolResults)
const EditBox = retriable(async () => (await import('./user-turn-parts.tsx')).EditBox)

interface TurnViewProps {
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

/** A user message with its answer. Memoised: renders when its own run changes, not on every event of another. */
export const TurnView = memo(function TurnView({ run, before, at, of, answers, on, connection, far }: TurnViewProps) {
  const turn = readTurn(run.turn)
  const attached = attachmentsOf(turn)
  return (
    <div
      data-turn={run.id}
      tabIndex={-1}
      className={`grid scroll-mt-4 grid-cols-1 gap-6 outline-offset-4 ${far ? whileFar : ''}`}
    >
      <UserTurn
        turn={turn}
        attached={
          attached.length > 0 && (
            <Suspense fallback={<div className="h-28" />}>
              <TurnAttachments run={run} parts={attached} />
            </Suspense>
          )
        }
        before={before}
        branch={{ at, of }}
        onBranch={(next) => on.current.showBranch(run, next)}
        onEdit={(text) => on.current.edit(run, text)}
      />
      <ResultBoundary run={run}>
        <Answer
          run={run}
          connection={connection}
          answers={answers}
          onAnswer={(call, answer) => on.current.answer(call, answer)}
          onReturn={thenType((results) => on.current.returnResults(results))}
          onRegenerate={() => on.current.again(run)}
        />
      </ResultBoundary>
    </div>
  )
})

interface UserTurnProps {
  turn: readonly TurnItem[]
  /** The run whose calls its results answer. */
  before: Run | undefined
  branch: { readonly at: number; readonly of: number }
  onBranch: (at: number) => void
  onEdit: (text: string) => void
  /** Its files, which stay whatever becomes of the words. */
  attached: ReactNode
}

/** A user message: its text, its files, and the results of tool calls. */
function UserTurn({ turn, before, branch, onBranch, onEdit, attached }: UserTurnProps) {
  const [edited, setEdited] = useState<string>()
  const isCancelled = useRef(false)
  const words = typedWords(turn)
  const results = turn.filter((item) => item.type !== 'message')
  return (
    <article aria-label="You" className="group grid grid-cols-1 justify-items-end gap-1.5">
      {results.length > 0 && (
        <Suspense>
          <ToolResults items={results} before={before} />
        </Suspense>
      )}
      {attached}
      {edited === undefined ? (
        <div className="flex max-w-full items-center gap-1 max-md:flex-col-reverse max-md:items-end">
          <div className="flex items-center">
            {branch.of > 1 && (
              <Suspense>
                <Branches {...branch} onBranch={onBranch} />
              </Suspense>
            )}
            {(words !== '' || attached) && (
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
            mayBeEmpty={Boolean(attached)}
            onText={setEdited}
            onCancel={() => {
              isCancelled.current = true
              setEdited(undefined)
            }}
            onSend={() => {
              setEdited(undefined)
              onEdit(edited)
            }}
          />
        </Suspense>
      )}
    </article>
  )
}

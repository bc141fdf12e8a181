import { ArrowDown } from 'lucide-react'
import { memo, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useConnection, useModels } from '../../connection/use-connection.ts'
import { useStageUndo } from '../../history/use-undo.ts'
import { DeleteRun, ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import type { Run } from '../../run/run.ts'
import { ExampleCards } from '../../tool/examples/example-cards.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button/button.tsx'
import { counted } from '../../ui/format.ts'
import { useFollowEnd } from '../../ui/hooks/use-follow-end.ts'
import { useIsAfter } from '../../ui/hooks/use-is-after.ts'
import { useLatest } from '../../ui/hooks/use-latest.ts'
import { isStatic } from '../../ui/is-static.ts'
import { useHasExamples, useOnStage } from '../../ui/on-stage.ts'
import { usePageState } from '../../ui/page-state.ts'
import { readSentences } from '../../ui/read-sentences.ts'
import { retriable } from '../../ui/retriable.tsx'
import { type ChatExample, chatExamples, tileHeight } from './compose/examples.ts'
import type { Message } from './compose/use-message.ts'
import { type Turns, thenType } from './compose/use-turns.ts'
import { answersTo } from './turn/turn.ts'
import { TurnView, type TurnViewProps } from './turn/turn-view.tsx'
import type { OpenConversation } from './turn/use-conversation.ts'

const UndoFoot = retriable(async () => (await import('../../history/undo-line.tsx')).UndoFoot)
const ShippedRecordings =
  isStatic && retriable(async () => (await import('./shipped-recordings.tsx')).ShippedRecordings)
const MoreExamples = retriable(async () => (await import('./compose/more-examples.tsx')).MoreExamples)
const SpokenAnswer = retriable(async () => (await import('./turn/spoken-answer.tsx')).SpokenAnswer)

/** So many turns at the end are always drawn. */
const near = 4
/** Turns that are rendered together. */
const grouping = 32

interface ConversationLogProps {
  readonly conversation: OpenConversation
  readonly message: Message
  readonly turns: Turns
  /** In place of the examples. */
  readonly empty?: ReactNode
}

/** The conversation, oldest first. Its end is followed until the reader scrolls up. */
export function ConversationLog({ conversation, message, turns, empty }: ConversationLogProps) {
  const { path, running, loading, unreadable, branchesAt, showBranch } = conversation
  const connection = useConnection()
  const hasExamples = useHasExamples()
  const scroller = useRef<HTMLDivElement>(null)
  const isEmpty = path.length === 0
  const { isFollowing, jump } = useFollowEnd(scroller, isEmpty ? 'never' : 'start')
  useLayoutEffect(() => {
    if (isEmpty) scroller.current?.scrollTo({ top: 0 })
  }, [isEmpty])
  const latest = useLatest({ ...turns, showBranch })
  const { undo, remove } = useStageUndo()
  const places = path.map((run, place): TurnPlace => {
    const branches = branchesAt(run)
    const far = place < path.length - near
    return { run, before: path[place - 1], at: branches.indexOf(run), of: branches.length, far }
  })
  const groups = Array.from({ length: Math.ceil(places.length / grouping) }, (_, at) =>
    places.slice(at * grouping, (at + 1) * grouping),
  )
  return (
    <>
      <DeleteRun value={remove}>
        <div className="relative min-h-0 flex-1">
          <div
            ref={scroller}
            role="log"
            aria-label="Conversation"
            aria-live="off"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without buttons in it is reached by the keyboard alone.
            tabIndex={0}
            className={`h-full overflow-y-auto overscroll-contain outline-offset-[-2px] ${isFollowing ? '[overflow-anchor:none]' : ''}`}
          >
            <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-6 md:px-6">
              {isEmpty && !loading && (empty ?? (hasExamples && <Examples {...{ message, turns }} />))}
              {unreadable > 0 && (
                <p className="text-warning text-xs">
                  {counted(unreadable, 'damaged run')} of this conversation not shown.
                </p>
              )}
              {groups.map((places, at) => (
                <TurnGroup
                  // biome-ignore lint/suspicious/noArrayIndexKey: a turn keeps its place, and with it its group, as others follow.
                  key={at}
                  places={places}
                  answers={at === groups.length - 1 ? answersTo(path.at(-1), message.typed.answers) : undefined}
                  on={latest}
                  connection={connection}
                />
              ))}
            </div>
          </div>
          <AnswerStatus last={path.at(-1)} running={running} />
        </div>
      </DeleteRun>
      {/* Below the log, since over it the button would cover what is read. */}
      {!isFollowing && (
        <div className="grid shrink-0 place-items-center border-line border-t py-1">
          <Button
            look="quiet"
            small
            icon={<ArrowDown size={16} />}
            onClick={() => {
              jump()
              // The button goes with what it did.
              scroller.current?.focus({ preventScroll: true })
            }}
          >
            Jump to latest
          </Button>
        </div>
      )}
      {undo.last && (
        <Boundary of={undo.last} fallback={() => null}>
          <Suspense>
            <UndoFoot of={undo} />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}

/** What a screen reader says of the last answer: its begin and end, or, by choice, its sentences as they come. */
function AnswerStatus({ last, running }: { readonly last: Run | undefined; readonly running: Run | undefined }) {
  const isReading = usePageState(readSentences)
  const [heard, setHeard] = useState<string>()
  if (running && running.id !== heard) setHeard(running.id)
  return (
    <p role="status" className="sr-only">
      {isReading && last && last.id === heard && (
        <Boundary of={last.id} fallback={() => null}>
          <Suspense>
            <SpokenAnswer key={last.id} run={last} isOver={!running} />{' '}
          </Suspense>
        </Boundary>
      )}
      {running ? !isReading && 'Answer in progress.' : last && `Answer finished: ${last.status}.`}
    </p>
  )
}

/** The place of a turn on the shown path, and among its branches. */
type TurnPlace = Pick<TurnViewProps, 'run' | 'before' | 'at' | 'of' | 'far'>

interface TurnGroupProps extends Pick<TurnViewProps, 'answers' | 'on' | 'connection'> {
  readonly places: readonly TurnPlace[]
}

/**
 * Some turns that are rendered and laid out together, so that an event of an answer is not compared with each of thousands, and a new turn
 * moves none of the other groups.
 */
const TurnGroup = memo(
  function TurnGroup({ places, answers, ...parts }: TurnGroupProps) {
    return (
      <div className="grid grid-cols-1 gap-6">
        {places.map((place, at) => (
          <ResultBoundary key={place.run.id} run={place.run}>
            <TurnView {...place} {...parts} answers={at === places.length - 1 ? answers : undefined} />
          </ResultBoundary>
        ))}
      </div>
    )
  },
  (old, now) =>
    old.answers === now.answers &&
    old.connection === now.connection &&
    old.places.length === now.places.length &&
    now.places.every((place, at) => isSamePlace(place, old.places[at])),
)

const isSamePlace = (one: TurnPlace, other: TurnPlace | undefined) =>
  one.run === other?.run &&
  one.before === other.before &&
  one.at === other.at &&
  one.of === other.of &&
  one.far === other.far

const gap = <div className={tileHeight} />

/** Puts the settings of an example into the form, so that it shows what is sent, until the next conversation, and sends its prompt. */
function Examples({ message: { loan, isHeld }, turns }: Pick<ConversationLogProps, 'message' | 'turns'>) {
  const { own: isOwn } = useConnection()
  const { data: models } = useModels()
  const isOnStage = useOnStage() !== undefined
  // Those whose model the connection lists. Our own router has them all, as long as its list is not here.
  const isOffered = ({ settings: { model } }: ChatExample) =>
    model === undefined || (models?.cards.some(({ id }) => id === model) ?? isOwn)
  // The first message has the line for itself.
  const isQuiet = useIsAfter(1_000)
  const tryOut = thenType(({ title, prompt, settings }: ChatExample) => {
    if (!isHeld) return
    // In place of the settings of an earlier example.
    if (Object.keys(settings).length === 0) loan.giveBack()
    else loan.put({ ...loan.own, ...settings }, { example: title })
    turns.send(prompt)
  })
  return (
    <div className="grid gap-8 md:py-[6vh]">
      {ShippedRecordings && !isOnStage && (
        <Boundary fallback={() => null}>
          <Suspense>
            <ShippedRecordings />
          </Suspense>
        </Boundary>
      )}
      <section aria-label="Examples" className="@container grid gap-4">
        <h2 className="font-semibold text-base">Type a message, or start with an example</h2>
        <ExampleCards examples={chatExamples.filter(isOffered)} onTry={tryOut} />
        {!isOnStage && (
          <Boundary fallback={() => null}>
            <Suspense fallback={gap}>{isQuiet ? <MoreExamples isOffered={isOffered} onTry={tryOut} /> : gap}</Suspense>
          </Boundary>
        )}
      </section>
    </div>
  )
}

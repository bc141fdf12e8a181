import { ArrowDown } from 'lucide-react'
import { UndoFoot } from '../../history/undo-line.tsx'
import { useRemoval } from '../../history/use-undo.ts'
import { DeleteRun, ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import { ExampleCards } from '../../tool/example-cards.tsx'
import { Button } from '../../ui/button/button.tsx'
import { counted } from '../../ui/format.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { TurnView } from './turn/turn-view.tsx'
import type { ChatState } from './use-chat.ts'
import { useFollow } from './use-follow.ts'

/** So many turns at the end are always drawn. */
const near = 4

/** The conversation, oldest first. Its end is followed until the reader scrolls up. */
export function ConversationLog({ chat }: { chat: ChatState }) {
  const { path, running } = chat
  const { scroller, content, following, jump } = useFollow(path.length === 0 ? 'empty' : 'filled')
  const latest = useLatest(chat)
  const removal = useRemoval()
  return (
    <>
      <DeleteRun value={removal.remove}>
        <div className="relative min-h-0 flex-1">
          <div
            ref={scroller}
            role="log"
            aria-label="Conversation"
            aria-live="off"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without buttons in it is reached by the keyboard alone.
            tabIndex={0}
            className={`h-full overflow-y-auto overscroll-contain outline-offset-[-2px] ${following ? '[overflow-anchor:none]' : ''}`}
          >
            <div ref={content} className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-6 md:px-6">
              {path.length === 0 && !chat.loading && (
                <section aria-label="Examples" className="@container grid gap-4 md:py-[8vh]">
                  <h2 className="font-semibold text-base">Type a message, or start with an example</h2>
                  <ExampleCards examples={chat.example.offered} onTry={chat.tryOut} />
                </section>
              )}
              {chat.unreadable > 0 && (
                <p className="text-warning text-xs">
                  {counted(chat.unreadable, 'damaged run')} of this conversation not shown.
                </p>
              )}
              {path.map((run, place) => {
                const branches = chat.branches(run)
                const answers = run === path.at(-1) ? chat.answers : undefined
                const at = branches.indexOf(run)
                return (
                  <ResultBoundary key={run.id} run={run}>
                    <TurnView
                      run={run}
                      before={path[place - 1]}
                      at={at}
                      of={branches.length}
                      answers={answers}
                      chat={latest}
                      connection={chat.connection}
                      far={place < path.length - near}
                    />
                  </ResultBoundary>
                )
              })}
            </div>
          </div>
          <p role="status" className="sr-only">
            {running ? 'Answer in progress.' : path.length > 0 ? `Answer finished: ${path.at(-1)?.status}.` : ''}
          </p>
        </div>
      </DeleteRun>
      {/* Below the log, since over it the button would cover what is read. */}
      {!following && (
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
      <UndoFoot words="Run deleted." of={removal} />
    </>
  )
}

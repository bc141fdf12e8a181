import { ArrowDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Answer } from './answer.tsx'
import { Examples } from './examples.tsx'
import { readTurn } from './turn.ts'
import type { ChatState } from './use-chat.ts'
import { useFollow } from './use-follow.ts'
import { UserTurn } from './user-turn.tsx'

/** The conversation, oldest first. Its end is followed until the reader scrolls up. */
export function Conversation({ chat }: { chat: ChatState }) {
  const { scroller, content, following, jump } = useFollow()
  const { path, running } = chat
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without buttons in it is reached by the keyboard alone.
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div ref={content} className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-6 md:px-6">
          {path.length === 0 && !chat.loading && <Examples onTry={(text) => chat.send(text)} />}
          {chat.unreadable > 0 && (
            <p className="text-warning text-xs">
              {chat.unreadable} runs of this conversation are damaged and left out.
            </p>
          )}
          {path.map((run) => {
            const branches = chat.branches(run)
            const last = run === path.at(-1)
            return (
              <div key={run.id} className="grid grid-cols-1 gap-6">
                <UserTurn
                  turn={readTurn(run.turn)}
                  branch={{ at: branches.indexOf(run), of: branches.length }}
                  onBranch={(at) => branches[at] && chat.show(branches[at])}
                  onEdit={(text) => chat.edit(run, text)}
                />
                <Answer
                  run={run}
                  answers={last ? chat.answers : undefined}
                  onAnswer={last ? chat.answer : undefined}
                  onRegenerate={() => chat.again(run)}
                />
              </div>
            )
          })}
        </div>
      </div>
      {!following && (
        <div className="absolute inset-x-0 bottom-3 grid place-items-center">
          <Button className="bg-raised shadow-float" icon={<ArrowDown size={16} strokeWidth={1.5} />} onClick={jump}>
            Jump to latest
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {running ? 'The answer is coming.' : path.length > 0 ? `The answer has ended: ${path.at(-1)?.status}.` : ''}
      </p>
    </div>
  )
}

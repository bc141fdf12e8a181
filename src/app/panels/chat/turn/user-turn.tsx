import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { ToolCall } from '../../../run/result.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { retriable } from '../../../ui/retriable.tsx'
import { type TurnItem, typedWords } from './turn.ts'

const Branches = retriable(async () => (await import('./user-turn-parts.tsx')).Branches)
const ToolResult = retriable(async () => (await import('./user-turn-parts.tsx')).ToolResult)
const EditBox = retriable(async () => (await import('./user-turn-parts.tsx')).EditBox)

interface UserTurnProps {
  turn: readonly TurnItem[]
  /** The calls that its results answer. */
  calls: readonly ToolCall[]
  /** Which of the branches at this place is shown. */
  branch: { readonly at: number; readonly of: number }
  onBranch: (at: number) => void
  onEdit: (text: string) => void
  /** Its pictures, which stay whatever becomes of the words. */
  pictures: ReactNode
}

/** A user message: its text, its pictures, and the results of tool calls. */
export function UserTurn({ turn, calls, branch, onBranch, onEdit, pictures }: UserTurnProps) {
  const [edited, setEdited] = useState<string>()
  const isCancelled = useRef(false)
  const words = typedWords(turn)
  const results = turn.filter((item) => item.type !== 'message')
  return (
    <article aria-label="You" className="group grid grid-cols-1 justify-items-end gap-1.5">
      {results.length > 0 && (
        <Suspense>
          {results.map((item) => (
            <ToolResult
              key={String(item.call_id)}
              item={item}
              call={calls.find((call) => call.callId === item.call_id)}
            />
          ))}
        </Suspense>
      )}
      {pictures}
      {edited === undefined ? (
        <div className="flex max-w-full items-center gap-1 max-md:flex-col-reverse max-md:items-end">
          <div className="flex items-center">
            {branch.of > 1 && (
              <Suspense>
                <Branches {...branch} onBranch={onBranch} />
              </Suspense>
            )}
            {(words !== '' || pictures) && (
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
            mayBeEmpty={Boolean(pictures)}
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

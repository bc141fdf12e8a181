import { ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { stringOf } from '#contract/core/loose-json.ts'
import type { Run } from '../../../run/run.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { counted } from '../../../ui/format.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { callName, openCalls } from '../calls/tool-answers.ts'
import { onSendKey } from '../compose/message-box.tsx'
import { approvalOf, attachmentsOf, messageWords, type OpenCall, type TurnItem } from './turn.ts'

/** The results in a turn, each with the call of the run before that it answers. */
export function ToolResults({ items, before }: { items: readonly TurnItem[]; before: Run | undefined }) {
  const calls = openCalls(before)
  return items.map((item) => {
    const id = approvalOf(item) ?? item.call_id
    return <ToolResult key={String(id)} item={item} call={calls.find((call) => call.callId === id)} />
  })
}

function ToolResult({ item, call }: { item: TurnItem; call: OpenCall | undefined }) {
  const isApproval = item.type === 'mcp_approval_response'
  const said = isApproval ? (item.approve === true ? 'Approved' : 'Declined') : 'Result of'
  const text = isApproval ? stringOf(item.reason) : String(item.output)
  return (
    <div className="w-full max-w-[64ch] rounded-md border border-line bg-raised px-4 py-2.5">
      <p className="truncate text-faint text-xs">
        {said} <span className="font-mono">{call ? callName(call) : String(approvalOf(item) ?? item.call_id)}</span>
      </p>
      {text !== '' && (
        <pre className="max-h-60 overflow-auto whitespace-pre-wrap break-words font-mono text-xs">{text}</pre>
      )}
    </div>
  )
}

/** The messages of a prompt that were sent before the one that was typed. */
export const EarlierMessages = ({ items }: { items: readonly TurnItem[] }) => (
  <ol aria-label="Messages of the prompt" className="grid w-full max-w-[64ch] grid-cols-1 gap-1.5">
    {items.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a sent turn stay in their order.
      <li key={at} className="rounded-md border border-line border-dashed px-4 py-2.5">
        <p className="text-faint text-xs">{item.role === 'assistant' ? 'Assistant' : 'You'}, from the prompt</p>
        <p dir="auto" className="max-h-60 overflow-auto whitespace-pre-wrap break-words text-sm">
          {messageWords(item) || counted(attachmentsOf([item]).length, 'file')}
        </p>
      </li>
    ))}
  </ol>
)

interface BranchesProps {
  at: number
  of: number
  onBranch: (at: number) => void
}

type Step = 'Earlier' | 'Later'

/** The step that was pressed: the turn of the other branch takes the place of this one, and its button takes the focus. */
let pressed: Step | undefined

export function Branches({ at, of, onBranch }: BranchesProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (pressed === undefined) return
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const same = buttons.find(({ ariaLabel }) => ariaLabel?.startsWith(pressed ?? ''))
    ;(same ?? buttons[0])?.focus()
    pressed = undefined
  }, [])
  const go = (step: Step, to: number) => () => {
    pressed = step
    onBranch(to)
  }
  return (
    <div ref={box} className="flex items-center text-soft text-xs">
      <IconButton
        name="Earlier branch"
        disabled={at === 0}
        icon={<ChevronLeft size={16} />}
        onClick={go('Earlier', at - 1)}
      />
      <span className="whitespace-nowrap tabular-nums">
        {at + 1} of {of}
      </span>
      <IconButton
        name="Later branch"
        disabled={at === of - 1}
        icon={<ChevronRight size={16} />}
        onClick={go('Later', at + 1)}
      />
    </div>
  )
}

interface EditBoxProps {
  text: string
  mayBeEmpty: boolean
  onText: (text: string) => void
  onSend: () => void
  onCancel: () => void
}

/** The words of a message, to be sent again as a branch, with the keys of the message box. */
export function EditBox({ text, mayBeEmpty, onText, onSend, onCancel }: EditBoxProps) {
  const isEmpty = text.trim() === '' && !mayBeEmpty
  return (
    <div className="grid w-full max-w-[64ch] gap-2">
      <textarea
        aria-label="Edited message"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed Edit, and this is what they asked for.
        autoFocus
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (onSendKey(event, () => !isEmpty && onSend()) || event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }}
        className="unkerned field-sizing-content max-h-[40dvh] rounded-md border border-line bg-raised px-4 py-2.5 text-base"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-faint text-xs">The earlier version is kept as a branch.</p>
        <span className="flex gap-2">
          <Button look="quiet" keys="Esc" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            look="primary"
            keys="↵"
            aria-label="Send edited message"
            icon={<ArrowUp size={16} className="stroke-2" />}
            disabled={isEmpty}
            {...onFirstPress(onSend)}
          >
            Send
          </Button>
        </span>
      </div>
    </div>
  )
}

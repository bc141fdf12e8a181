import type { ToolCall } from '../../../run/result.ts'
import { callName, type TurnItem } from './turn.ts'

/** The result of a tool call as it was sent. */
export function ToolResult({ item, call }: { item: TurnItem; call: ToolCall | undefined }) {
  return (
    <div className="w-full max-w-[64ch] rounded-md border border-line bg-raised px-4 py-2.5">
      <p className="truncate text-faint text-xs">
        Result of <span className="font-mono">{call ? callName(call) : String(item.call_id)}</span>
      </p>
      <pre className="max-h-60 overflow-auto whitespace-pre-wrap break-words font-mono text-xs">
        {String(item.output)}
      </pre>
    </div>
  )
}

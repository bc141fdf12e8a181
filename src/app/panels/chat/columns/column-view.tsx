import { ArrowRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Menu, menuItem } from '../../../ui/popup/menu.tsx'
import { valueWords } from '../compose/parameter-chips.tsx'
import { ConversationLog } from '../conversation-log.tsx'
import { differences, type useColumnChanges } from './change-columns.ts'
import type { Column } from './chat-columns.ts'
import type { ColumnsState, ShownColumn } from './send-all.ts'

interface ColumnViewProps {
  readonly all: ColumnsState
  readonly shown: ShownColumn
  readonly place: number
  /** The parameters of the first column. */
  readonly first: Column['request']
  readonly changes: ReturnType<typeof useColumnChanges>
  /** The tabs above name it. */
  readonly isAlone: boolean
}

export const modelName = ({ model }: Column['request']): string => (typeof model === 'string' && model) || 'no model'

/** One column: its model, what it has of its own, and its branch. A press into it makes it the one in use, before its controls act. */
export function ColumnView({ all, shown, place, first, changes, isAlone }: ColumnViewProps) {
  const { conversation, message, turns, state } = all
  const { isOwn, isSent, path, running, request } = shown
  const count = state.columns?.list.length ?? 0
  const use = () => changes.focus(place)
  const own = place === 0 ? [] : differences(message.toolForm.form.fields, first, request)
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOwn) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOwn])
  return (
    <li
      ref={box}
      aria-label={`Column ${place + 1}`}
      aria-current={isOwn}
      onPointerDownCapture={use}
      onFocusCapture={use}
      className="flex min-h-0 min-w-0 flex-col"
    >
      <header
        className={`flex shrink-0 items-center gap-2 border-b px-3 py-1 ${isOwn ? 'border-cable' : 'border-line'}`}
      >
        {isAlone ? (
          <p className="min-w-0 flex-1 truncate text-faint text-xs">Column {place + 1}</p>
        ) : (
          <button
            type="button"
            aria-pressed={isOwn}
            title={`Use column ${place + 1} (Alt ${place + 1})`}
            className="flex min-h-8 min-w-0 flex-1 items-center gap-2 text-left coarse:min-h-11"
          >
            <span className="text-faint text-xs tabular-nums">{place + 1}</span>
            <span className={`truncate font-mono text-xs ${isOwn ? '' : 'text-soft'}`}>{modelName(request)}</span>
          </button>
        )}
        <Menu
          name={`Actions of column ${place + 1}`}
          items={[
            menuItem('Continue here', ArrowRight, () => changes.goOnWith(place)),
            ...(count > 1 ? [menuItem('Remove column', X, () => changes.remove(place))] : []),
          ]}
        />
      </header>
      {own.length > 0 && (
        <ul
          aria-label="Differs from column 1"
          className="flex shrink-0 flex-wrap gap-1.5 border-line border-b px-3 py-1.5 text-xs"
        >
          {own.map(({ path, title, value }) => (
            <li key={path} className="max-w-full truncate rounded-md border border-line px-1.5 text-soft">
              <span className="text-faint">{title}</span> {value === undefined ? 'not set' : valueWords(value)}
            </li>
          ))}
        </ul>
      )}
      <ConversationLog
        conversation={isOwn ? conversation : { ...conversation, path, running }}
        {...{ message, turns }}
        empty={<p className="text-faint text-sm">Messages to this column or to all appear here.</p>}
      />
      {!isSent && (
        <p role="status" className="shrink-0 border-line border-t px-3 py-1.5 text-soft text-xs">
          Not sent yet.
        </p>
      )}
    </li>
  )
}

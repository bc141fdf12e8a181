import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConnectionNotes } from '../connection/connection-notes.tsx'
import { NotReady } from '../form/request-notes.tsx'
import { useActions } from '../ui/actions.ts'
import { RunButton } from '../ui/button/run-button.tsx'
import { modifierName } from '../ui/keys/keyboard.ts'
import { useHasPrices } from '../ui/on-stage.ts'
import { HeldPress } from './held-press.tsx'
import { ModelNote } from './models/model-note.tsx'
import { StorageNotice } from './storage-notice.tsx'
import type { Tool } from './tools.ts'
import type { ToolFormState } from './use-tool-form.ts'
import type { ToolSending } from './use-tool-sending.ts'

interface ToolFootProps {
  readonly tool: Tool
  readonly state: ToolFormState
  readonly sending: ToolSending
  /** The name of the run button; left out, the tool's verb. */
  readonly verb?: string
  readonly what?: string
  /** In place of the price while the body of a press is being written. */
  readonly preparing?: string
  readonly onRun?: () => void
  /** In place of the price of the form's request. */
  readonly price?: string
  /** Set while several requests are sent one after the other: ends that. */
  readonly onStop?: () => void
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** The run button with its price, preceded by the reasons that prevent sending. */
export function ToolFoot({
  tool,
  state,
  sending,
  verb = tool.verb,
  what = 'request',
  preparing,
  onRun = sending.run,
  price = state.price,
  onStop,
  beside,
  children,
}: ToolFootProps) {
  const { running, problem, connection } = sending
  const keys = `${modifierName} ↵`
  const isRunning = running !== undefined || onStop !== undefined
  const hasPrices = useHasPrices()
  const billed = hasPrices ? 'Completed work may still be billed after you stop.' : ''
  const words = isRunning ? billed : (sending.preparing && preparing) || price
  const stop = () => (onStop ? onStop() : running && sending.stop(running.id))
  useActions([isRunning ? { name: 'Stop', run: stop } : { name: verb, keys, run: onRun }])
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={sending.held} what={what} onDismiss={sending.dismiss} onInsist={sending.insist} />
      <NotReady form={state.form} />
      {problem && (
        <p role="alert" className="flex items-center gap-2 text-danger text-xs">
          <TriangleAlert size={16} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{problem}</span>
        </p>
      )}
      <StorageNotice />
      {children}
      <ConnectionNotes />
      <ModelNote name={connection.name} choice={state.choice} />
      {/* Two lines are kept for the price, however long it is: the button stays where it is. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5">
        <RunButton
          name={verb}
          keys={keys}
          icon={<tool.icon size={16} />}
          // In the narrow column the connection's name has the place of the keys.
          className="min-h-10! min-w-28 coarse:min-h-11! md:max-xl:[&>span]:hidden"
          running={isRunning}
          onRun={onRun}
          onStop={stop}
        />
        <p className="line-clamp-2 min-w-0 text-faint text-xs max-md:sr-only">{connection.name}</p>
        {/* On phones the price stands beside the button, and the switch in a row of its own. */}
        {(hasPrices || words || beside) && (
          <div className="flex min-w-0 items-center justify-between gap-3 max-md:contents md:col-span-2">
            <p className="flex h-9 min-w-0 items-center text-soft text-xs max-md:col-start-2 max-md:row-start-1">
              <span className="line-clamp-2" title={price}>
                {words}
              </span>
            </p>
            {beside}
          </div>
        )}
      </div>
    </div>
  )
}

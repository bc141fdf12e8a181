import { ConnectionNotes } from '../connection/connection-notes.tsx'
import { NotReady } from '../form/request-notes.tsx'
import { modifierName } from '../ui/keys/keyboard.ts'
import { RunButton } from '../ui/run-button.tsx'
import { HeldPress, MemoryOnly } from './held-press.tsx'
import type { ToolState } from './use-tool.ts'

/** The run button with its price, and before it whatever keeps a press from sending. */
export function ToolFoot({ state }: { readonly state: ToolState }) {
  const { tool, running, price, connection } = state
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={state.held} what="request" onDismiss={state.dismiss} onInsist={state.insist} />
      <NotReady form={state.form} />
      {state.problem && (
        <p role="alert" className="wrap-anywhere text-danger text-xs">
          {state.problem}
        </p>
      )}
      <MemoryOnly />
      <ConnectionNotes />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RunButton
          name={tool.verb}
          keys={`${modifierName} ↵`}
          icon={<tool.icon size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="min-h-10! min-w-28"
          running={running !== undefined}
          onRun={state.run}
          onStop={() => running && state.stop(running.id)}
        />
        <p className="min-w-0 flex-1 basis-[7.75rem] text-soft text-xs">
          {running ? 'What is made by the time you stop may still be billed.' : `${price} · to ${connection.name}`}
        </p>
      </div>
    </div>
  )
}

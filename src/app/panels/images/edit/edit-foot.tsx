import { Brush, TriangleAlert } from 'lucide-react'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { NotReady } from '../../../form/not-ready.tsx'
import { HeldPress } from '../../../inspect/held-press.tsx'
import { MemoryOnly } from '../../../inspect/memory-only.tsx'
import { modifierName } from '../../../ui/modifier.ts'
import { RunButton } from '../../../ui/run-button.tsx'
import type { EditTools } from './use-edit.ts'

/** The run button with its price, and before it whatever stands between a press and a send. */
export function EditFoot({ tool }: { readonly tool: EditTools }) {
  const { running } = tool
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={tool.held} what="edit" onDismiss={tool.dismiss} onInsist={tool.insist} />
      <NotReady form={tool.form} />
      {tool.problem && (
        <p role="alert" className="flex items-center gap-2 text-danger text-xs">
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{tool.problem}</span>
        </p>
      )}
      <MemoryOnly />
      {tool.kept === 'lost' && (
        <p role="status" className="flex items-center gap-2 text-warning text-xs">
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
          The browser’s storage is full: these images and the mask are gone with the page.
        </p>
      )}
      <ConnectionNotes />
      <div className="flex items-center gap-3">
        <RunButton
          name="Apply edit"
          keys={`${modifierName} ↵`}
          icon={<Brush size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="min-h-10! min-w-28"
          running={running !== undefined}
          onRun={tool.apply}
          onStop={() => running && tool.stop(running.id)}
        />
        <p className="min-w-0 text-soft text-xs">{besideButton(tool)}</p>
      </div>
    </div>
  )
}

function besideButton({ running, preparing, price, connection }: EditTools): string {
  if (running) return 'What is made by the time you stop may still be billed.'
  return preparing ? 'Writing the mask…' : `${price} · to ${connection.name}`
}

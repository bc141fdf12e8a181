import { Sparkles } from 'lucide-react'
import { ConnectionNotes } from '../../../connection/connection-notes.tsx'
import { NotReady } from '../../../form/not-ready.tsx'
import { HeldPress } from '../../../inspect/held-press.tsx'
import { MemoryOnly } from '../../../inspect/memory-only.tsx'
import { modifierName } from '../../../ui/modifier.ts'
import { RunButton } from '../../../ui/run-button.tsx'
import type { GenerateState } from './use-generate.ts'

/** The run button with its price, and before it whatever stands between a press and a send. */
export function GenerateFoot({ tool }: { readonly tool: GenerateState }) {
  const { running } = tool
  return (
    <div className="grid grid-cols-1 gap-2">
      <HeldPress held={tool.held} what="request" onDismiss={tool.dismiss} onInsist={tool.insist} />
      <NotReady form={tool.form} />
      <MemoryOnly />
      <ConnectionNotes />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RunButton
          name="Generate"
          keys={`${modifierName} ↵`}
          icon={<Sparkles size={16} strokeWidth={1.5} aria-hidden="true" />}
          className="min-h-10! min-w-28"
          running={running !== undefined}
          onRun={tool.generate}
          onStop={() => running && tool.stop(running.id)}
        />
        <p className="min-w-0 flex-1 basis-[7.75rem] text-soft text-xs">
          {running
            ? 'What is made by the time you stop may still be billed.'
            : `${tool.price} · to ${tool.connection.name}`}
        </p>
      </div>
    </div>
  )
}

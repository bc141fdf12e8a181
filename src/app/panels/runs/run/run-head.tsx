import { ArrowLeft, MessageSquare, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useKnownKeys } from '../../../connection/connection-provider.tsx'
import { ExportButton } from '../../../export/dialog/export-button.tsx'
import { InspectButton } from '../../../inspect/drawer/inspector-slot.tsx'
import { nameOf } from '../../../run/history/matches.ts'
import { useRunActions } from '../../../run/history/run-actions.ts'
import { isOpen } from '../../../run/life/states.ts'
import { failureOf, type Run } from '../../../run/run.ts'
import { EditAndRun } from '../../../tool/again/edit-and-run.tsx'
import type { Repeating } from '../../../tool/again/use-repeat.ts'
import { hrefOf, toolFor, useTools } from '../../../tool/tools.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { shortly } from '../../../ui/format.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { endpointTitle, fullTime } from '../run-words.ts'

interface RunHeadProps {
  run: Run
  again: Repeating
  onClose: () => void
  onDelete: () => void
}

/** Name, facts and actions of a run. */
export function RunHead({ run, again, onClose, onDelete }: RunHeadProps) {
  // The failure card has its own button, which respects `retryAfter`.
  const failed = failureOf(run) !== undefined
  const tool = toolFor(useTools(), run.endpoint)
  const keys = useKnownKeys()
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-1">
        <IconButton
          name="Back to list"
          icon={<ArrowLeft size={18} strokeWidth={1.5} />}
          className="-ml-2"
          onClick={onClose}
        />
        <RunTitle run={run} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-cable" />
          {endpointTitle(run.endpoint)}
        </span>
        <span className="break-all font-mono">{shortly(run.model, 100)}</span>
        <span>{fullTime(run.log[0]?.at ?? 0)}</span>
        <span>{shortly(run.connection.name, 60)}</span>
        <span>{shortly(run.price ?? 'price not stated', 100)}</span>
        {run.resolution && <span>Resolved: {run.resolution.replace('_', ' ')}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {!failed && (
          <Button
            look="primary"
            disabled={again.busy || isOpen(run.status) || run.status === 'queued'}
            icon={<RotateCcw size={16} strokeWidth={1.5} />}
            {...onFirstPress(() => again.repeat(run))}
          >
            Repeat
          </Button>
        )}
        <EditAndRun run={run} again={again} />
        <ExportButton ids={[run.id]} keys={keys} />
        {tool?.threads === 'conversations' && run.thread && (
          <Link
            href={hrefOf(tool, { thread: run.thread, run: run.id })}
            className="inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-soft text-sm hover:bg-raised hover:text-ink coarse:min-h-11"
          >
            <MessageSquare size={16} strokeWidth={1.5} aria-hidden="true" />
            Show in chat
          </Link>
        )}
        <span className="ml-auto flex gap-0.5">
          <InspectButton id={run.id} />
          <IconButton name="Delete" icon={<Trash2 size={16} strokeWidth={1.5} />} onClick={onDelete} />
        </span>
      </div>
      {again.said && (
        <p role="status" className="text-warning text-xs">
          {again.said}
        </p>
      )}
    </header>
  )
}

/** The editable name of a run. */
function RunTitle({ run }: { run: Run }) {
  const { rename } = useRunActions()
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    if (typed !== undefined && typed !== nameOf(run)) await rename(run.id, typed)
    setTyped(undefined)
  }
  if (typed !== undefined)
    return (
      <input
        aria-label="Name of this run"
        // biome-ignore lint/a11y/noAutofocus: the press on Rename asked for it.
        autoFocus
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
          if (event.key === 'Escape') setTyped(undefined)
        }}
        className="h-9 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 font-semibold"
      />
    )
  return (
    <>
      <h2 className="min-w-0 truncate font-semibold text-base" dir="auto" title={shortly(nameOf(run))}>
        {shortly(nameOf(run), 200) || 'Untitled'}
      </h2>
      <IconButton name="Rename" icon={<Pencil size={16} strokeWidth={1.5} />} onClick={() => setTyped(nameOf(run))} />
    </>
  )
}

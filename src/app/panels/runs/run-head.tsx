import { ArrowLeft, FlaskConical, MessageSquare, Pencil, RotateCcw, ScanSearch, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isJob } from '#contract/core/statuses.ts'
import { useKnownKeys } from '../../connection/connection-provider.tsx'
import { ExportButton } from '../../export/dialog/export-button.tsx'
import { RenameBox } from '../../history/list-fields.tsx'
import { inspectRun } from '../../inspect/drawer/inspector-place.ts'
import { nameOf } from '../../run/history/matches.ts'
import { useRunActions } from '../../run/history/run-actions.ts'
import { hasFailed, isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { EditAndRun } from '../../tool/again/edit-and-run.tsx'
import type { Repeating } from '../../tool/again/use-repeat.ts'
import { collectItem } from '../../tool/collections/add-to-collection.tsx'
import { useJobItems } from '../../tool/jobs/job-actions.tsx'
import { useOfferedItems } from '../../tool/results/offered-actions.ts'
import { codeAndLink } from '../../tool/show-code.tsx'
import { useAddToTestSet } from '../../tool/test-set-runs.ts'
import { hrefOf, kindOf, toolOf, useTools } from '../../tool/tools.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { Menu, menuItem } from '../../ui/popup/menu.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'
import { fullTime } from '../../ui/short-time.ts'
import { useRunsPlace } from './runs-place.ts'

interface RunHeadProps {
  readonly run: Run
  readonly again: Repeating
  readonly onDelete: () => void
}

/** Name, facts and actions of a run. */
export function RunHead({ run, again, onDelete }: RunHeadProps) {
  // The failure card has its own button, which respects `retryAfter`.
  const failed = hasFailed(run.status)
  const tools = useTools()
  const tool = toolOf(tools, run)
  const keys = useKnownKeys()
  const [, go] = useRunsPlace()
  const [, navigate] = useLocation()
  const addToTestSet = useAddToTestSet()
  const [naming, setNaming] = useState(false)
  const { thread } = run
  const job = useJobItems(run)
  const more: readonly MenuItem[] = [
    ...codeAndLink(run.id),
    menuItem('Inspect', ScanSearch, () => inspectRun(run.id)),
    ...(tool?.threads === 'conversations' && thread
      ? [menuItem('Show in chat', MessageSquare, () => navigate(hrefOf(tool, { thread, run: run.id })))]
      : []),
    collectItem(run.id),
    menuItem('Add to a test set', FlaskConical, () => addToTestSet([run.id])),
    menuItem('Rename', Pencil, () => setNaming(true)),
  ]
  const remove = { ...menuItem('Delete', Trash2, onDelete), keys: 'Del', danger: true }
  useOfferedItems('This run', [...job, ...more, remove])
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-1">
        <IconButton
          name="Back to list"
          icon={<ArrowLeft size={18} />}
          className="-ml-2"
          onClick={() => go({ run: undefined, with: undefined })}
        />
        <RunTitle run={run} naming={naming} onNamed={() => setNaming(false)} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-cable" />
          {kindOf(tools, run)}
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
            disabled={again.busy || isOpen(run.status) || isJob(run.status)}
            icon={<RotateCcw size={16} />}
            {...onFirstPress(() => again.repeat(run))}
          >
            Repeat
          </Button>
        )}
        <EditAndRun run={run} again={again} />
        <ExportButton ids={[run.id]} keys={keys} />
        <Menu
          name="More actions"
          items={[job, more, [remove]].filter((items) => items.length > 0).map((items) => ({ items }))}
        />
      </div>
      {again.said && (
        <p role="status" className="text-warning text-xs">
          {again.said}
        </p>
      )}
    </header>
  )
}

interface RunTitleProps {
  readonly run: Run
  readonly naming: boolean
  readonly onNamed: () => void
}

/** The name of a run, or the field for it. */
function RunTitle({ run, naming, onNamed }: RunTitleProps) {
  const { rename } = useRunActions()
  const wasNamed = useRef(false)
  const takeFocus = useCallback((title: HTMLElement | null) => {
    if (wasNamed.current && document.activeElement === document.body) title?.focus()
    wasNamed.current = false
  }, [])
  const done = async (name: string | undefined) => {
    if (name !== undefined && name !== nameOf(run)) await rename(run.id, name)
    wasNamed.current = true
    onNamed()
  }
  if (naming)
    return (
      <RenameBox
        name="Name of this run"
        value={nameOf(run)}
        onDone={(name) => void done(name)}
        className="h-9 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 font-semibold"
      />
    )
  return (
    <h2
      ref={takeFocus}
      tabIndex={-1}
      className="min-w-0 truncate font-semibold text-base outline-none"
      dir="auto"
      title={shortly(nameOf(run))}
    >
      {shortly(nameOf(run), 200) || 'Untitled'}
    </h2>
  )
}

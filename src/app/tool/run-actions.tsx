import {
  CircleCheck,
  CircleX,
  FileArchive,
  ListChecks,
  Quote,
  RotateCcw,
  SlidersHorizontal,
  Square,
  Trash2,
} from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { useRunActions } from '../run/history/run-actions.ts'
import { isOpen } from '../run/life/states.ts'
import { failureOf, type Run } from '../run/run.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { onFirstPress } from '../ui/keys/first-press.ts'
import { addressOf } from './panels.ts'
import { DownloadAll } from './results/download-all.tsx'
import type { ToolState } from './use-tool.ts'

interface RunActionsProps {
  readonly run: Run
  /** The tool at the time of a press. */
  readonly state: RefObject<ToolState>
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** What can be done with a whole run. */
export function RunActions({ run, state }: RunActionsProps) {
  const { setVerdict } = useRunActions()
  const judge = (verdict: 'pass' | 'fail') => void setVerdict(run.id, run.verdict === verdict ? undefined : verdict)
  if (isOpen(run.status))
    return (
      <Button
        look="quiet"
        icon={<Square size={14} strokeWidth={2} aria-hidden="true" />}
        {...onFirstPress(() => state.current.stop(run.id))}
      >
        Stop this run
      </Button>
    )
  return (
    <>
      <IconButton
        name="Pass (P)"
        aria-pressed={run.verdict === 'pass'}
        className="aria-pressed:text-success!"
        icon={<CircleCheck {...look} />}
        onClick={() => judge('pass')}
      />
      <IconButton
        name="Fail (F)"
        aria-pressed={run.verdict === 'fail'}
        className="aria-pressed:text-danger!"
        icon={<CircleX {...look} />}
        onClick={() => judge('fail')}
      />
      <IconButton
        name="Reuse the prompt"
        icon={<Quote {...look} />}
        onClick={() => state.current.reuse(run, 'prompt')}
      />
      <IconButton
        name="Reuse all settings"
        icon={<SlidersHorizontal {...look} />}
        onClick={() => state.current.reuse(run, 'all')}
      />
      {run.status !== 'queued' && failureOf(run) === undefined && (
        <IconButton name="Run again" icon={<RotateCcw {...look} />} {...onFirstPress(() => state.current.again(run))} />
      )}
      <DownloadAll run={run} icon={<FileArchive {...look} />} />
      <Link
        href={addressOf('runs', { run: run.id })}
        aria-label="Show in Runs"
        title="Show in Runs"
        className="inline-grid size-8 shrink-0 place-items-center rounded-md text-soft transition duration-150 ease-out hover:bg-raised hover:text-ink coarse:size-11"
      >
        <ListChecks {...look} />
      </Link>
      <IconButton name="Delete" icon={<Trash2 {...look} />} onClick={() => state.current.remove(run)} />
    </>
  )
}

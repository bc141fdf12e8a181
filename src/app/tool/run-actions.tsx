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
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { fileName } from '../export/file-name.ts'
import { nameOf } from '../run/history/matches.ts'
import { useRunActions } from '../run/history/run-actions.ts'
import { useAssets } from '../run/history/use-assets.ts'
import { isOpen } from '../run/life/states.ts'
import { failureOf, type Run } from '../run/run.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { saveFile } from '../ui/files.ts'
import { onFirstPress } from '../ui/keys/first-press.ts'
import { addressOf, panelOf } from './panels.ts'
import { finishedOf, savedPicture, sidecarOf } from './results/picture-file.ts'
import { slotsOf } from './results/slots.ts'
import type { ToolState } from './use-tool.ts'

interface RunActionsProps {
  readonly run: Run
  /** The tool at the time of a press. */
  readonly state: RefObject<ToolState>
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The actions of a whole run. */
export function ResultActions({ run, state }: RunActionsProps) {
  const { setVerdict } = useRunActions()
  const judge = (verdict: 'pass' | 'fail') => void setVerdict(run.id, run.verdict === verdict ? undefined : verdict)
  if (isOpen(run.status))
    return (
      <Button
        look="quiet"
        icon={<Square size={14} strokeWidth={2} aria-hidden="true" />}
        {...onFirstPress(() => state.current.sending.stop(run.id))}
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
        onClick={() => state.current.reuse.put(run, 'prompt')}
      />
      <IconButton
        name="Reuse all settings"
        icon={<SlidersHorizontal {...look} />}
        onClick={() => state.current.reuse.put(run, 'all')}
      />
      {run.status !== 'queued' && failureOf(run) === undefined && (
        <IconButton
          name="Run again"
          icon={<RotateCcw {...look} />}
          {...onFirstPress(() => state.current.sending.again(run))}
        />
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
      <IconButton name="Delete" icon={<Trash2 {...look} />} onClick={() => state.current.removal.remove(run)} />
    </>
  )
}

/** Downloads all pictures of a run as one zip with a JSON sidecar. Renders nothing for fewer than two. */
export function DownloadAll({ run, icon }: { readonly run: Run; readonly icon: ReactNode }) {
  const pictures = finishedOf(slotsOf(run, useAssets(run)))
  const [said, setSaid] = useState<string>()
  if (pictures.length < 2) return null
  const save = async () => {
    setSaid(undefined)
    try {
      const files: { readonly name: string; readonly blob: Blob }[] = []
      for (const picture of pictures) files.push(await savedPicture(run, picture))
      const { zipFiles } = await import('../export/bundle/zip-writer.ts')
      const at = new Date(run.log[0]?.at ?? 0)
      const name = fileName({
        panel: panelOf(run.endpoint).id,
        model: run.model,
        prompt: nameOf(run),
        at,
        n: 1,
        extension: 'zip',
      })
      const sidecar = JSON.stringify(await sidecarOf(run, pictures), null, 2)
      files.push({ name: name.replace(/_1\.zip$/, '.json'), blob: new Blob([sidecar], { type: 'application/json' }) })
      saveFile(await zipFiles(files), name)
    } catch {
      setSaid('Could not create the zip. Download the images one by one.')
    }
  }
  return (
    <>
      <IconButton name={`Download all ${pictures.length} as a zip`} icon={icon} onClick={() => void save()} />
      {said && (
        <span role="alert" className="text-danger text-xs">
          {said}
        </span>
      )}
    </>
  )
}

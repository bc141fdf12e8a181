import { CircleOff, Columns2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { clockTime } from '../../ui/format.ts'
import { fieldsOf } from '../asked.ts'
import { FilesReceived, receivedMedia } from './media-files.tsx'
import type { Comparing } from './picked.ts'
import { slotRatio } from './read-size.ts'

interface RunVideoProps {
  readonly run: Run
  readonly comparing?: Comparing | undefined
}

/** The videos of a run; before them, their place with what is known of the job. */
export function RunVideo({ run, comparing }: RunVideoProps) {
  const assets = useAssets(run)
  if (isOpen(run.status) || isJob(run.status)) return <VideoPlace run={run} />
  if (assets && receivedMedia(run.result, assets).length === 0) return <NoVideo status={run.status} />
  return (
    <FilesReceived
      run={run}
      actions={(file, place) =>
        comparing &&
        mediaKind(file.type) === 'video' && (
          <ActionButton
            name={`Compare video ${place + 1}`}
            word="Compare"
            icon={<Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />}
            aria-pressed={comparing.isChosen(run, { place, file })}
            onClick={() => comparing.flip(run, { place, file })}
          />
        )
      }
    />
  )
}

/** The ratio of a video whose size was not asked for. */
const usual = { width: 16, height: 9 }

/** As large as the video will be. A progress is shown only where the router says it. */
function VideoPlace({ run }: Pick<RunVideoProps, 'run'>) {
  const ratio = slotRatio(fieldsOf(run), usual)
  const progress = run.tracked?.progress
  return (
    <div
      style={{ aspectRatio: ratio, width: `min(100%, max(16rem, ${ratio} * 60svh))` }}
      className="grid place-content-center justify-items-center gap-2 rounded-md bg-surface p-4 text-center outline-1 outline-line -outline-offset-1"
    >
      <p role="status" className="text-sm">
        {words[run.status] ?? 'Sending'}
      </p>
      {progress !== undefined && (
        <div className="flex items-center gap-2 text-soft text-xs tabular-nums">
          <progress max={100} value={progress} aria-label="Progress" className="h-1.5 w-40 accent-cable" />
          {Math.round(progress)}%
        </div>
      )}
      <Elapsed since={run.log[0]?.at} />
    </div>
  )
}

const words: Partial<Record<Run['status'], string>> = { queued: 'Queued', running: 'Running' }

/** The time since `since`, in ms since 1970, renewed once a second. */
function Elapsed({ since }: { readonly since: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (since === undefined) return null
  return <p className="font-mono text-faint text-xs tabular-nums">{clockTime((now - since) / 1000).slice(0, -2)}</p>
}

/** Shown if the router reported completion without any file. */
function NoVideo({ status }: Pick<Run, 'status'>) {
  if (status !== 'completed' && status !== 'unconfirmed') return null
  return (
    <p className="flex items-center gap-2 text-sm text-warning">
      <CircleOff size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span>The reply contains no video. See the inspector for its content.</span>
    </p>
  )
}

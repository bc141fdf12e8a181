import { CircleOff, Columns2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { mediaKind } from '#media/media-type.ts'
import { stateOf } from '../../inspect/line/run-state.ts'
import { StateLabel } from '../../inspect/line/state-label.tsx'
import { useAssets } from '../../run/history/use-assets.ts'
import { useJobHold, useTransfer } from '../../run/jobs/use-jobs.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { playTime } from '../../ui/play-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { fieldsOf } from '../asked.ts'
import { JobProgress } from '../jobs/job-progress.tsx'
import { elapsedOf } from '../jobs/job-times.ts'
import { EditActions, FilesReceived, receivedMedia } from './media-files.tsx'
import type { Comparing } from './picked.ts'
import { slotRatio, slotSize } from './read-size.ts'

interface RunVideoProps {
  readonly run: Run
  readonly comparing?: Comparing | undefined
}

/**
 * The videos of a run; before them, their place with what is known of the job. On a wide stage it stands beside the details, as high as the
 * stage allows, so that nothing moves when the video comes.
 */
export function RunVideo({ run, comparing }: RunVideoProps) {
  const assets = useAssets(run)
  const { width } = slotSize(fieldsOf(run), usual) ?? usual
  const ratio = slotRatio(fieldsOf(run), usual)
  const isGoing = isOpen(run.status) || isJob(run.status)
  if (!isGoing && assets && receivedMedia(run.result, assets).length === 0) return <NoVideo status={run.status} />
  return (
    <div
      data-beside={ratio < 1 ? 'tall' : 'wide'}
      style={{ '--across': ratio, '--own': `${width}px` } as CSSProperties}
    >
      {isGoing ? (
        <VideoPlace run={run} />
      ) : (
        <FilesReceived
          run={run}
          actions={(file, place) => (
            <>
              {comparing && mediaKind(file.type) === 'video' && (
                <ActionButton
                  name={`Compare video ${place + 1}`}
                  word="Compare"
                  icon={<Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />}
                  aria-pressed={comparing.isChosen(run, { place, file })}
                  onClick={() => comparing.flip(run, { place, file })}
                />
              )}
              <EditActions file={file} />
            </>
          )}
        />
      )}
    </div>
  )
}

/** Of a video whose size was not asked for. */
const usual = { width: 1280, height: 720 }
/**
 * As large as the video will be with its controls, so that nothing moves when it comes. A progress is shown only where the router says it.
 */
function VideoPlace({ run }: Pick<RunVideoProps, 'run'>) {
  const transfer = useTransfer(run.id)
  const hold = useJobHold(run)
  const elapsed = elapsedOf(run, useNow())
  return (
    <div className="rounded-md bg-surface pb-24 outline-1 outline-line -outline-offset-1">
      <div
        style={{
          aspectRatio: 'var(--across)',
          width: 'min(100%, var(--own), var(--across) * var(--video-height, 60svh))',
        }}
        className="mx-auto grid translate-y-12 place-content-center justify-items-center gap-3 p-4"
      >
        <p className="flex max-w-full items-center gap-3 *:text-sm!">
          <StateLabel state={stateOf(run, { hold, transfer })} />
          <span className="font-mono text-faint tabular-nums">{elapsed !== undefined && playTime(elapsed / 1000)}</span>
        </p>
        <span className="flex h-4 w-56 max-w-full items-center *:flex-1">
          <JobProgress run={run} transfer={transfer} />
        </span>
      </div>
    </div>
  )
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

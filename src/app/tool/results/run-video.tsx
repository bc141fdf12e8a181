import type { CSSProperties } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import { fieldsOf } from '../asked.ts'
import { JobProgress, JobState, JobTime } from '../jobs/job-line.tsx'
import { isGoing } from '../jobs/job-times.ts'
import { CompareButton } from './compare-picked.tsx'
import { EditActions, FilesReceived, receivedMedia } from './media-files.tsx'
import type { RunResultProps } from './picked.ts'
import { NoResult } from './shortfall.tsx'
import { slotRatio, slotSize } from './slots.ts'

/** The videos of a run; before them their place with the job's state, of the same size, so that nothing moves. */
export function RunVideo({ run, comparing }: RunResultProps) {
  const assets = useAssets(run)
  const { width } = slotSize(fieldsOf(run), usual) ?? usual
  const ratio = slotRatio(fieldsOf(run), usual)
  const isDone = !isGoing(run)
  if (isDone && assets && receivedMedia(run.result, assets).length === 0) return <NoResult run={run} what="video" />
  return (
    <div
      data-beside={ratio < 1 ? 'tall' : 'wide'}
      style={{ '--across': ratio, '--own': `${width}px` } as CSSProperties}
    >
      {isDone ? (
        <FilesReceived
          run={run}
          actions={(file, place) => (
            <>
              {mediaKind(file.type) === 'video' && <CompareButton {...{ run, place, file, comparing }} />}
              <EditActions file={file} />
            </>
          )}
        />
      ) : (
        <VideoPlace run={run} />
      )}
    </div>
  )
}

/** Of a video whose size was not asked for. */
const usual = { width: 1280, height: 720 }

/** As large as the video with its controls, so that nothing moves when it comes. Progress is shown only where the router reports it. */
const VideoPlace = ({ run }: Pick<RunResultProps, 'run'>) => (
  <div className="rounded-md bg-surface pb-24 outline-1 outline-line -outline-offset-1">
    <div
      style={{
        aspectRatio: 'var(--across)',
        width: 'min(100%, var(--own), var(--across) * var(--video-height, 60svh))',
      }}
      className="mx-auto grid translate-y-12 place-content-center justify-items-center gap-3 p-4"
    >
      <p className="flex max-w-full items-center gap-3 *:text-sm!">
        <JobState run={run} />
        <span className="font-mono text-faint tabular-nums">
          <JobTime run={run} />
        </span>
      </p>
      <span className="flex h-4 w-56 max-w-full items-center *:flex-1">
        <JobProgress run={run} />
      </span>
    </div>
  </div>
)

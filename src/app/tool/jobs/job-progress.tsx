import { isJob } from '#contract/core/statuses.ts'
import type { Transfer } from '../../run/jobs/jobs.ts'
import type { Run } from '../../run/run.ts'

interface JobProgressProps {
  readonly run: Pick<Run, 'status' | 'tracked'>
  readonly transfer: Transfer | undefined
}

/** Percent of the work as the router gives it, or of the download, where its length is known; undefined where nobody says it. */
export function progressOf({ run, transfer }: JobProgressProps): number | undefined {
  if (transfer) return transfer.total ? Math.min(100, (transfer.received / transfer.total) * 100) : undefined
  const isShown = isJob(run.status) || run.status === 'failed'
  return isShown ? run.tracked?.progress : undefined
}

/** A bar with its figure; nothing where no figure is known. Of a failed job it shows how far it came. */
export function JobProgress(props: JobProgressProps) {
  const percent = progressOf(props)
  if (percent === undefined) return null
  const figure = Math.round(Math.min(100, Math.max(0, percent)))
  const { run, transfer } = props
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span
        role="progressbar"
        aria-label={transfer ? 'Download' : 'Progress'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={figure}
        className="h-1 min-w-8 flex-1 overflow-hidden rounded-full bg-line"
      >
        <span
          style={{ width: `${figure}%` }}
          className={`block h-full rounded-full transition-[width] duration-180 ease-out ${run.status === 'failed' ? 'bg-danger' : 'bg-cable'}`}
        />
      </span>
      <span
        aria-hidden="true"
        className="w-9 shrink-0 whitespace-nowrap text-right font-mono text-2xs text-soft tabular-nums"
      >
        {figure} %
      </span>
    </span>
  )
}

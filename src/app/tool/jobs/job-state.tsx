import { isJob } from '#contract/core/statuses.ts'
import { StateLabel, stateOf } from '../../inspect/line/run-state.tsx'
import type { Transfer } from '../../run/follow/follow.ts'
import type { Run } from '../../run/run.ts'
import { useJobHold, useTransfer } from '../../run/use-runs.tsx'
import { playTime } from '../../ui/play-time.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useNow } from '../../ui/use-now.ts'
import { elapsedOf, isGoing } from './job-times.ts'

interface JobProps {
  readonly run: Run
}

/** How a job stands, in a word: also that its result is downloaded, or that nobody is asked about it. */
export function JobState({ run }: JobProps) {
  const hold = useJobHold(run)
  const transfer = useTransfer(run.id)
  return <StateLabel state={stateOf(run, { hold, transfer })} />
}

/** How long the work has taken so far, or took. */
export function JobTime({ run }: JobProps) {
  const elapsed = elapsedOf(run, useNow(isGoing(run)))
  return elapsed !== undefined && playTime(elapsed / 1000)
}

/** A bar with its figure; nothing where no figure is known. Of a failed job it shows how far it came. */
export function JobProgress({ run }: JobProps) {
  const transfer = useTransfer(run.id)
  const percent = transfer ? downloaded(transfer) : workDone(run)
  if (percent === undefined) return null
  const figure = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ProgressBar name={transfer ? 'Download' : 'Progress'} value={figure} of={100} failed={run.status === 'failed'} />
      <span
        aria-hidden="true"
        className="w-9 shrink-0 whitespace-nowrap text-right font-mono text-2xs text-soft tabular-nums"
      >
        {figure} %
      </span>
    </span>
  )
}

/** Percent of a download; undefined where its length is not known. */
const downloaded = ({ received, total }: Transfer) => (total ? (received / total) * 100 : undefined)

/** Percent of the work, as the router gives it. */
const workDone = ({ status, jobState }: Run) => (isJob(status) || status === 'failed' ? jobState?.progress : undefined)

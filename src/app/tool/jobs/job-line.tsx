import { isJob } from '#contract/core/statuses.ts'
import { StateLabel, stateOf } from '../../inspect/line/run-state.tsx'
import { StatusWord } from '../../inspect/line/status-word.tsx'
import type { Hold, Transfer } from '../../run/follow/follow.ts'
import type { Run } from '../../run/run.ts'
import { useJobHold, useTransfer } from '../../run/use-runs.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { playTime, shortly } from '../../ui/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { canAskAgain, goesOn } from './job-actions.tsx'
import { checkedWords, elapsedOf, isGoing } from './job-times.ts'

/** What can be done where nobody is asked about a job, by the name of its connection. */
const holdHelp: Readonly<Partial<Record<Hold, (name: string) => string>>> = {
  'no-connection': (name) => `Add ${name} again in Settings to track this job.`,
  'key-wanted': (name) => `Enter the key of ${name} in Settings to track this job.`,
  'key-refused': (name) => `Check the key of ${name} in Settings, then press “Check now”.`,
}

interface JobLineProps {
  readonly run: Run
  /** State, progress and time are shown elsewhere: in the place of the video. */
  readonly isPlaced?: boolean
}

/** The line under a result: of a job that goes on, is fetched or can be asked about again its state and actions, else how the run ended. */
export function RunStatus({ run, isPlaced = false }: JobLineProps) {
  const isFetching = useTransfer(run.id) !== undefined
  if (isJob(run.status) || isFetching || canAskAgain(run)) return <JobLine run={run} isPlaced={isPlaced} />
  return <StatusWord run={run} />
}

function JobLine({ run, isPlaced }: JobLineProps) {
  const hold = useJobHold(run)
  const { jobState, polling } = run
  const unwatched = polling?.unwatched
  const trouble = useTransfer(run.id)?.trouble ?? polling?.trouble
  const checked = checkedWords(run, useNow(isGoing(run)))
  return (
    <section aria-label="Job" className="grid grid-cols-1 gap-2">
      {!isPlaced && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <JobState run={run} />
          <span className="w-40">
            <JobProgress run={run} />
          </span>
          <span className="font-mono text-2xs text-faint tabular-nums">
            <JobTime run={run} />
          </span>
        </div>
      )}
      {jobState?.noStatus && <NoStatus run={run} />}
      {unwatched && <p className="text-soft text-xs">{goesOn}</p>}
      {hold && holdHelp[hold] && !unwatched && (
        <p className="wrap-anywhere text-soft text-xs">{holdHelp[hold]?.(shortly(run.connection.name, 60))}</p>
      )}
      {trouble && !unwatched && <p className="wrap-anywhere text-warning text-xs">{shortly(trouble)}</p>}
      {checked && (
        <p className="min-w-32 font-mono text-2xs text-faint tabular-nums first-letter:uppercase">{checked}</p>
      )}
    </section>
  )
}

/** Why nobody asks about a job, and what is kept of it: its id, and the address that the router named on another host. */
function NoStatus({ run: { job = '', jobState, connection } }: Pick<JobLineProps, 'run'>) {
  const { statusUrl } = jobState ?? {}
  const kept: readonly (readonly [name: string, value: string])[] = [
    ['Job ID', job],
    ...(statusUrl === undefined ? [] : [['Status URL', statusUrl] as const]),
  ]
  return (
    <>
      <p className="max-w-[72ch] text-soft text-xs">
        {statusUrl === undefined
          ? 'This router has no status URL for jobs. Use the job ID to look it up in the router’s dashboard, or ask its operator.'
          : `The status URL of this job is outside ${hostOf(connection.baseUrl)}, so your API key is not sent there.`}
      </p>
      {kept.map(([name, value]) => (
        <p key={name} className="flex min-w-0 items-center gap-2 text-xs">
          <span className="shrink-0 text-soft">{name}</span>
          <code className="min-w-0 truncate font-mono text-2xs">{value}</code>
          <CopyButton text={value} name={`Copy ${name.toLowerCase()}`} />
        </p>
      ))}
    </>
  )
}

const hostOf = (baseUrl: string) => (URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl)

interface JobProps {
  readonly run: Run
}

/** How a job stands, in a word: also that its result is downloaded, or that nobody is asked about it. */
export function JobState({ run }: JobProps) {
  const hold = useJobHold(run)
  const transfer = useTransfer(run.id)
  return <StateLabel state={stateOf(run, { hold, transfer })} />
}

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

const workDone = ({ status, jobState }: Run) => (isJob(status) || status === 'failed' ? jobState?.progress : undefined)

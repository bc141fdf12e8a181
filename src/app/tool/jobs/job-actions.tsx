import { Copy, Download, Eye, EyeOff, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { canCheck } from '../../run/jobs/job-steps.ts'
import type { Run } from '../../run/run.ts'
import { useJobs, useTransfer } from '../../run/use-runs.tsx'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { copyText } from '../../ui/button/copy-button.tsx'
import { menuItem } from '../../ui/popup/menu.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'

/** Whether a job ended without its result, and its router can be asked once more. */
export const canAskAgain = (run: Run): boolean => !isJob(run.status) && canCheck(run)

/** What can be done with the job of a run; nothing for a run without one. All of it is free, and none of it cancels the work. */
export function useJobItems(run: Run): readonly MenuItem[] {
  const jobs = useJobs()
  const transfer = useTransfer(run.id)
  const { id, job, status, polling } = run
  const { disabled, onClick: check } = useCheck(run)
  if (job === undefined) return []
  const isWatched = isJob(status) && !polling?.unwatched
  const items: (MenuItem | false)[] = [
    isWatched && { ...menuItem('Check now', RefreshCw, check), disabled },
    isWatched && menuItem('Stop tracking', EyeOff, () => void jobs.stopWatching(id)),
    isJob(status) &&
      polling?.unwatched !== undefined &&
      canCheck(run) && { ...menuItem('Resume tracking', Eye, check), disabled },
    transfer !== undefined && menuItem('Cancel download', X, () => jobs.cancelTransfer(id)),
    canAskAgain(run) && { ...menuItem(askAgain(run), Download, check), disabled },
    menuItem('Copy job ID', Copy, () => void copyText(job)),
  ]
  return items.filter((item) => item !== false)
}

/** The actions of a job with their words: what is done most while it is waited for. */
export function JobButtons({ run }: { readonly run: Run }) {
  const items = useJobItems(run)
  const isFetching = useTransfer(run.id) !== undefined
  const most = isFetching
    ? ['Cancel download']
    : isJob(run.status) && !run.jobState?.noStatus
      ? ['Check now', 'Stop tracking', 'Resume tracking']
      : []
  return items
    .filter(({ name }) => most.includes(name))
    .map(({ name, icon, disabled, onSelect }) => (
      <ActionButton
        key={name}
        {...{ name, icon, disabled }}
        title={name === 'Stop tracking' ? goesOn : name}
        onClick={onSelect}
      />
    ))
}

/** The press that asks the router about a job; disabled until it has answered. */
function useCheck({ id }: Run) {
  const jobs = useJobs()
  const [disabled, setDisabled] = useState(false)
  const check = async () => {
    setDisabled(true)
    await jobs.checkNow(id).catch(() => {})
    setDisabled(false)
  }
  return { disabled, onClick: () => void check() }
}

export function AskAgain({ run }: { readonly run: Run }) {
  const checking = useCheck(run)
  return (
    <Button icon={<Download size={16} />} {...checking}>
      {askAgain(run)}
    </Button>
  )
}

const askAgain = ({ status }: Run) => (status === 'interrupted' ? 'Download again' : 'Check now')

/** What deleting a run means for its job at the router, which nothing here can delete. */
export function deletedWords(run: Run): string {
  if (run.job === undefined) return 'Run deleted.'
  return isJob(run.status) ? `Deleted here. ${goesOn}` : 'Deleted here. The router may keep a copy.'
}

export const goesOn = 'The job keeps running on the router and may be billed.'

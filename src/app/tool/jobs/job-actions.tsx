import { Copy, Download, Eye, EyeOff, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { canCheck } from '../../run/jobs/job-row.ts'
import type { Run } from '../../run/run.ts'
import { useJobs, useTransfer } from '../../run/use-runs.tsx'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { copyText } from '../../ui/button/copy-button.tsx'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'

/** Whether a job ended without its result, and its router can be asked once more. */
export const canAskAgain = (run: Run): boolean => !isJob(run.status) && canCheck(run)

/** What can be done with the job of a run; nothing for a run without one. All of it is free, and none of it cancels the work. */
export function useJobItems(run: Run): readonly MenuItem[] {
  const jobs = useJobs()
  const transfer = useTransfer(run.id)
  const { id, job, polling } = run
  if (job === undefined) return []
  const check = () => void jobs.checkNow(id)
  const items: (MenuItem | false)[] = [
    isJob(run.status) && !polling?.unwatched && { name: 'Check now', icon: <RefreshCw size={16} />, onSelect: check },
    isJob(run.status) &&
      !polling?.unwatched && {
        name: 'Stop tracking',
        icon: <EyeOff size={16} />,
        onSelect: () => void jobs.stopWatching(id),
      },
    isJob(run.status) &&
      polling?.unwatched !== undefined &&
      canCheck(run) && { name: 'Resume tracking', icon: <Eye size={16} />, onSelect: check },
    transfer !== undefined && {
      name: 'Cancel download',
      icon: <X size={16} />,
      onSelect: () => jobs.cancelTransfer(id),
    },
    canAskAgain(run) && { name: askAgain(run), icon: <Download size={16} />, onSelect: check },
    { name: 'Copy job ID', icon: <Copy size={16} />, onSelect: () => void copyText(job) },
  ]
  return items.filter((item) => item !== false)
}

export function JobButtons({ run }: { readonly run: Run }) {
  const jobs = useJobs()
  const checking = useCheck(run)
  const transfer = useTransfer(run.id)
  const { id, status, jobState, polling } = run
  if (transfer)
    return (
      <ActionButton
        name="Cancel download"
        word="Cancel download"
        icon={<X size={16} />}
        onClick={() => jobs.cancelTransfer(id)}
      />
    )
  if (!isJob(status)) return null
  if (jobState?.noStatus) return null
  if (polling?.unwatched)
    return <ActionButton name="Resume tracking" word="Resume tracking" icon={<Eye size={16} />} {...checking} />
  return (
    <>
      <ActionButton name="Check now" word="Check now" icon={<RefreshCw size={16} />} {...checking} />
      <ActionButton
        name="Stop tracking"
        title={goesOn}
        word="Stop tracking"
        icon={<EyeOff size={16} />}
        onClick={() => void jobs.stopWatching(id)}
      />
    </>
  )
}

/** The press that asks the router about a job; disabled until it has answered. */
function useCheck({ id }: Run) {
  const jobs = useJobs()
  const [isChecking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    await jobs.checkNow(id).catch(() => {})
    setChecking(false)
  }
  return { disabled: isChecking, onClick: () => void check() }
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
export function deletedWords(run: Run | undefined): string {
  if (run?.job === undefined) return 'Run deleted.'
  return isJob(run.status) ? `Deleted here. ${goesOn}` : 'Deleted here. The router may keep a copy.'
}

export const goesOn = 'The job keeps running on the router and may be billed.'

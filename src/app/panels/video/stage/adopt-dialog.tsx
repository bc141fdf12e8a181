import { type FormEvent, useId, useState } from 'react'
import type { AdoptOutcome } from '../../../run/follow/follow.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { useJobs } from '../../../run/use-runs.tsx'
import type { Tool } from '../../../tool/tools.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { shortly } from '../../../ui/format.ts'
import { jobIn } from './job-id.ts'

interface AdoptDialogProps {
  readonly tool: Tool
  readonly connection: RunConnection
  readonly onClose: () => void
  /** Called with the run of the job, also where this browser had it already. */
  readonly onAdopted: (id: string) => void
}

/** Follows a job that was created elsewhere, by its id. */
export function AdoptDialog({ tool, connection, onClose, onAdopted }: AdoptDialogProps) {
  const jobs = useJobs()
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isReading, setReading] = useState(false)
  const helpId = useId()
  const job = jobIn(pasted)
  const isElsewhere = job?.baseUrl !== undefined && !isSameHost(job.baseUrl, connection.baseUrl)

  async function adopt(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isReading) return
    if (connection.missing) return setProblem(missing[connection.missing])
    if (!job) return setProblem(pasted.trim() === '' ? 'Enter a job ID.' : 'There is no job ID in this text.')
    setReading(true)
    setProblem(undefined)
    const outcome = await jobs.adopt({ endpoint: tool.endpoint, id: job.id, connection, tool: tool.id })
    setReading(false)
    setProblem(troubleOf(outcome, connection))
    if (!('id' in outcome)) return
    onClose()
    onAdopted(outcome.id)
  }

  return (
    <Dialog title="Track existing job" open onClose={onClose}>
      <form onSubmit={(event) => void adopt(event)} className="grid grid-cols-1 gap-4">
        <p className="text-soft">Paste the ID of a job that was started elsewhere. Reading it is free.</p>
        <label className="grid gap-1.5">
          <span className="font-medium text-xs">Job ID</span>
          <input
            autoFocus
            value={pasted}
            placeholder="video_…"
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={helpId}
            onChange={(event) => {
              setPasted(event.target.value)
              setProblem(undefined)
            }}
            className={`${lineLook} font-mono`}
          />
        </label>
        <div id={helpId} className="grid gap-1 text-soft text-xs">
          <p className="wrap-anywhere">
            Read from {shortly(connection.name, 60)}, {shortly(connection.baseUrl)}. A URL or the JSON of a reply works
            too.
          </p>
          {job && job.id !== pasted.trim() && (
            <p className="wrap-anywhere">
              Job ID: <span className="font-mono text-ink">{shortly(job.id, 200)}</span>
            </p>
          )}
          {isElsewhere && (
            <p className="text-warning">This URL belongs to another router. Choose its connection first.</p>
          )}
        </div>
        <p role="alert" className="wrap-anywhere text-danger text-xs empty:hidden">
          {problem}
        </p>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" disabled={isReading}>
            {isReading ? 'Reading…' : 'Track'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const missing = { key: 'Enter the API key of this connection first.', choice: 'Choose a connection first.' } as const

function troubleOf(outcome: AdoptOutcome, { name }: RunConnection): string | undefined {
  switch (outcome.status) {
    case 'failed':
      return shortly(outcome.why)
    case 'not-found':
      return `${shortly(name, 60)} has no job with this ID. It may have expired, or belong to another connection.`
    default:
      return undefined
  }
}

function isSameHost(one: string, other: string): boolean {
  try {
    return new URL(one).host === new URL(other, location.href).host
  } catch {
    return false
  }
}

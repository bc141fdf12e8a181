import { CircleSlash, CircleStop, Download, Hourglass, Scissors, TriangleAlert } from 'lucide-react'
import { isJob } from '#contract/core/statuses.ts'
import { routeOf } from '#contract/routes.ts'
import { answerText, type RunResult, showsAnything } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { Button } from '../../ui/button/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { counted, shortly } from '../../ui/format.ts'

const reasons = new Map([
  ['max_output_tokens', 'output limit reached'],
  ['content_filter', 'stopped by the content filter'],
])

/** States that look finished and are not; `FailureCard` explains the others. */
const words = {
  incomplete: { icon: Scissors, ink: 'text-warning', title: 'Incomplete' },
  unconfirmed: {
    icon: TriangleAlert,
    ink: 'text-warning',
    title: 'Unconfirmed: the router closed the connection without confirming completion',
  },
  queued: {
    icon: Hourglass,
    ink: 'text-cable',
    title: 'Queued: the router has accepted the job but not started it',
  },
  running: { icon: Hourglass, ink: 'text-cable', title: 'Running: the router is working on the job' },
  stopped: { icon: CircleStop, ink: 'text-soft', title: 'Stopped by you. Completed work may still be billed' },
  draft: { icon: CircleSlash, ink: 'text-soft', title: 'Not sent' },
} as const

const hasAnswer = (result: RunResult) =>
  showsAnything({ ...result, outputs: result.outputs.filter(({ kind }) => kind !== 'reasoning') })

function emptyWord({ outputs, usage }: RunResult) {
  const look = { icon: CircleSlash, ink: 'text-warning' }
  if (outputs.some((output) => output.kind === 'reasoning' && output.text.trim() !== ''))
    return { ...look, title: 'Completed, but the reply contains only reasoning' }
  if (!outputs.some((output) => output.kind === 'reasoning' && output.encrypted))
    return { ...look, title: 'Completed, but the reply is empty' }
  const tokens = usage?.reasoning ? ` (${counted(usage.reasoning, 'token')})` : ''
  return { ...look, title: `Completed, but the reply contains only encrypted reasoning${tokens}` }
}

export function StatusWord({ run }: { run: Run }) {
  const isEmpty =
    run.status === 'completed' && routeOf(run.endpoint)?.vocabulary === 'response' && !hasAnswer(run.result)
  const word = isEmpty
    ? emptyWord(run.result)
    : run.status in words
      ? words[run.status as keyof typeof words]
      : undefined
  const job = isJob(run.status) ? run.job : undefined
  const reason = job ? `its id is ${shortly(job)}` : run.reason && (reasons.get(run.reason) ?? shortly(run.reason))
  const save = () => {
    const text = new Blob([answerText(run.result)], { type: 'text/plain;charset=utf-8' })
    saveFile(text, `answer_${run.id.slice(0, 8)}.txt`)
  }
  return (
    <>
      {word && (
        <p className={`flex items-center gap-2 text-xs ${word.ink}`}>
          <word.icon size={16} className="shrink-0" />
          <span className="line-clamp-3 min-w-0 break-words">
            {word.title}
            {reason && `: ${reason}`}.
          </span>
        </p>
      )}
      {!run.saved && (
        <div className="flex flex-wrap items-center gap-2 text-danger text-xs">
          <TriangleAlert size={16} />
          This browser could not store the answer. Copy it before you leave.
          <Button icon={<Download size={16} />} onClick={save}>
            Download answer
          </Button>
        </div>
      )}
    </>
  )
}

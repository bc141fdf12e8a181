import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { counted, grouped } from '../../../ui/format.ts'
import { ProblemLine, SendQuestion } from '../lab-notes.tsx'
import { manyCells, priceWords } from '../plan-foot.tsx'
import type { Judges } from './use-judges.ts'

interface JudgeBarProps {
  readonly judges: Judges
  /** What those that compare pairs have said. */
  readonly said: readonly string[]
}

/** What the judges of a plan have answered so far, and the press that asks them; it is asked once more where it sends many or has no price. */
export function JudgeBar({ judges, said }: JudgeBarProps) {
  const { targets, byState, shown, queue, sum, problem, ask, askAgain } = judges
  const [isAsked, setAsked] = useState(false)
  if (targets.length === 0) return null
  const isSending = shown.status === 'sending'
  const left = byState['not sent'].length
  const lost = byState.failed.length + byState.unclear.length
  const press = () => (left > manyCells || sum.unpriced.length > 0 ? setAsked(true) : ask())
  return (
    <section aria-label="Judges" className="grid shrink-0 gap-2 border-line border-t px-4 py-2.5 text-xs md:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="flex items-center gap-2 text-soft tabular-nums">
          <Gavel size={14} className="shrink-0" />
          {grouped(byState.done.length)} of {counted(targets.length, 'judgement')}
          {lost > 0 && ` · ${grouped(lost)} without an answer`}
          {!isSending && left > 0 && ` · ${priceWords(sum)}`}
        </p>
        {isSending ? (
          <Button small onClick={queue.stop}>
            Stop judging
          </Button>
        ) : (
          left > 0 && (
            <Button small onClick={press}>
              Ask for {counted(left, 'judgement')}
            </Button>
          )
        )}
        {!isSending && left === 0 && lost > 0 && (
          <Button small onClick={askAgain}>
            Ask for the {grouped(lost)} again (may be billed)
          </Button>
        )}
      </div>
      {said.map((words) => (
        <p key={words} className="text-soft tabular-nums">
          {words}
        </p>
      ))}
      <ProblemLine words={problem} />
      {shown.status === 'halted' && <p className="text-warning">{shown.why}</p>}
      {isAsked && (
        <SendQuestion
          title={`Send ${counted(left, 'request')} to judges?`}
          verb={`Send ${counted(left, 'request')}`}
          onSend={() => {
            setAsked(false)
            ask()
          }}
          onCancel={() => setAsked(false)}
        >
          {priceWords(sum)}
        </SendQuestion>
      )}
    </section>
  )
}

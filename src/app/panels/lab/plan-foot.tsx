import { FlaskConical, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { priceNotStated } from '#contract/models/prices.ts'
import { columnsOf, problemsOf } from '#lab/cells.ts'
import { problemsOfChecks } from '#lab/checks/evaluate.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { sayPriceSum } from '#lab/sum-prices.ts'
import { ConnectionNotes } from '../../connection/connection-notes.tsx'
import { NotReady } from '../../form/request-notes.tsx'
import type { RequestForm } from '../../form/use-request-form.ts'
import { StorageNotice } from '../../tool/storage-notice.tsx'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { RunButton } from '../../ui/button/run-button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { counted, grouped } from '../../ui/format.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { SendQuestion } from './lab-notes.tsx'
import type { PlanRuns } from './use-plan-runs.ts'

/** More cells than these are asked about once more. */
export const manyCells = 500

type Press = 'all' | 'first row'

/** The press of a plan: asks once more where it sends many cells, or some whose price is not known. `onSent` is called when it sends. */
export function usePlanPress(plan: LabPlan, form: RequestForm, runs: PlanRuns, onSent: () => void) {
  const { size, sum, states, isLast, shown } = runs
  const [asked, setAsked] = useState<Press>()
  const [isTried, setTried] = useState(false)
  const ofChecks = useMemo(() => problemsOfChecks(plan), [plan])
  const problems = [...problemsOf(plan), ...ofChecks]
  const left = isLast && states['not sent'].length > 0 ? states['not sent'].length : size
  function send(which: Press): void {
    setAsked(undefined)
    runs.run(which)
    onSent()
  }
  return {
    ...{ problems, isTried, asked, left },
    /** Sends, or asks. */
    press(which: Press) {
      setTried(true)
      if (shown.status === 'sending' || problems.length > 0) return
      const count = which === 'all' ? left : columnsOf(plan).length
      const isAsked = count > manyCells || sum.unpriced.length > 0
      form.submit(() => (isAsked ? setAsked(which) : send(which)))
    },
    confirm: () => asked && send(asked),
    cancel: () => setAsked(undefined),
    againFailed: () => runs.again(states.failed),
  }
}

interface PlanFootProps {
  readonly plan: LabPlan
  readonly form: RequestForm
  readonly runs: PlanRuns
  readonly press: ReturnType<typeof usePlanPress>
}

/** The run button of a plan, its size and price, preceded by what keeps it from being sent and by what is left of the last press. */
export function PlanFoot({ plan, form, runs, press }: PlanFootProps) {
  const { shown, states, size, isLast, queue, problem, connection } = runs
  const { problems, isTried, asked, left } = press
  const isSending = shown.status === 'sending'
  const models = plan.axes.models.length
  const all = size > 0 ? `Run ${counted(size, 'cell')}` : 'Run'
  const name = isLast && left < size ? `Send the ${grouped(left)} not sent` : all
  const failed = isLast ? states.failed.length : 0
  useActions([
    isSending ? { name: 'Stop', run: queue.stop } : { name, keys: `${modifierName} ↵`, run: () => press.press('all') },
  ])
  return (
    <div className="grid grid-cols-1 gap-2">
      <NotReady form={form} />
      {problems.map((words) => (
        <Problem key={words} words={words} isUrgent={isTried} />
      ))}
      {runs.missing.size > 0 && <Problem words={missingWords(runs)} isUrgent={false} />}
      {problem && <Problem words={problem} isUrgent />}
      <StorageNotice />
      <ConnectionNotes />
      {!isSending && shown.left.length > 0 && <LeftNote runs={runs} />}
      {asked && <Question plan={plan} runs={runs} press={press} />}
      <div className="flex flex-wrap items-center gap-2">
        <RunButton
          name={name}
          keys={`${modifierName} ↵`}
          icon={<FlaskConical size={16} />}
          className="min-h-10! coarse:min-h-11!"
          running={isSending}
          disabled={!isSending && problems.length > 0}
          onRun={() => press.press('all')}
          onStop={queue.stop}
        />
        {!isSending && size > 1 && !(isLast && left < size) && (
          <Button className="min-h-10!" disabled={problems.length > 0} onClick={() => press.press('first row')}>
            Run first row
          </Button>
        )}
      </div>
      <p role="status" className="text-soft text-xs tabular-nums">
        {isSending
          ? progressOf(runs)
          : [size > 0 && `${counted(models, 'model')} · ${priceWords(runs.sum)}`, connection.name]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {!isSending && failed > 0 && (
        <Button small className="justify-self-start" onClick={press.againFailed}>
          Run the {grouped(failed)} failed again (may be billed)
        </Button>
      )}
    </div>
  )
}

/** Why the plan cannot be sent; before the first press only a hint. */
const Problem = ({ words, isUrgent }: { readonly words: string; readonly isUrgent: boolean }) => (
  <p role={isUrgent ? 'alert' : undefined} className={`flex gap-2 text-xs ${isUrgent ? 'text-danger' : 'text-soft'}`}>
    {isUrgent && <TriangleAlert size={16} className="shrink-0" />}
    <span className="min-w-0 wrap-anywhere">{words}</span>
  </p>
)

/** `No file for 2 rows, which are not sent: a.png, b.png` */
function missingWords({ missing }: PlanRuns): string {
  const names = [...new Set(missing.values())].slice(0, 3).join(', ')
  return `No file for ${counted(missing.size, 'row')}, not sent: ${names}${missing.size > 3 ? ' …' : ''}`
}

function progressOf({ states, size }: PlanRuns): string {
  const over = states.done.length + states.failed.length + states.unclear.length + states.deleted.length
  const failed = states.failed.length > 0 ? ` · ${grouped(states.failed.length)} failed` : ''
  return `${grouped(over)} of ${grouped(size)} · ${grouped(states.open.length)} running${failed}`
}

/** `about 41.2 cauris, 2 models not priced` */
export function priceWords(sum: PlanRuns['sum']): string {
  const known = sayPriceSum(sum)
  const { length } = sum.unpriced
  const unpriced = length > 0 ? `${counted(length, 'model')} not priced` : undefined
  return [known && `about ${known}`, unpriced].filter(Boolean).join(', ') || priceNotStated
}

/** Why the last press did not send all; where the plan has changed since, with the buttons that send or forget the rest. */
function LeftNote({ runs: { shown, queue, sendLeft, isLast } }: Pick<PlanFootProps, 'runs'>) {
  const halts = [...shown.halts].map(([model, why]) => `${model}: ${why}`)
  const earlier = isLast ? '' : ' of the earlier version'
  return (
    <Callout tone="warning" title={`${counted(shown.left.length, 'cell')}${earlier} not sent`}>
      <p className="wrap-anywhere text-soft text-xs">{halts.length > 0 ? halts.join(' ') : shown.why}</p>
      {!isLast && (
        <div className="flex flex-wrap gap-1 pt-0.5">
          <Button small className="px-2!" onClick={sendLeft}>
            {shown.left.length === 1 ? 'Send it' : `Send the ${grouped(shown.left.length)} not sent`}
          </Button>
          <Button look="quiet" small className="px-2!" onClick={queue.discard}>
            Discard
          </Button>
        </div>
      )}
    </Callout>
  )
}

function Question({ plan, runs, press }: Omit<PlanFootProps, 'form'>) {
  const { unpriced } = runs.sum
  const count = press.asked === 'all' ? press.left : columnsOf(plan).length
  return (
    <SendQuestion
      title={`Send ${counted(count, 'request')}?`}
      verb={`Send ${counted(count, 'request')}`}
      onSend={press.confirm}
      onCancel={press.cancel}
    >
      {priceWords(runs.sum)}
      {unpriced.length > 0 && `: ${unpriced.slice(0, 3).join(', ')}${unpriced.length > 3 ? ' and others' : ''}`}
    </SendQuestion>
  )
}

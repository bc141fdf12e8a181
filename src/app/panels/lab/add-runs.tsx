import { useState } from 'react'
import { beyondLimits } from '#lab/rows/row-limits.ts'
import { useRunRecord } from '../../run/history/run-record.ts'
import { useDraft } from '../../run/use-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { TestSetRuns, testSetKey } from '../../tool/test-set-runs.ts'
import { toolOf, useTools } from '../../tool/tools.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { counted } from '../../ui/format.ts'
import { OptionSelect } from '../../ui/option-select.tsx'
import { useLabPlace } from './lab-place.ts'
import { toolOfAll, withRunRows } from './run-rows.ts'
import { addPlan, changeRows, type ListedPlan, planTitle, readStoredPlan } from './stored-plans.ts'

/** Asks which plan the runs that were handed over become rows of. */
export function AddRuns({ plans }: { readonly plans: readonly ListedPlan[] }) {
  const runs = useRuns()
  const tools = useTools()
  const record = useRunRecord()
  const { stored, write } = useDraft(testSetKey, TestSetRuns)
  const [, go] = useLabPlace()
  const [into, choose] = useState('')
  const [isClosed, setClosed] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!stored || isClosed) return null
  const close = () => {
    write(undefined)
    setClosed(true)
  }
  async function add(ids: readonly string[]): Promise<void> {
    const records = (await Promise.all(ids.map(record))).filter((one) => one !== undefined)
    const reading = into === '' ? undefined : await readStoredPlan(runs, into)
    const before = reading?.status === 'read' ? reading.plan : undefined
    if (reading?.status === 'refused') return setProblem(reading.why)
    if (records.length === 0) return setProblem('These runs are no longer stored.')
    const plan = withRunRows(records, toolOfAll(records.map(({ run }) => toolOf(tools, run))), before)
    const beyond = beyondLimits(plan.rows)
    if (beyond !== undefined) return setProblem(beyond)
    const at = runs.page.clock.now()
    close()
    if (before) await changeRows(runs, into, plan, at)
    go({ plan: before ? into : addPlan(runs, plan, at), view: 'rows' })
  }
  return (
    <ConfirmDialog
      title="Add to a test set"
      verb={`Add ${counted(stored.runs.length, 'row')}`}
      problem={problem}
      onConfirm={() => void add(stored.runs).catch(() => setProblem('The runs could not be read.'))}
      onCancel={close}
    >
      <div className="grid grid-cols-1 gap-3">
        <p className="text-soft">
          Each run becomes a row with its prompt. The answers of those marked as passed become the expected ones.
        </p>
        <OptionSelect
          aria-label="Plan"
          options={[['', 'New plan'], ...plans.map((plan) => [plan.id, planTitle(plan)] as const)]}
          value={into}
          onValue={choose}
        />
      </div>
    </ConfirmDialog>
  )
}

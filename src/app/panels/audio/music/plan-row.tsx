import { jsonIn } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { readKept, writeKept } from '../../../ui/page-state.ts'
import { planOf, readPlan } from './plan.ts'
import { PlanEditor } from './plan-editor.tsx'

const key = 'patchbay.music-plan'

/** Whether the music is made from a prompt or from a plan, and the plan. While a prompt is chosen, the tab keeps the plan; beside a plan, the prompt stays in the draft and is not sent. */
export function PlanRow({ form, field }: FieldRowProps) {
  const { composition_plan: value } = form.draft
  const plan = readPlan(value)
  const choose = (source: 'prompt' | 'plan') => {
    const { prompt, music_length_ms } = form.draft
    const kept = jsonIn(readKept(key, 'sessionStorage') ?? '')
    if (source === 'prompt') writeKept(key, JSON.stringify(value), 'sessionStorage')
    form.set('composition_plan', source === 'plan' ? (kept ?? planOf(prompt, music_length_ms)) : undefined)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Choice
        name="Compose from"
        options={[
          ['prompt', 'From a prompt'],
          ['plan', 'From a section plan'],
        ]}
        value={value === undefined ? 'prompt' : 'plan'}
        onChange={choose}
      />
      {plan && <PlanEditor plan={plan} onChange={(next) => form.set('composition_plan', next)} />}
      {form.errors.composition_plan !== undefined || (value !== undefined && !plan) ? (
        <FieldRow form={form} field={field} />
      ) : null}
    </div>
  )
}

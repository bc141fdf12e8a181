import { Crop, Expand } from 'lucide-react'
import { useCallback } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/select.tsx'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { badSize, type CutModel, isEqual, sizeName } from './cut.ts'
import { type CutPlan, chosenCut, type Fill, fills, problemOf } from './cut-plan.ts'
import type { Cutting } from './use-cutting.ts'

interface CutBarProps {
  readonly desk: MaskDesk
  readonly plan: CutPlan
  readonly model: CutModel
  readonly cutting: Cutting
}

const words = { crop: 'Crop', extend: 'Extend' } as const
const look = { size: 16, className: '@max-sm:hidden' } as const

/** What the chosen frame becomes, and its actions, over the foot of the canvas. */
export function CutBar({ desk, plan, model, cutting }: CutBarProps) {
  const { way } = plan
  const { tone, text } = noteOn(plan, model, cutting)
  // The fitted view leaves the bar's height free.
  const measure = useCallback(
    (bar: HTMLElement | null) => {
      if (bar) desk.cut.show(bar.offsetHeight + 12)
    },
    [desk],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      ref={measure}
      role="group"
      aria-label={words[way]}
      className="absolute inset-x-2 bottom-3 mx-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @2xl:w-fit @2xl:flex-nowrap rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-float @max-sm:py-1 @max-sm:pl-1.5"
    >
      <p
        role="status"
        className={`w-full min-w-0 text-xs tabular-nums @2xl:w-64 @2xl:shrink-0 ${tone === 'warning' ? 'text-warning' : 'text-soft'}`}
      >
        {text}
      </p>
      {way === 'extend' && <FillSelect plan={plan} onChange={(fill) => desk.cut.set({ ...plan, fill })} />}
      <div className="flex gap-1">
        <Button look="quiet" className="@max-sm:px-2!" onClick={() => desk.endCut()}>
          Cancel
        </Button>
        <Button
          look="primary"
          icon={way === 'crop' ? <Crop {...look} /> : <Expand {...look} />}
          aria-disabled={problemOf(plan) !== undefined || cutting.state.status === 'cutting' || undefined}
          className="aria-disabled:opacity-45"
          onClick={cutting.apply}
        >
          {words[way]}
        </Button>
      </div>
    </div>
  )
}

function noteOn(plan: CutPlan, model: CutModel, { state }: Cutting): { tone: 'plain' | 'warning'; text: string } {
  if (state.status === 'failed') return { tone: 'warning', text: state.why }
  const problem = problemOf(plan)
  if (problem === 'too large') return { tone: 'warning', text: 'The maximum is 64 megapixels.' }
  if (problem === 'unchanged')
    return { tone: 'plain', text: `Drag an edge ${plan.way === 'crop' ? 'inwards' : 'outwards'}, or choose a size.` }
  const { frame, to } = chosenCut(plan)
  const by = to.width / frame.width
  const scaled = isEqual(to, frame) ? '' : `, scaled to ${Math.round(by * 100)}%`
  const bad = badSize(to, model)
  return bad === undefined
    ? { tone: 'plain', text: `${sizeName(to)}${scaled}` }
    : { tone: 'warning', text: `${sizeName(to)}${scaled}: not supported by ${model.model}. ${bad}` }
}

const fillNames: Readonly<Record<Fill, string>> = {
  model: 'Generative fill',
  clear: 'Transparent',
  white: 'White',
  black: 'Black',
}

function FillSelect({ plan, onChange }: { readonly plan: CutPlan; readonly onChange: (fill: Fill) => void }) {
  return (
    <Select
      look="small"
      aria-label="New area"
      className="shrink-0"
      value={plan.fill}
      onChange={({ target }) => onChange(fills.find((fill) => fill === target.value) ?? 'model')}
    >
      {fills.map((fill) => (
        <option key={fill} value={fill}>
          {fillNames[fill]}
        </option>
      ))}
    </Select>
  )
}

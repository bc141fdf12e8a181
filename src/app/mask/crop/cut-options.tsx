import { Select } from '../../ui/select.tsx'
import { NumberField } from '../tools/number-fields.tsx'
import { type CutModel, cutSizes, longestEdge, sizeName } from './cut.ts'
import type { CutSurface } from './cut-layer.tsx'
import { type CutPlan, type CutShape, withEdge, withShape } from './cut-plan.ts'

interface CutOptionsProps {
  readonly surface: Pick<CutSurface, 'setFrame' | 'showFrame'>
  readonly plan: CutPlan
  readonly model: CutModel
}

/** The size of the chosen frame: a ratio or a size of the model, or its edges by their numbers. */
export function CutOptions({ surface, plan, model }: CutOptionsProps) {
  const { frame, way, picture } = plan
  const set = (next: CutPlan) => {
    surface.setFrame(next)
    surface.showFrame()
  }
  const edge = (name: string, label: string, which: 'width' | 'height') => (
    <NumberField
      {...{ name, label, value: frame[which] }}
      least={way === 'crop' ? 1 : picture[which]}
      most={way === 'crop' ? picture[which] : longestEdge}
      onChange={(pixels) => set(withEdge(plan, which, pixels))}
    />
  )
  return (
    <>
      <ShapeSelect plan={plan} model={model} onChange={(shape) => set(withShape(plan, shape))} />
      {edge('Width', 'W', 'width')}
      {edge('Height', 'H', 'height')}
    </>
  )
}

const ratios = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [3, 4],
  [2, 3],
  [9, 16],
] as const

interface ShapeSelectProps {
  readonly plan: CutPlan
  readonly model: CutModel
  readonly onChange: (shape: CutShape | undefined) => void
}

function ShapeSelect({ plan, model, onChange }: ShapeSelectProps) {
  const { picture, way, shape } = plan
  const sizes = cutSizes(picture, way, model).map((size): CutShape => ({ kind: 'size', ...size }))
  const shapes = ratios.map(([width, height]): CutShape => ({ kind: 'ratio', width, height }))
  const all = [...sizes, ...shapes, { kind: 'ratio', ...picture } as const]
  const keyOf = ({ kind, width, height }: CutShape) => `${kind} ${width} ${height}`
  const option = (one: CutShape, words: string) => (
    <option key={keyOf(one)} value={keyOf(one)}>
      {words}
    </option>
  )
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what the label is put around.
    <label className="flex min-w-0 items-center gap-1.5 text-soft text-xs">
      Size
      <Select
        look="small"
        aria-label="Frame size"
        value={shape ? keyOf(shape) : ''}
        onChange={({ target }) => onChange(all.find((one) => keyOf(one) === target.value))}
      >
        <option value="">Free</option>
        {option({ kind: 'ratio', ...picture }, 'Image ratio')}
        {sizes.length > 0 && (
          <optgroup label={`Sizes of ${model.model}`}>{sizes.map((one) => option(one, sizeName(one)))}</optgroup>
        )}
        <optgroup label="Ratios">{shapes.map((one) => option(one, `${one.width}:${one.height}`))}</optgroup>
      </Select>
    </label>
  )
}

import { Crop, Expand } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { NamedFile, TrayPicture } from '../../files/read-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/native-select.tsx'
import type { MaskView } from '../canvas/mask-view.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { NumberField } from '../tools/number-fields.tsx'
import {
  badSize,
  type CutModel,
  cutMask,
  cutName,
  cutPicture,
  cutSizes,
  type Fill,
  fills,
  gridOf,
  isEqual,
  longestEdge,
  sizeName,
} from './cut.ts'
import type { CutSurface } from './cut-layer.tsx'
import { type CutPlan, type CutShape, chosenCut, outsideOf, problemOf, withEdge, withShape } from './cut-plan.ts'

/** Puts the cut in the base's place, with the mask that `maskOf` makes of the one before. Rejects where it cannot be read. */
type TakeCut = (cut: NamedFile, maskOf: (before: MaskEditor) => Uint8Array) => Promise<void>

export interface CutSetup extends CutModel {
  readonly onCut: TakeCut
}

type CuttingState =
  | { readonly status: 'ready' }
  | { readonly status: 'cutting' }
  | { readonly status: 'failed'; readonly why: string }

type Cutting = ReturnType<typeof useCutting>

/** Makes the cut that is chosen on the canvas. The frame stays until the new base takes the canvas's place. */
export function useCutting(mask: MaskDocument, base: TrayPicture, { model, onCut }: CutSetup) {
  const [state, setState] = useState<CuttingState>({ status: 'ready' })
  useEffect(() => {
    mask.grid = gridOf(model)
  }, [mask, model])
  const apply = async () => {
    const { frame: plan } = mask.state.get()
    if (!plan || problemOf(plan) !== undefined || state.status === 'cutting') return
    setState({ status: 'cutting' })
    try {
      const cut = chosenCut(plan)
      const blob = await cutPicture(base, cut, plan.fill)
      await onCut({ name: cutName(base, cut.to), blob }, (before) => cutMask(before, cut, outsideOf(plan)))
      setState({ status: 'ready' })
    } catch (error) {
      setState({ status: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    state,
    /** Makes the chosen cut; does nothing where there is none to make. */
    apply: () => void apply(),
  }
}

interface CutBarProps {
  readonly mask: MaskDocument
  readonly view: MaskView
  readonly plan: CutPlan
  readonly model: CutModel
  readonly cutting: Cutting
}

const words = { crop: 'Crop', extend: 'Extend' } as const
const look = { size: 16, className: '@max-sm:hidden' } as const

export function CutBar({ mask, view, plan, model, cutting }: CutBarProps) {
  const { way } = plan
  const { tone, text } = noteOn(plan, model, cutting)
  // The fitted view leaves the bar's height free.
  const measure = useCallback(
    (bar: HTMLElement | null) => {
      if (bar) view.showFrame(bar.offsetHeight + 12)
    },
    [view],
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
      {way === 'extend' && <FillSelect plan={plan} onChange={(fill) => mask.setFrame({ ...plan, fill })} />}
      <div className="flex gap-1">
        <Button look="quiet" className="@max-sm:px-2!" onClick={() => mask.endFrame()}>
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

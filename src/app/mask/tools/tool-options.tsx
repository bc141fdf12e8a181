import { SquareDashed } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Tick } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskView } from '../canvas/mask-view.ts'
import type { CutModel } from '../crop/cut.ts'
import { CutOptions } from '../crop/cut-bar.tsx'
import type { MaskDocument } from '../document/mask-document.ts'
import { changeSettings, largestSize, placeOfSize, sizeAt, stepSize, useMaskSettings } from './mask-settings.ts'
import { isRound } from './mask-tools.ts'
import { NumberField, SliderField } from './number-fields.tsx'

interface RowProps {
  readonly mask: MaskDocument
  readonly room: 'wide' | 'narrow'
}

interface ToolOptionsProps extends RowProps {
  readonly view: MaskView
  readonly cuts: CutModel
}

export function ToolOptions({ mask, view, room, cuts }: ToolOptionsProps) {
  const { tool, value, frame } = usePageState(mask.state)
  if (frame) return <CutOptions surface={view} plan={frame} model={cuts} />
  if (tool === 'hand') return <Note>Drag to pan.</Note>
  if (isRound(tool)) return <TipFields mask={mask} room={room} />
  return (
    <>
      <InkChoice value={value} onChange={(next) => mask.setValue(next)} />
      {(tool === 'rectangle' || tool === 'ellipse') && <ExactShape key={tool} mask={mask} tool={tool} room={room} />}
      {tool === 'colour-select' && <ColourFields />}
      {tool === 'polygon' && <Note>Click to add corners; Enter or double-click closes.</Note>}
      {tool === 'lasso' && <Note>Draw around the area to change.</Note>}
      {tool === 'fill' && <Note>Click an area of the mask.</Note>}
    </>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="min-w-0 text-faint text-xs">{children}</p>
)

function TipFields({ room, mask }: RowProps) {
  const { size, hardness } = useMaskSettings()
  const hardnessField = {
    ...{ name: 'Hardness', unit: '%', value: hardness, least: 0, most: 100 },
    onChange: (next: number) => changeSettings({ hardness: next }),
  }
  return (
    <>
      <SliderField
        {...{ name: 'Size', sliderName: 'Brush size', unit: 'px', value: size, least: 1, most: largestSize }}
        onChange={(next) => changeSettings({ size: next })}
        onStep={(direction) => changeSettings({ size: stepSize(size, direction) })}
        placeOf={placeOfSize}
        valueAt={sizeAt}
        className="max-w-80"
      />
      {room === 'narrow' ? (
        <NumberField {...hardnessField} />
      ) : (
        <SliderField
          {...hardnessField}
          sliderName="Brush hardness"
          onStep={(direction) => mask.do({ kind: 'hardness', direction })}
          placeOf={(value) => value / 100}
          valueAt={(place) => Math.round(place * 100)}
          className="max-w-64"
        />
      )}
    </>
  )
}

interface ExactShapeProps extends RowProps {
  readonly tool: 'rectangle' | 'ellipse'
}

function ExactShape({ mask, tool, room }: ExactShapeProps) {
  const [open, setOpen] = useState<'open' | 'closed'>('closed')
  if (room === 'wide') return <BoxFields mask={mask} tool={tool} />
  return (
    <>
      <Button
        className="min-h-8! px-2.5! text-xs! coarse:min-h-11!"
        icon={<SquareDashed size={16} />}
        onClick={() => setOpen('open')}
      >
        Exact size…
      </Button>
      <Dialog title="Exact shape" open={open === 'open'} onClose={() => setOpen('closed')}>
        <BoxFields mask={mask} tool={tool} />
      </Dialog>
    </>
  )
}

function ColourFields() {
  const { tolerance, reach } = useMaskSettings()
  return (
    <>
      <NumberField
        name="Tolerance"
        value={tolerance}
        least={0}
        most={255}
        onChange={(next) => changeSettings({ tolerance: next })}
      />
      <Tick
        isOn={reach === 'touching'}
        onChange={(isOn) => changeSettings({ reach: isOn ? 'touching' : 'everywhere' })}
        className="h-8 shrink-0 gap-1.5 whitespace-nowrap px-1 text-soft text-xs coarse:h-11"
      >
        Contiguous
      </Tick>
    </>
  )
}

const inks = [
  { value: 255, name: 'Paint' },
  { value: 0, name: 'Erase' },
] as const

/** Whether shapes paint or erase; the right button and Alt invert it. */
function InkChoice({ value: chosen, onChange }: { value: 255 | 0; onChange: (value: 255 | 0) => void }) {
  return (
    <div
      role="radiogroup"
      aria-label="Shape mode"
      className="flex h-8 shrink-0 rounded-md border border-line bg-surface text-xs coarse:h-11.5"
    >
      {inks.map(({ value, name }) => (
        <label
          key={value}
          className="relative flex items-center rounded-md px-2.5 text-soft transition-colors duration-120 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-cable has-focus-visible:outline-2 has-focus-visible:outline-cable has-focus-visible:outline-offset-1"
        >
          <input
            type="radio"
            name="mask-ink"
            checked={chosen === value}
            onChange={() => onChange(value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {name}
        </label>
      ))}
    </div>
  )
}

const strengths = [
  ['Add', 255],
  ['Subtract', 0],
] as const

/** A rectangle or an ellipse by its numbers, in pixels of the picture; initially the middle half. */
function BoxFields({ mask, tool }: { readonly mask: MaskDocument; readonly tool: 'rectangle' | 'ellipse' }) {
  const { width, height } = mask.editor
  const [box, setBox] = useState(() => ({
    x: Math.floor(width / 4),
    y: Math.floor(height / 4),
    width: Math.max(1, Math.round(width / 2)),
    height: Math.max(1, Math.round(height / 2)),
  }))
  const numbers = [
    ['x', 'X', 'X', 0, width - 1],
    ['y', 'Y', 'Y', 0, height - 1],
    ['width', 'Width', 'W', 1, width],
    ['height', 'Height', 'H', 1, height],
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of the bar.
    <div role="group" aria-label="Exact shape" className="flex flex-wrap items-center gap-1.5">
      {numbers.map(([edge, name, label, least, most]) => (
        <NumberField
          key={edge}
          {...{ name, label, least, most }}
          value={box[edge]}
          onChange={(next) => setBox({ ...box, [edge]: next })}
        />
      ))}
      {strengths.map(([name, value]) => (
        <Button
          key={name}
          className="min-h-8! px-2! text-xs! coarse:min-h-11! coarse:px-3!"
          onClick={() => mask.addShape(tool, box, value)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

import { SquareDashed } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Tick } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import type { CutModel } from '../crop/cut.ts'
import { CutOptions } from '../crop/cut-options.tsx'
import { BoxFields } from './box-fields.tsx'
import { changeSettings, largestSize, placeOfSize, sizeAt, stepSize, useMaskSettings } from './mask-settings.ts'
import { NumberField } from './number-field.tsx'
import { SliderField } from './slider-field.tsx'
import { isRound } from './tools.ts'

interface RowProps {
  readonly desk: MaskDesk
  /** Where there is no room for rows of numbers, those are in a dialog. */
  readonly room: 'wide' | 'narrow'
}

interface ToolOptionsProps extends RowProps {
  /** The model that crops and extensions are for. */
  readonly cuts: CutModel
}

/** The settings of the chosen tool, in one row. */
export function ToolOptions({ desk, room, cuts }: ToolOptionsProps) {
  useDesk(desk)
  const { tool } = desk
  const { plan } = desk.cut
  if (plan) return <CutOptions desk={desk} plan={plan} model={cuts} />
  if (tool === 'hand') return <Note>Drag to pan.</Note>
  if (isRound(tool)) return <TipFields desk={desk} room={room} />
  return (
    <>
      <InkChoice desk={desk} />
      {(tool === 'rectangle' || tool === 'ellipse') && <ExactShape key={tool} desk={desk} tool={tool} room={room} />}
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

function TipFields({ desk, room }: RowProps) {
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
          onStep={(direction) => desk.do({ kind: 'hardness', direction })}
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

/** The numbers of a shape: in the row, or behind a button. */
function ExactShape({ desk, tool, room }: ExactShapeProps) {
  const [open, setOpen] = useState<'open' | 'closed'>('closed')
  if (room === 'wide') return <BoxFields desk={desk} tool={tool} />
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
        <BoxFields desk={desk} tool={tool} />
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
function InkChoice({ desk }: { readonly desk: MaskDesk }) {
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
            checked={desk.value === value}
            onChange={() => desk.setValue(value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {name}
        </label>
      ))}
    </div>
  )
}

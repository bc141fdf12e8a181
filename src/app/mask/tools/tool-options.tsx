import { PenLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Tick } from '../../ui/choice.tsx'
import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import { changeSettings, largestSize, type MaskSettings, stepSize, useMaskSettings } from './mask-settings.ts'
import { NumberField } from './number-field.tsx'
import { isRound } from './tools.ts'

/** The settings of the chosen tool. */
export function ToolOptions({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const settings = useMaskSettings()
  const { tool } = desk
  if (tool === 'hand') return <Note>Drag to pan.</Note>
  if (isRound(tool)) return <TipFields settings={settings} desk={desk} />
  return (
    <>
      <InkChoice desk={desk} />
      {(tool === 'rectangle' || tool === 'ellipse') && <BoxFields key={tool} desk={desk} tool={tool} />}
      {tool === 'colour-select' && <ColourFields settings={settings} />}
      {tool === 'polygon' && <Note>Click to add corners; press Enter or double-click to close.</Note>}
      {tool === 'lasso' && <Note>Draw around the area to change.</Note>}
      {tool === 'fill' && <Note>Click an area of the mask.</Note>}
    </>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="shrink-0 text-faint text-xs">{children}</p>
)

function TipFields({ settings, desk }: { readonly settings: MaskSettings; readonly desk: MaskDesk }) {
  return (
    <>
      <NumberField
        name="Size"
        unit="px"
        value={settings.size}
        least={1}
        most={largestSize}
        onChange={(size) => changeSettings({ size })}
        steps={{
          less: 'Smaller',
          more: 'Larger',
          onStep: (direction) => changeSettings({ size: stepSize(settings.size, direction) }),
        }}
      />
      <NumberField
        name="Hardness"
        unit="%"
        value={settings.hardness}
        least={0}
        most={100}
        onChange={(hardness) => changeSettings({ hardness })}
        steps={{ less: 'Softer', more: 'Harder', onStep: (direction) => desk.do({ kind: 'hardness', direction }) }}
      />
      <IconButton
        name="Pen pressure"
        title="Pen pressure changes the size"
        icon={<PenLine size={16} strokeWidth={1.5} />}
        aria-pressed={settings.pressure === 'size'}
        className="aria-pressed:bg-cable/15! aria-pressed:text-cable!"
        onClick={() => changeSettings({ pressure: settings.pressure === 'size' ? 'nothing' : 'size' })}
      />
    </>
  )
}

function ColourFields({ settings }: { readonly settings: MaskSettings }) {
  return (
    <>
      <NumberField
        name="Tolerance"
        value={settings.tolerance}
        least={0}
        most={255}
        onChange={(tolerance) => changeSettings({ tolerance })}
      />
      <Tick
        isOn={settings.reach === 'touching'}
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
          className="relative flex items-center rounded-md px-2.5 text-soft transition-colors duration-120 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-cable has-focus-visible:outline-2 has-focus-visible:outline-cable has-focus-visible:outline-offset-1 coarse:px-4"
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

const strengths = [
  ['Add', 255],
  ['Subtract', 0],
] as const

interface BoxFieldsProps {
  readonly desk: MaskDesk
  readonly tool: 'rectangle' | 'ellipse'
}

/** A rectangle or an ellipse by its numbers, in pixels of the picture; initially the middle half. */
function BoxFields({ desk, tool }: BoxFieldsProps) {
  const { width, height } = desk.editor
  const [box, setBox] = useState(() => ({
    x: Math.floor(width / 4),
    y: Math.floor(height / 4),
    width: Math.max(1, Math.round(width / 2)),
    height: Math.max(1, Math.round(height / 2)),
  }))
  const set = (change: Partial<typeof box>) => setBox((before) => ({ ...before, ...change }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row that scrolls.
    <div role="group" aria-label="Exact shape" className="flex shrink-0 items-center gap-1.5">
      <NumberField name="X" value={box.x} least={0} most={width - 1} onChange={(x) => set({ x })} />
      <NumberField name="Y" value={box.y} least={0} most={height - 1} onChange={(y) => set({ y })} />
      <NumberField
        name="Width"
        label="W"
        value={box.width}
        least={1}
        most={width}
        onChange={(next) => set({ width: next })}
      />
      <NumberField
        name="Height"
        label="H"
        value={box.height}
        least={1}
        most={height}
        onChange={(next) => set({ height: next })}
      />
      {strengths.map(([name, value]) => (
        <Button
          key={name}
          className="min-h-8! px-2! text-xs! coarse:min-h-11! coarse:px-3!"
          onClick={() => desk.addShape(tool, box, value)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import type { MaskDesk } from '../canvas/mask-desk.ts'
import { NumberField } from './number-field.tsx'

const strengths = [
  ['Add', 255],
  ['Subtract', 0],
] as const

interface BoxFieldsProps {
  readonly desk: MaskDesk
  readonly tool: 'rectangle' | 'ellipse'
}

/** A rectangle or an ellipse by its numbers, in pixels of the picture; initially the middle half. */
export function BoxFields({ desk, tool }: BoxFieldsProps) {
  const { width, height } = desk.editor
  const [box, setBox] = useState(() => ({
    x: Math.floor(width / 4),
    y: Math.floor(height / 4),
    width: Math.max(1, Math.round(width / 2)),
    height: Math.max(1, Math.round(height / 2)),
  }))
  const set = (change: Partial<typeof box>) => setBox((before) => ({ ...before, ...change }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of the bar.
    <div role="group" aria-label="Exact shape" className="flex flex-wrap items-center gap-1.5">
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

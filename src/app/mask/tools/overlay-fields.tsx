import type { ReactNode } from 'react'
import { Select } from '../../ui/select.tsx'
import type { OverlayLook } from '../canvas/overlay-pixels.ts'
import { changeSettings, useMaskSettings } from './mask-settings.ts'

const looks: readonly { readonly id: OverlayLook; readonly name: string }[] = [
  { id: 'both', name: 'Fill and outline' },
  { id: 'fill', name: 'Fill only' },
  { id: 'outline', name: 'Outline only' },
]

type Place = 'bar' | 'dialog'

/** How the mask lies over the picture: in the bar without visible labels, in a dialog in rows with them. */
export function OverlayFields({ place }: { readonly place: Place }) {
  const { opacity, colour, look } = useMaskSettings()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row of the bar.
    <div
      role="group"
      aria-label="Overlay"
      className={place === 'bar' ? 'flex shrink-0 items-center gap-2' : 'grid grid-cols-1 gap-3'}
    >
      <Row name="Opacity" place={place}>
        <input
          type="range"
          title={`Overlay opacity: ${opacity}%`}
          aria-valuetext={`${opacity}%`}
          min={0}
          max={100}
          step={5}
          value={opacity}
          onChange={(event) => changeSettings({ opacity: Number(event.target.value) })}
          className="h-8 w-20 shrink-0 accent-cable coarse:h-11 coarse:w-40"
        />
      </Row>
      <Row name="Colour" place={place}>
        <input
          type="color"
          title="Overlay colour"
          value={colour}
          onChange={(event) => changeSettings({ colour: event.target.value })}
          className="h-7 w-8 shrink-0 cursor-pointer rounded-md border border-line bg-surface p-0.5 coarse:size-11"
        />
      </Row>
      <Row name="Style" place={place}>
        <Select
          look="small"
          title="Overlay style"
          value={look}
          onChange={(event) =>
            changeSettings({ look: looks.find(({ id }) => id === event.target.value)?.id ?? 'both' })
          }
          className="shrink-0"
        >
          {looks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Row>
    </div>
  )
}

interface RowProps {
  readonly name: string
  readonly place: Place
  readonly children: ReactNode
}

const Row = ({ name, place, children }: RowProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
  <label className="flex items-center justify-between gap-3 text-sm">
    <span className={place === 'bar' ? 'sr-only' : ''}>{name}</span>
    {children}
  </label>
)

import { Eye, EyeOff, Minus, Plus } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/native-select.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { percentOf } from '../../view/zoom.ts'
import type { OverlayLook } from '../canvas/mask-overlay.ts'
import type { MaskView } from '../canvas/mask-view.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { changeSettings, useKeyHint, useMaskSettings } from './mask-settings.ts'

interface ViewBarProps {
  readonly mask: MaskDocument
  readonly view: MaskView
}

/** The bar below the canvas: coverage, cursor position, zoom, and the look of the mask. */
export function ViewBar({ mask, view }: ViewBarProps) {
  const [overlay, setOverlay] = useState<'open' | 'closed'>('closed')
  return (
    <div className="flex h-11 shrink-0 items-center gap-x-3 overflow-hidden border-line border-t pr-1.5 pl-3 coarse:h-13">
      <Readout mask={mask} view={view} />
      <OperationNote mask={mask} />
      <div className="ml-auto flex shrink-0 items-center gap-3">
        <ZoomFields view={view} />
        <div className="hidden items-center gap-2 @2xl:flex">
          <OverlayFields place="bar" />
          <OriginalToggle view={view} />
        </div>
        <Button look="quiet" className={`${small} @2xl:hidden`} onClick={() => setOverlay('open')}>
          Overlay
        </Button>
      </div>
      <Dialog title="Mask overlay" open={overlay === 'open'} onClose={() => setOverlay('closed')}>
        <OverlayFields place="dialog" />
      </Dialog>
    </div>
  )
}

const small = 'min-h-8! min-w-9 px-1.5! text-xs! coarse:min-h-11! coarse:min-w-11'

/** Written to the DOM after each frame, without React: it changes with every pointer move. */
function Readout({ mask, view }: ViewBarProps) {
  const marked = useWritten(view, () => `${mask.coverage} marked`)
  const position = useWritten(view, () => (view.pixel ? `${view.pixel.x}, ${view.pixel.y}` : ''))
  return (
    <p className="flex min-w-0 gap-4 whitespace-nowrap text-soft text-xs tabular-nums">
      <span ref={marked} className="truncate @2xl:min-w-[14ch]" />
      <span ref={position} title="Pixel position" className="hidden min-w-[10ch] text-faint @2xl:inline" />
    </p>
  )
}

function useWritten(view: MaskView, words: () => string): (element: HTMLElement | null) => (() => void) | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are read from the document and its view, whichever function does so.
  return useCallback(
    (element) => {
      if (!element) return undefined
      const write = () => {
        const now = words()
        if (element.textContent !== now) element.textContent = now
      }
      write()
      return view.onDraw(write)
    },
    [view],
  )
}

function OperationNote({ mask }: { readonly mask: MaskDocument }) {
  const { operation } = usePageState(mask.state)
  if (operation.kind === 'idle') return null
  if (operation.kind === 'running') return <p className="shrink-0 text-faint text-xs">Working…</p>
  return (
    <p role="alert" className="shrink-0 text-danger text-xs">
      {operation.why}
    </p>
  )
}

function OriginalToggle({ view }: { readonly view: MaskView }) {
  const { shows } = usePageState(view.state)
  const hint = useKeyHint()
  const isShown = shows === 'original'
  return (
    <IconButton
      name="Show original"
      title={`Show original${hint('original').replace('(', '(hold ')}`}
      aria-pressed={isShown}
      icon={isShown ? <EyeOff size={18} /> : <Eye size={18} />}
      onClick={() => view.show(isShown ? 'mask' : 'original')}
    />
  )
}

function ZoomFields({ view }: { readonly view: MaskView }) {
  const zoom = useWritten(view, () => percentOf(view.view.scale))
  const hint = useKeyHint()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row that scrolls.
    <div role="group" aria-label="Zoom" className="flex shrink-0 items-center gap-0.5">
      <IconButton
        name="Zoom out"
        className="@max-[22rem]:hidden"
        icon={<Minus size={16} />}
        onClick={() => view.do({ kind: 'zoom', direction: -1 })}
      />
      <output ref={zoom} aria-label="Zoom" className="w-[6ch] text-center font-mono text-soft text-xs tabular-nums" />
      <IconButton
        name="Zoom in"
        className="@max-[22rem]:hidden"
        icon={<Plus size={16} />}
        onClick={() => view.do({ kind: 'zoom', direction: 1 })}
      />
      <Button look="quiet" className={small} title={`Fit${hint('fit')}`} onClick={() => view.do({ kind: 'fit' })}>
        Fit
      </Button>
      <Button
        look="quiet"
        className={`${small} @max-2xl:hidden`}
        title={`100%${hint('actual')}`}
        onClick={() => view.do({ kind: 'actual' })}
      >
        100%
      </Button>
    </div>
  )
}

const looks: readonly { readonly id: OverlayLook; readonly name: string }[] = [
  { id: 'both', name: 'Fill and outline' },
  { id: 'fill', name: 'Fill only' },
  { id: 'outline', name: 'Outline only' },
]

type Place = 'bar' | 'dialog'

/** How the mask lies over the picture: in the bar without visible labels, in a dialog in rows with them. */
function OverlayFields({ place }: { readonly place: Place }) {
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

const Row = ({ name, place, children }: { name: string; place: Place; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
  <label className="flex items-center justify-between gap-3 text-sm">
    <span className={place === 'bar' ? 'sr-only' : ''}>{name}</span>
    {children}
  </label>
)

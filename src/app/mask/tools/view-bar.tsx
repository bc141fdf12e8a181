import { Eye, EyeOff, Minus, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { percentOf } from '../../view/zoom.ts'
import { type MaskDesk, useDesk } from '../canvas/mask-desk.ts'
import { useKeyHint } from './mask-settings.ts'
import { OverlayFields } from './overlay-fields.tsx'

/** The bar below the canvas: coverage, cursor position, zoom, and the look of the mask. */
export function ViewBar({ desk }: { readonly desk: MaskDesk }) {
  const [overlay, setOverlay] = useState<'open' | 'closed'>('closed')
  return (
    <div className="flex h-11 shrink-0 items-center gap-x-3 overflow-hidden border-line border-t pr-1.5 pl-3 coarse:h-13">
      <Readout desk={desk} />
      <WorkNote desk={desk} />
      <div className="ml-auto flex shrink-0 items-center gap-3">
        <ZoomFields desk={desk} />
        <div className="hidden items-center gap-2 @2xl:flex">
          <OverlayFields place="bar" />
          <OriginalToggle desk={desk} />
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
function Readout({ desk }: { readonly desk: MaskDesk }) {
  const marked = useWritten(desk, () => `${desk.coverage} marked`)
  const position = useWritten(desk, () => (desk.pixel ? `${desk.pixel.x}, ${desk.pixel.y}` : ''))
  return (
    <p className="flex min-w-0 gap-4 whitespace-nowrap text-soft text-xs tabular-nums">
      <span ref={marked} className="truncate @2xl:min-w-[14ch]" />
      <span ref={position} title="Pixel position" className="hidden min-w-[10ch] text-faint @2xl:inline" />
    </p>
  )
}

function useWritten(desk: MaskDesk, words: () => string): (element: HTMLElement | null) => (() => void) | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are read from the desk, whichever function does so.
  return useCallback(
    (element) => {
      if (!element) return undefined
      const write = () => {
        const now = words()
        if (element.textContent !== now) element.textContent = now
      }
      write()
      const ends = [desk.onFrame(write), desk.subscribe(write)]
      return () => {
        for (const end of ends) end()
      }
    },
    [desk],
  )
}

/** The state of work in the worker. */
function WorkNote({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const { state } = desk.work
  if (state.kind === 'rests') return null
  if (state.kind === 'works') return <p className="shrink-0 text-faint text-xs">Working…</p>
  return (
    <p role="alert" className="shrink-0 text-danger text-xs">
      {state.why}
    </p>
  )
}

function OriginalToggle({ desk }: { readonly desk: MaskDesk }) {
  useDesk(desk)
  const hint = useKeyHint()
  const isShown = desk.shows === 'original'
  return (
    <IconButton
      name="Show original"
      title={`Show original${hint('original').replace('(', '(hold ')}`}
      aria-pressed={isShown}
      icon={isShown ? <EyeOff size={18} /> : <Eye size={18} />}
      onClick={() => desk.show(isShown ? 'mask' : 'original')}
    />
  )
}

function ZoomFields({ desk }: { readonly desk: MaskDesk }) {
  const zoom = useWritten(desk, () => percentOf(desk.screen.view.scale))
  const hint = useKeyHint()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row that scrolls.
    <div role="group" aria-label="Zoom" className="flex shrink-0 items-center gap-0.5">
      <IconButton
        name="Zoom out"
        className="@max-[22rem]:hidden"
        icon={<Minus size={16} />}
        onClick={() => desk.do({ kind: 'zoom', direction: -1 })}
      />
      <output ref={zoom} aria-label="Zoom" className="w-[6ch] text-center font-mono text-soft text-xs tabular-nums" />
      <IconButton
        name="Zoom in"
        className="@max-[22rem]:hidden"
        icon={<Plus size={16} />}
        onClick={() => desk.do({ kind: 'zoom', direction: 1 })}
      />
      <Button look="quiet" className={small} title={`Fit${hint('fit')}`} onClick={() => desk.do({ kind: 'fit' })}>
        Fit
      </Button>
      <Button
        look="quiet"
        className={`${small} @max-2xl:hidden`}
        title={`100%${hint('actual')}`}
        onClick={() => desk.do({ kind: 'actual' })}
      >
        100%
      </Button>
    </div>
  )
}

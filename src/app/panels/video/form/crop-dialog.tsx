import { Crop } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Dimensions } from '#media/dimensions.ts'
import type { NamedFile, TrayPicture } from '../../../files/read-file.ts'
import { cutName, cutPicture, sizeName } from '../../../mask/crop/cut.ts'
import { CutLayer, type CutSurface, placed, useGrip, writeView } from '../../../mask/crop/cut-layer.tsx'
import { type CutPlan, chosenCut, withDrag } from '../../../mask/crop/cut-plan.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { usePicture } from '../../../view/media/use-picture.ts'
import { beginCrop, mostZoom, withZoom, zoomOf } from './crop-plan.ts'

/** Room around the picture for the handles at its edges, in CSS pixels. */
const margin = 14

interface CropSurface extends CutSurface {
  /** Fits the picture into a box, whatever size that takes, and keeps the view in its custom properties. Returns the function that ends it. */
  readonly fit: (box: HTMLElement) => () => void
}

/** What a frame is drawn over: the whole picture, as large as its box allows. */
function createCropSurface({ width, height }: Dimensions, setFrame: (plan: CutPlan) => void): CropSurface {
  const listeners = new Set<() => void>()
  let view = { scale: 1, x: 0, y: 0 }
  return {
    get view() {
      return view
    },
    onDraw(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setFrame,
    showFrame() {},
    fit(box) {
      const write = () => {
        const { clientWidth: across, clientHeight: down } = box
        const scale = Math.max(0.001, Math.min((across - 2 * margin) / width, (down - 2 * margin) / height))
        view = { scale, x: (across - width * scale) / 2, y: (down - height * scale) / 2 }
        writeView(box, view)
        for (const listener of listeners) listener()
      }
      write()
      const watch = new ResizeObserver(write)
      watch.observe(box)
      return () => watch.disconnect()
    },
  }
}

interface CropDialogProps {
  readonly picture: TrayPicture
  /** The size of the result, whose ratio the frame keeps. */
  readonly to: Dimensions
  readonly onCrop: (file: NamedFile) => void
  readonly onClose: () => void
}

/** Asks which part of a picture is kept, and makes it. */
export function CropDialog({ picture, to, onCrop, onClose }: CropDialogProps) {
  const [plan, setPlan] = useState(() => beginCrop(picture, to))
  const [state, setState] = useState<'ready' | 'cropping' | { readonly failed: string }>('ready')
  const failed = typeof state === 'object' ? state.failed : undefined
  /** Enlarged it loses sharpness. */
  const percent = Math.round((to.width / plan.frame.width) * 100)
  const isWarning = failed !== undefined || percent > 100
  const scaled = percent === 100 ? 'Not scaled' : `${percent > 100 ? 'Enlarged' : 'Reduced'} to ${percent}%`
  const crop = async () => {
    if (state === 'cropping') return
    setState('cropping')
    try {
      onCrop({ name: cutName(picture, to), blob: await cutPicture(picture, chosenCut(plan), 'white') })
      onClose()
    } catch (error) {
      setState({ failed: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <Dialog
      title={`Crop to ${sizeName(to)}`}
      open
      onClose={onClose}
      foot={
        <div className="flex items-center justify-end gap-2">
          <p
            role="status"
            className={`min-w-0 flex-1 text-xs tabular-nums wrap-anywhere ${isWarning ? 'text-warning' : 'text-soft'}`}
          >
            {failed ?? scaled}
          </p>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            icon={<Crop size={16} />}
            aria-disabled={state === 'cropping' || undefined}
            onClick={() => void crop()}
          >
            Crop
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <CropArea picture={picture} plan={plan} onPlan={setPlan} onEnter={() => void crop()} />
        <ZoomSlider plan={plan} onPlan={setPlan} />
      </div>
    </Dialog>
  )
}

interface PlanProps {
  readonly plan: CutPlan
  readonly onPlan: (change: (plan: CutPlan) => CutPlan) => void
}

interface CropAreaProps extends PlanProps {
  readonly picture: TrayPicture
  readonly onEnter: () => void
}

/** The picture with the frame over it. White below, since a video has no transparency. */
function CropArea({ picture, plan, onPlan, onEnter }: CropAreaProps) {
  const { url } = usePicture(picture.blob)
  const [surface] = useState(() => createCropSurface(picture, (next) => onPlan(() => next)))
  const follow = useCallback(
    (box: HTMLElement | null) => {
      if (!box) return undefined
      const end = surface.fit(box)
      const zoom = (event: WheelEvent) => {
        event.preventDefault()
        onPlan((now) => withZoom(now, zoomOf(now) * 1.002 ** -event.deltaY))
      }
      // React's own listener is passive: the dialog would scroll.
      box.addEventListener('wheel', zoom, { passive: false })
      return () => {
        end()
        box.removeEventListener('wheel', zoom)
      }
    },
    [surface, onPlan],
  )
  return (
    <div ref={follow} className="relative h-[min(24rem,48dvh)] overflow-hidden rounded-md bg-sunken">
      {url && (
        <img
          src={url}
          alt=""
          draggable={false}
          className="absolute max-w-none bg-white"
          style={placed({ x: 0, y: 0, width: picture.width, height: picture.height })}
        />
      )}
      <CutLayer surface={surface} plan={plan}>
        <FrameBox surface={surface} plan={plan} onPlan={onPlan} onEnter={onEnter} />
      </CutLayer>
    </div>
  )
}

interface FrameBoxProps extends PlanProps {
  readonly surface: ReturnType<typeof createCropSurface>
  readonly onEnter: () => void
}

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The inside of the frame: dragged, moved by arrow keys (a hundredth of the picture, with Shift ten), zoomed by + and −. */
function FrameBox({ surface, plan, onPlan, onEnter }: FrameBoxProps) {
  const grip = useGrip({ surface, plan }, 'all')
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  // After the dialog has opened: nothing in a closed one takes the focus.
  useEffect(() => box.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const way = ownOf(ways, key)
    if (way) {
      const step = (shiftKey ? 10 : 1) * Math.max(1, Math.max(plan.picture.width, plan.picture.height) / 100)
      onPlan((now) => withDrag(now, { by: { x: way[0] * step, y: way[1] * step }, handle: 'all' }))
    } else if (key === '+' || key === '=') onPlan((now) => withZoom(now, zoomOf(now) + 10))
    else if (key === '-') onPlan((now) => withZoom(now, zoomOf(now) - 10))
    else if (key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  const { x, y, width, height } = plan.frame
  return (
    <>
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys.
        tabIndex={0}
        aria-label="Crop frame"
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        className="pointer-events-auto absolute inset-0 cursor-move touch-none outline-none focus-visible:outline-3 focus-visible:outline-cable"
        {...grip}
      />
      <p id={hint} className="sr-only">
        {`${width} × ${height} pixels at ${x}, ${y}. Arrow keys move the frame, plus and minus zoom.`}
      </p>
    </>
  )
}

function ZoomSlider({ plan, onPlan }: PlanProps) {
  const id = useId()
  const [zoom, most] = [zoomOf(plan), mostZoom(plan)]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_3.5rem] items-center gap-3 text-soft text-xs">
      <label htmlFor={id}>Zoom</label>
      <input
        id={id}
        type="range"
        min={100}
        max={most}
        value={zoom}
        aria-valuetext={`${zoom}%`}
        className="h-9 w-full min-w-0 accent-cable coarse:h-11"
        onChange={({ target }) => onPlan((now) => withZoom(now, Number(target.value)))}
      />
      <span className="text-right font-mono text-2xs tabular-nums">{zoom}%</span>
    </div>
  )
}

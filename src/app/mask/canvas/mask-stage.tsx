import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { keyActions, keysOf, type OwnKeys } from '../hand/key-actions.ts'
import { KeyHand } from '../hand/key-hand.ts'
import { shownKey } from '../hand/key-names.ts'
import { PointerHand } from '../hand/pointer-hand.ts'
import { listenToWheel } from '../hand/wheel.ts'
import { useMaskSettings } from '../tools/mask-settings.ts'
import { isCut, isRound } from '../tools/tools.ts'
import { type MaskDesk, useDesk } from './mask-desk.ts'

/** The accessible description of the canvas. */
function keysInWords(own: OwnKeys): string {
  const given = keyActions.map((action) => `${keysOf(action, own).map(shownKey).join(' or ')} ${action.name}`)
  return `Arrow keys move the cursor by one pixel, with Shift by ten. Space paints at the cursor; hold it and press the arrow keys to draw a line. For shapes, Space or Enter starts, Enter finishes, Escape cancels and Backspace removes the last corner. ${modifierName} Z undoes. ${given.join(', ')}.`
}

/** The same while a picture stands in place of the base. */
function stagedKeysInWords(own: OwnKeys): string {
  const views = keyActions.filter(({ command: { kind } }) => ['original', 'fit', 'actual', 'zoom'].includes(kind))
  const given = views.map((action) => `${keysOf(action, own).map(shownKey).join(' or ')} ${action.name}`)
  return `Left and right arrow keys show the other results, Enter accepts, Escape or Delete discards. ${given.join(', ')}.`
}

/** The same while a frame is chosen. */
const frameKeysInWords =
  'Arrow keys move the frame by one pixel, with Shift by ten. Tab goes to its edges, which arrow keys move. Enter applies, Escape cancels.'

const whole = 'absolute inset-0 size-full'

interface MaskStageProps {
  readonly desk: MaskDesk
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** Set while the canvas is to take the focus once it is there. */
  readonly focusWish?: RefObject<boolean> | undefined
  /** Laid over the canvas. */
  readonly children?: ReactNode
}

/** Three stacked canvases; the topmost takes pointers and focus. */
export function MaskStage({ desk, canvas, focusWish, children }: MaskStageProps) {
  useDesk(desk)
  const { keys: own } = useMaskSettings()
  const help = useId()
  const picture = useRef<HTMLCanvasElement>(null)
  const mask = useRef<HTMLCanvasElement>(null)
  // React attaches refs in order: the other two canvases are set by now.
  const attach = useCallback(
    (hud: HTMLCanvasElement | null) => {
      canvas.current = hud
      if (!hud || !picture.current || !mask.current) return undefined
      const gone = new AbortController()
      const detach = desk.attach({ picture: picture.current, mask: mask.current, hud })
      const pointer = new PointerHand(desk, hud)
      pointer.listen(gone.signal)
      new KeyHand(desk, pointer).listen(hud, gone.signal)
      listenToWheel(desk, hud, gone.signal)
      return () => {
        gone.abort()
        detach()
        canvas.current = null
      }
    },
    [desk, canvas],
  )
  useEffect(() => {
    if (!focusWish?.current) return
    focusWish.current = false
    canvas.current?.focus({ preventScroll: true })
  })
  const { staged, shows } = desk
  return (
    <div className="relative min-h-32 min-w-0 flex-1 overflow-hidden bg-sunken @3xl:bg-transparent">
      <div aria-hidden="true">
        <canvas ref={picture} className={whole} />
        <canvas ref={mask} className={`${whole} ${staged || shows === 'original' ? 'invisible' : ''}`} />
      </div>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an application takes its keys itself. */}
      <canvas
        ref={attach}
        role="application"
        aria-label={staged?.name ?? 'Mask'}
        aria-describedby={help}
        tabIndex={0}
        className={`${whole} -outline-offset-2 touch-none select-none ${cursorClass(desk)}`}
      />
      <p id={help} hidden>
        {staged ? stagedKeysInWords(own) : desk.cut.plan ? frameKeysInWords : keysInWords(own)}
      </p>
      <p role="status" className="sr-only">
        {desk.said}
      </p>
      {children}
    </div>
  )
}

function cursorClass({ hand, tool, staged }: MaskDesk): string {
  if (hand === 'moves') return 'cursor-grabbing'
  if (tool === 'hand' || staged) return 'cursor-grab'
  if (isCut(tool)) return 'cursor-move'
  return isRound(tool) ? 'cursor-none' : 'cursor-crosshair'
}

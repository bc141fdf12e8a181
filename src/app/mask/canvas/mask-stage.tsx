import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { usePageState } from '../../ui/page-state.ts'
import type { MaskDocument } from '../document/mask-document.ts'
import { KeyInput } from '../input/key-input.ts'
import { keyActions, keysOf, type OwnKeys, shownKey } from '../input/mask-keys.ts'
import { PointerInput } from '../input/pointer-input.ts'
import { listenToWheel } from '../input/wheel-input.ts'
import { useMaskSettings } from '../tools/mask-settings.ts'
import { isCut, isRound, type MaskTool } from '../tools/mask-tools.ts'
import type { MaskView } from './mask-view.ts'

function keysInWords(own: OwnKeys): string {
  const given = keyActions.map((action) => `${keysOf(action, own).map(shownKey).join(' or ')} ${action.name}`)
  return `Arrow keys move the cursor by one pixel, with Shift by ten. Space paints at the cursor; hold it and press the arrow keys to draw a line. For shapes, Space or Enter starts, Enter finishes, Escape cancels and Backspace removes the last corner. ${modifierName} Z undoes. ${given.join(', ')}.`
}

function stagedKeysInWords(own: OwnKeys): string {
  const views = keyActions.filter(({ command: { kind } }) => ['original', 'fit', 'actual', 'zoom'].includes(kind))
  const given = views.map((action) => `${keysOf(action, own).map(shownKey).join(' or ')} ${action.name}`)
  return `Left and right arrow keys show the other results, Enter accepts, Escape or Delete discards. ${given.join(', ')}.`
}

const frameKeysInWords =
  'Arrow keys move the frame by one pixel, with Shift by ten. Tab goes to its edges, which arrow keys move. Enter applies, Escape cancels.'

const whole = 'absolute inset-0 size-full'

interface MaskStageProps {
  readonly mask: MaskDocument
  readonly view: MaskView
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly focusRequest: RefObject<boolean>
  readonly children?: ReactNode
}

export function MaskStage({ mask, view, canvas, focusRequest, children }: MaskStageProps) {
  const { tool, frame, announcement } = usePageState(mask.state)
  const { staged, shows, drags } = usePageState(view.state)
  const { keys: own } = useMaskSettings()
  const help = useId()
  const picture = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  // React attaches refs in order: the other two canvases are set by now.
  const attach = useCallback(
    (hud: HTMLCanvasElement | null) => {
      canvas.current = hud
      if (!hud || !picture.current || !overlay.current) return undefined
      const gone = new AbortController()
      const detach = view.attach({ picture: picture.current, mask: overlay.current, hud })
      const pointer = new PointerInput(mask, view, hud)
      pointer.listen(gone.signal)
      new KeyInput(mask, view, pointer).listen(hud, gone.signal)
      listenToWheel(view, hud, gone.signal)
      return () => {
        gone.abort()
        detach()
        canvas.current = null
      }
    },
    [mask, view, canvas],
  )
  useEffect(() => {
    if (!focusRequest.current) return
    focusRequest.current = false
    canvas.current?.focus({ preventScroll: true })
  })
  return (
    <div className="relative min-h-32 min-w-0 flex-1 overflow-hidden bg-sunken @3xl:bg-transparent">
      <div aria-hidden="true">
        <canvas ref={picture} className={whole} />
        <canvas ref={overlay} className={`${whole} ${staged || shows === 'original' ? 'invisible' : ''}`} />
      </div>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an application takes its keys itself. */}
      <canvas
        ref={attach}
        role="application"
        aria-label={staged?.name ?? 'Mask'}
        aria-describedby={help}
        tabIndex={0}
        className={`${whole} -outline-offset-2 touch-none select-none ${cursorClass(staged ? 'staged' : tool, drags)}`}
      />
      <p id={help} hidden>
        {staged ? stagedKeysInWords(own) : frame ? frameKeysInWords : keysInWords(own)}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {children}
    </div>
  )
}

function cursorClass(tool: MaskTool | 'staged', drags: 'tool' | 'view'): string {
  if (drags === 'view') return 'cursor-grabbing'
  if (tool === 'hand' || tool === 'staged') return 'cursor-grab'
  if (isCut(tool)) return 'cursor-move'
  return isRound(tool) ? 'cursor-none' : 'cursor-crosshair'
}

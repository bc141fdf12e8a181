import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { MaskEditor, Rect } from '#media/mask/mask-editor.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { bitmapOf } from '../../view/media/read-picture.ts'
import { CutBar } from '../crop/cut-bar.tsx'
import { CutLayer } from '../crop/cut-layer.tsx'
import { type CutWorld, useCutting } from '../crop/use-cutting.ts'
import { undoKeyOf } from '../hand/key-hand.ts'
import { KeysDialog } from '../hand/keys-dialog.tsx'
import { ToolBar } from '../tools/tool-bar.tsx'
import { useMaskActions } from '../tools/use-mask-actions.ts'
import { ViewBar } from '../tools/view-bar.tsx'
import type { MaskTasks } from '../work/mask-tasks.ts'
import { MaskDesk, useDesk } from './mask-desk.ts'
import { MaskStage } from './mask-stage.tsx'
import type { Staged } from './staged.ts'
import type { StepHistory } from './step-history.ts'

/** A picture to stand in place of the base; the one before stays drawn until this one is decoded. */
export interface StagedPicture extends Omit<Staged, 'image'> {
  readonly blob: Blob | undefined
}

interface MaskCanvasProps {
  readonly base: TrayPicture
  /** Of the base's size. */
  readonly mask: MaskEditor
  readonly tasks: MaskTasks
  readonly cuts: CutWorld
  /** Steps before and after those of this mask. */
  readonly beyond?: StepHistory | undefined
  readonly staged?: StagedPicture | undefined
  /** The part of the base that is sent, which is outlined; left out for all of it. */
  readonly sent?: Rect | undefined
  /** Called when someone begins to paint, or goes to the tools. */
  readonly onWork?: () => void
  /** Set while the canvas is to take the focus once it is there. */
  readonly focusWish?: RefObject<boolean>
  /** In the place of the tools while a picture is staged; `focus` focuses the canvas. */
  readonly stagedBar?: (desk: MaskDesk, focus: () => void) => ReactNode
  /** Laid over the canvas. */
  readonly over?: (focus: () => void) => ReactNode
}

/** A picture and the mask over it, painted with mouse, pen, fingers or keys. Fills its container once the picture is decoded. */
export function MaskCanvas({ base, mask, staged, ...rest }: MaskCanvasProps) {
  const decoded = useBitmap(base.blob, 'keep')
  const [shown, setShown] = useState({ mask, base })
  // Another base: what was drawn stays until it is decoded, so that neither view nor focus is lost.
  const isBehind = decoded.status === 'decoding' && decoded.last !== undefined
  if (!isBehind && (shown.mask !== mask || shown.base !== base)) setShown({ mask, base })
  const candidate = useBitmap(staged?.blob, staged || isBehind ? 'keep' : 'drop')
  const over = candidate.status === 'ready' ? candidate.bitmap : candidate.last
  if (decoded.status === 'failed')
    return (
      <p className="grid flex-1 place-items-center p-6 text-warning">
        The image is too large to display. You can still send it, without a mask.
      </p>
    )
  const image = decoded.status === 'ready' ? decoded.bitmap : isBehind ? decoded.last : undefined
  if (!image) return <div aria-busy="true" className="min-h-40 flex-1 bg-sunken" />
  const { name, onWord = () => {} } = staged ?? (isBehind && over ? { name: shown.base.name } : {})
  return (
    // Room for both bars at touch size, and for a canvas of minimum height.
    <div style={{ minHeight: '18rem' }} className="flex min-w-0 flex-1 flex-col">
      <Editing
        {...rest}
        {...{ editor: shown.mask, base: shown.base, image }}
        staged={name === undefined ? undefined : { image: over, name, onWord }}
      />
    </div>
  )
}

interface EditingProps extends Omit<MaskCanvasProps, 'mask' | 'staged'> {
  readonly editor: MaskEditor
  readonly image: ImageBitmap
  readonly staged: Staged | undefined
}

function Editing({ base, editor, image, tasks, cuts, beyond, staged, ...rest }: EditingProps) {
  const { sent, onWork = () => {} } = rest
  const { focusWish, stagedBar, over } = rest
  const latest = useRef({ onWork, onWord: staged?.onWord })
  useLayoutEffect(() => {
    latest.current = { onWork, onWord: staged?.onWord }
  })
  const desk = useMemo(
    () => new MaskDesk({ editor, image, tasks, beyond, onPress: () => latest.current.onWork() }),
    [editor, image, tasks, beyond],
  )
  useDesk(desk)
  const canvas = useRef<HTMLCanvasElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const focus = useCallback(() => canvas.current?.focus({ preventScroll: true }), [])
  useMaskActions(desk, focus)
  const cutting = useCutting(desk, base, cuts)
  const { plan } = desk.cut
  useFrameFocus(plan !== undefined && !staged, desk, focus)
  const [picture, title] = [staged?.image, staged?.name]
  useLayoutEffect(() => {
    desk.stage(
      title === undefined
        ? undefined
        : { image: picture, name: title, onWord: (word) => latest.current.onWord?.(word) },
    )
    // The tools are inert now, and would drop the focus.
    if (title !== undefined && tools.current?.contains(document.activeElement)) focus()
  }, [desk, picture, title, focus])
  useLayoutEffect(() => {
    desk.sent = sent
    desk.screen.touch()
  }, [desk, sent])
  const onKeyDown = (event: KeyboardEvent) => {
    const past = undoKeyOf(event.nativeEvent)
    if (past && !isTextBox(event.target)) desk.do({ kind: past })
    else if (plan && event.key === 'Escape') desk.endCut()
    else if (plan && event.key === 'Enter' && isOfCanvas(event)) cutting.apply()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <section
        aria-label={`Mask of ${base.name}`}
        onKeyDown={onKeyDown}
        className="@container flex min-h-0 min-w-0 flex-1 flex-col"
      >
        <div className="relative shrink-0">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that someone went to the tools. */}
          <div ref={tools} inert={staged !== undefined} onFocus={onWork} className="inert:invisible">
            <ToolBar desk={desk} cuts={cuts} onPicked={focus} />
          </div>
          {staged && <div className="absolute inset-0">{stagedBar?.(desk, focus)}</div>}
        </div>
        <MaskStage desk={desk} canvas={canvas} focusWish={focusWish}>
          {!plan && over?.(focus)}
          {plan && !staged && (
            <>
              <CutLayer desk={desk} plan={plan} />
              <CutBar desk={desk} plan={plan} model={cuts} cutting={cutting} />
            </>
          )}
        </MaskStage>
        <ViewBar desk={desk} />
      </section>
      <KeysDialog desk={desk} />
    </>
  )
}

/** Gives the canvas the focus where a frame's handle or button had it and is removed. */
function useFrameFocus(hasFrame: boolean, desk: MaskDesk, focus: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another desk is another frame.
  useEffect(() => {
    if (!hasFrame) return undefined
    return () => {
      if (document.activeElement === document.body) focus()
    }
  }, [hasFrame, desk, focus])
}

/** Whether the canvas or a handle over it has the focus, and no button or field. */
const isOfCanvas = ({ target, ctrlKey, metaKey }: KeyboardEvent) =>
  target instanceof Element && target.matches('[role=application], [role=slider]') && !ctrlKey && !metaKey

/** Number inputs have the browser's own undo. */
const isTextBox = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'number'

type Decoded =
  | { readonly status: 'decoding'; readonly last: ImageBitmap | undefined }
  | { readonly status: 'ready'; readonly bitmap: ImageBitmap }
  | { readonly status: 'failed'; readonly last: undefined }

/**
 * A picture decoded upright. Until another is, the previous bitmap is still there, since it may be drawn; without a picture it is kept
 * or dropped.
 */
function useBitmap(blob: Blob | undefined, without: 'keep' | 'drop'): Decoded {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly bitmap: ImageBitmap | undefined }>()
  useEffect(() => {
    if (!blob) return
    let current = true
    void bitmapOf(blob).then(
      (bitmap) => (current ? setMade({ blob, bitmap }) : bitmap.close()),
      () => current && setMade({ blob, bitmap: undefined }),
    )
    return () => {
      current = false
    }
  }, [blob])
  useEffect(() => () => made?.bitmap?.close(), [made])
  if (!blob && without === 'drop' && made) setMade(undefined)
  if (!blob || made?.blob !== blob) return { status: 'decoding', last: made?.bitmap }
  return made.bitmap ? { status: 'ready', bitmap: made.bitmap } : { status: 'failed', last: undefined }
}

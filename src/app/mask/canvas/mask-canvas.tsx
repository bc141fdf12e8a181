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
import type { Rect } from '#media/mask/mask-editor.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { usePageState } from '../../ui/page-state.ts'
import { bitmapOf } from '../../view/media/read-picture.ts'
import { CutBar, type CutSetup, useCutting } from '../crop/cut-bar.tsx'
import { CutLayer } from '../crop/cut-layer.tsx'
import type { MaskDocument } from '../document/mask-document.ts'
import { undoKeyOf } from '../input/key-input.ts'
import { KeysDialog } from '../input/keys-dialog.tsx'
import { useMaskActions } from '../tools/mask-menu.tsx'
import { ToolBar } from '../tools/tool-bar.tsx'
import { ViewBar } from '../tools/view-bar.tsx'
import { MaskStage } from './mask-stage.tsx'
import { MaskView, type Staged } from './mask-view.ts'

/** A picture to stand in place of the base; the one before stays drawn until this one is decoded. */
export interface StagedPicture extends Omit<Staged, 'image'> {
  readonly blob: Blob | undefined
}

interface MaskCanvasProps {
  readonly base: TrayPicture
  readonly mask: MaskDocument
  readonly cuts: CutSetup
  readonly staged: StagedPicture | undefined
  readonly sent: Rect | undefined
  readonly onTools: () => void
  /** Set while the canvas is to take the focus once it is there. */
  readonly focusRequest: RefObject<boolean>
  readonly stagedBar: (view: MaskView, focus: () => void) => ReactNode
  readonly over: (focus: () => void) => ReactNode
}

/** A picture and the mask over it, painted with mouse, pen, fingers or keys. Fills its container once the picture is decoded. */
export function MaskCanvas({ base, mask, staged, ...rest }: MaskCanvasProps) {
  const decoded = useBitmap(base.blob, 'keep')
  const [shown, setShown] = useState({ mask, base })
  // Another base: what was drawn stays until it is decoded, so that neither view nor focus is lost.
  const isBehind = decoded.status === 'decoding' && decoded.last !== undefined
  if (!isBehind && (shown.mask !== mask || shown.base !== base)) setShown({ mask, base })
  const candidate = useBitmap(staged?.blob, staged || isBehind ? 'keep' : 'drop')
  const stagedImage = candidate.status === 'ready' ? candidate.bitmap : candidate.last
  if (decoded.status === 'failed')
    return (
      <p className="grid flex-1 place-items-center p-6 text-warning">
        The image is too large to display. You can still send it, without a mask.
      </p>
    )
  const image = decoded.status === 'ready' ? decoded.bitmap : isBehind ? decoded.last : undefined
  if (!image) return <div aria-busy="true" className="min-h-40 flex-1 bg-sunken" />
  const { name, onCommand = () => {} } = staged ?? (isBehind && stagedImage ? { name: shown.base.name } : {})
  return (
    // Room for both bars at touch size, and for a canvas of minimum height.
    <div style={{ minHeight: '18rem' }} className="flex min-w-0 flex-1 flex-col">
      <Editing
        {...{ ...rest, ...shown, image }}
        staged={name === undefined ? undefined : { image: stagedImage, name, onCommand }}
      />
    </div>
  )
}

interface EditingProps extends Omit<MaskCanvasProps, 'staged'> {
  readonly image: ImageBitmap
  readonly staged: Staged | undefined
}

function Editing({ base, mask, image, cuts, staged, sent, onTools, focusRequest, stagedBar, over }: EditingProps) {
  const view = useMemo(() => new MaskView(mask, image), [mask, image])
  const { frame } = usePageState(mask.state)
  const canvas = useRef<HTMLCanvasElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const focus = useCallback(() => canvas.current?.focus({ preventScroll: true }), [])
  useMaskActions(mask, view, focus)
  const cutting = useCutting(mask, base, cuts)
  useFrameFocus(frame !== undefined && !staged, view, focus)
  useStaged(view, staged, () => {
    // The tools are inert now, and would drop the focus.
    if (tools.current?.contains(document.activeElement)) focus()
  })
  useLayoutEffect(() => view.outline(sent), [view, sent])
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = undoKeyOf(event.nativeEvent)
    // Number inputs have the browser's own undo.
    const isNumber = event.target instanceof HTMLInputElement && event.target.type === 'number'
    if (direction && !isNumber) view.do({ kind: direction })
    else if (frame && event.key === 'Escape') mask.endFrame()
    else if (frame && event.key === 'Enter' && isOfCanvas(event)) cutting.apply()
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
          <div ref={tools} inert={staged !== undefined} onFocus={onTools} className="inert:invisible">
            <ToolBar mask={mask} view={view} cuts={cuts} onPicked={focus} />
          </div>
          {staged && <div className="absolute inset-0">{stagedBar(view, focus)}</div>}
        </div>
        <MaskStage mask={mask} view={view} canvas={canvas} focusRequest={focusRequest}>
          {!frame && over(focus)}
          {frame && !staged && (
            <>
              <CutLayer surface={view} plan={frame} />
              <CutBar mask={mask} view={view} plan={frame} model={cuts} cutting={cutting} />
            </>
          )}
        </MaskStage>
        <ViewBar mask={mask} view={view} />
      </section>
      <KeysDialog view={view} />
    </>
  )
}

function useStaged(view: MaskView, staged: Staged | undefined, onStage: () => void): void {
  const latest = useRef({ onCommand: staged?.onCommand, onStage })
  useLayoutEffect(() => {
    latest.current = { onCommand: staged?.onCommand, onStage }
  })
  const [image, name] = [staged?.image, staged?.name]
  useLayoutEffect(() => {
    view.stage(
      name === undefined ? undefined : { image, name, onCommand: (command) => latest.current.onCommand?.(command) },
    )
    if (name !== undefined) latest.current.onStage()
  }, [view, image, name])
}

function useFrameFocus(hasFrame: boolean, view: MaskView, focus: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another frame.
  useEffect(() => {
    if (!hasFrame) return undefined
    return () => {
      if (document.activeElement === document.body) focus()
    }
  }, [hasFrame, view, focus])
}

/** Whether the canvas or a handle over it has the focus, and no button or field. */
const isOfCanvas = ({ target, ctrlKey, metaKey }: KeyboardEvent) =>
  target instanceof Element && target.matches('[role=application], [role=slider]') && !ctrlKey && !metaKey

type Decoded =
  | { readonly status: 'decoding'; readonly last: ImageBitmap | undefined }
  | { readonly status: 'ready'; readonly bitmap: ImageBitmap }
  | { readonly status: 'failed'; readonly last: undefined }

/** A picture decoded upright. Until the next is decoded the last bitmap stays; without a picture it is kept or dropped. */
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

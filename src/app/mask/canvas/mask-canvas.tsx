import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { bitmapOf } from '../../view/media/read-picture.ts'
import { undoKeyOf } from '../hand/key-hand.ts'
import { KeysDialog } from '../hand/keys-dialog.tsx'
import { ToolBar } from '../tools/tool-bar.tsx'
import { ViewBar } from '../tools/view-bar.tsx'
import type { MaskTasks } from '../work/mask-tasks.ts'
import { MaskDesk } from './mask-desk.ts'
import { MaskStage } from './mask-stage.tsx'

interface MaskCanvasProps {
  readonly base: TrayPicture
  /** Of the base's size. */
  readonly mask: MaskEditor
  readonly tasks: MaskTasks
}

/** A picture and the mask over it, painted with mouse, pen, fingers or keys. Fills its container once the picture is decoded. */
export function MaskCanvas({ base, mask, tasks }: MaskCanvasProps) {
  const decoded = useBitmap(base.blob)
  switch (decoded.status) {
    case 'decoding':
      return <div aria-busy="true" className="min-h-40 flex-1 bg-sunken" />
    case 'failed':
      return (
        <p className="grid flex-1 place-items-center p-6 text-warning">
          The image is too large to display. You can still send it, without a mask.
        </p>
      )
    case 'ready':
      return (
        // Room for both bars at touch size, and for a canvas of minimum height.
        <div style={{ minHeight: '20rem' }} className="flex flex-1 flex-col">
          <Editing editor={mask} image={decoded.bitmap} name={base.name} tasks={tasks} />
        </div>
      )
  }
}

interface EditingProps {
  readonly editor: MaskEditor
  readonly image: ImageBitmap
  readonly name: string
  readonly tasks: MaskTasks
}

function Editing({ editor, image, name, tasks }: EditingProps) {
  const desk = useMemo(() => new MaskDesk({ editor, image, tasks }), [editor, image, tasks])
  const canvas = useRef<HTMLCanvasElement>(null)
  const focus = useCallback(() => canvas.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const past = undoKeyOf(event.nativeEvent)
    if (!past || isTextBox(event.target)) return
    event.preventDefault()
    desk.do({ kind: past })
  }
  return (
    <>
      <section
        aria-label={`Mask of ${name}`}
        onKeyDown={onKeyDown}
        className="@container flex min-h-0 min-w-0 flex-1 flex-col"
      >
        <ToolBar desk={desk} onPicked={focus} />
        <MaskStage desk={desk} canvas={canvas} />
        <ViewBar desk={desk} />
      </section>
      <KeysDialog desk={desk} />
    </>
  )
}

/** Number inputs have the browser's own undo. */
const isTextBox = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'number'

type Decoded =
  | { readonly status: 'decoding' }
  | { readonly status: 'ready'; readonly bitmap: ImageBitmap }
  | { readonly status: 'failed' }

/** A picture decoded upright, until another is. The previous bitmap is closed only then: it may still be drawn. */
function useBitmap(blob: Blob): Decoded {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly bitmap: ImageBitmap | undefined }>()
  useEffect(() => {
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
  if (made?.blob !== blob) return { status: 'decoding' }
  return made.bitmap ? { status: 'ready', bitmap: made.bitmap } : { status: 'failed' }
}

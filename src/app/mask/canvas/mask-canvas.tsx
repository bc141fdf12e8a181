import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import { historyOf } from '../hand/keys.ts'
import { KeysDialog } from '../hand/keys-dialog.tsx'
import { ToolBar } from '../tools/tool-bar.tsx'
import { ViewBar } from '../tools/view-bar.tsx'
import type { MaskTasks } from '../work/mask-tasks.ts'
import { MaskDesk } from './mask-desk.ts'
import { MaskStage } from './mask-stage.tsx'

export interface MaskCanvasProps {
  readonly editor: MaskEditor
  /** Upright, and as large as the mask. */
  readonly image: ImageBitmap
  /** Of the picture, for those who do not see it. */
  readonly name: string
  readonly tasks: MaskTasks
}

/** A picture and the mask over it, to be painted by hand, pen, fingers and keys. It fills the place it is given. */
export function MaskCanvas({ editor, image, name, tasks }: MaskCanvasProps) {
  const desk = useMemo(() => new MaskDesk({ editor, image, tasks }), [editor, image, tasks])
  const canvas = useRef<HTMLCanvasElement>(null)
  const focus = useCallback(() => canvas.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const past = historyOf(event.nativeEvent)
    if (!past || types(event.target)) return
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

/** In a text box undo belongs to what was typed. */
const types = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'number'

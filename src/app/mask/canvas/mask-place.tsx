import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Picture } from '../../files/picture.ts'
import type { MaskTasks } from '../work/mask-tasks.ts'
import { MaskCanvas } from './mask-canvas.tsx'
import { useBitmap } from './use-bitmap.ts'

interface MaskPlaceProps {
  readonly base: Picture
  readonly mask: MaskEditor
  readonly tasks: MaskTasks
}

/** The canvas, as soon as the picture is decoded. */
export function MaskPlace({ base, mask, tasks }: MaskPlaceProps) {
  const decoded = useBitmap(base.blob)
  switch (decoded.status) {
    case 'decoding':
      return <div aria-busy="true" className="min-h-40 flex-1 bg-sunken" />
    case 'failed':
      return (
        <p className="grid flex-1 place-items-center p-6 text-warning">
          The browser has no room to draw this image. It can be sent all the same, without a mask.
        </p>
      )
    case 'ready':
      return (
        // Its bars and the least of its canvas, as large as fingers need them.
        <div style={{ minHeight: '20rem' }} className="flex flex-1 flex-col">
          <MaskCanvas editor={mask} image={decoded.bitmap} name={base.name} tasks={tasks} />
        </div>
      )
  }
}

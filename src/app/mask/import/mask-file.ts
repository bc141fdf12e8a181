import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { MaskTasks } from '../work/mask-tasks.ts'

/** The mask as it is sent and saved: a PNG with real alpha, of the picture's own size; transparent is painted anew. */
export async function maskFile(mask: MaskEditor, tasks: MaskTasks): Promise<Blob> {
  return new Blob([await tasks.encode(mask, 'rgba')], { type: 'image/png' })
}

/** What the mask of a picture is called as a file. */
export const maskName = (picture: string): string => `${picture.replace(/\.[a-z\d]{2,5}$/i, '').slice(0, 80)}-mask.png`

/** Some providers take no larger masks (wire-facts §5.4). */
export const usualMaskLimit = 4 * 1024 * 1024

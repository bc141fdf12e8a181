import { useEffect, useState } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { MaskTasks } from '../worker/mask-tasks.ts'

/** The mask as it is sent and saved: a PNG with real alpha, of the picture's own size; transparent pixels are regenerated. */
export async function maskFile(mask: MaskEditor, tasks: MaskTasks): Promise<Blob> {
  return new Blob([await tasks.encode(mask)], { type: 'image/png' })
}

export const maskName = (picture: string): string => `${picture.replace(/\.[a-z\d]{2,5}$/i, '').slice(0, 80)}-mask.png`

/** Some providers take no larger masks (wire-facts §5.4). */
export const usualMaskLimit = 4 * 1024 * 1024

const quietMs = 900

/** Larger masks are written on demand only: encoding takes a second or more. */
const mostPixels = 9_000_000

/** The file that would be sent, encoded after a pause in painting; undefined until then, and if nothing is marked. */
export function useEncodedMask(mask: MaskEditor | undefined, tasks: MaskTasks): Blob | undefined {
  const [made, setMade] = useState<{ readonly mask: MaskEditor; readonly version: number; readonly file: Blob }>()
  useEffect(() => {
    if (!mask || mask.width * mask.height > mostPixels) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      if (mask.marked === 0) return setMade(undefined)
      const { version } = mask
      void maskFile(mask, tasks).then(
        (file) => version === mask.version && setMade({ mask, version, file }),
        () => {},
      )
    }
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(write, quietMs)
    }
    schedule()
    const unsubscribe = mask.subscribe(schedule)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [mask, tasks])
  return made && made.mask === mask && made.version === mask.version ? made.file : undefined
}

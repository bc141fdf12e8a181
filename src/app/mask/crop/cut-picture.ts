import type { Picture } from '../../files/picture.ts'
import { bitmapOf } from '../../view/media/upright.ts'
import type { Cut } from './cut.ts'

/** What a picture is laid on where the frame reaches over it. */
export type Ground = 'clear' | 'white' | 'black'

/** A frame of a picture as a PNG of its own. Where nothing is scaled every pixel stays what it was. Rejects where the browser has no room. */
export async function cutPicture({ blob, width, height }: Picture, { frame, to }: Cut, ground: Ground): Promise<Blob> {
  const bitmap = await bitmapOf(blob)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = to.width
    canvas.height = to.height
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('The browser has no room for this picture.')
    if (ground !== 'clear') {
      pen.fillStyle = ground
      pen.fillRect(0, 0, to.width, to.height)
    }
    const [across, down] = [to.width / frame.width, to.height / frame.height]
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, -frame.x * across, -frame.y * down, width * across, height * down)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The browser has no room for this picture.'))))
    })
  } finally {
    bitmap.close()
  }
}

/** What a cut of a picture is called. */
export function cutName({ name }: Picture, { width, height }: Cut['to']): string {
  const stem = name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/-\d+x\d+$/, '')
  return `${stem.slice(0, 80)}-${width}x${height}.png`
}

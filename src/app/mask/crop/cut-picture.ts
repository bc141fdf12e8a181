import type { TrayPicture } from '../../files/read-file.ts'
import { bitmapOf } from '../../view/media/read-picture.ts'
import type { Cut } from './cut.ts'
import type { Fill } from './cut-plan.ts'

/** A frame of a picture as a PNG. Without scaling every pixel stays as it is. Rejects where the canvas cannot be made. */
export async function cutPicture({ blob, width, height }: TrayPicture, { frame, to }: Cut, fill: Fill): Promise<Blob> {
  const bitmap = await bitmapOf(blob)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = to.width
    canvas.height = to.height
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('This image is too large for the browser.')
    if (fill === 'white' || fill === 'black') {
      pen.fillStyle = fill
      pen.fillRect(0, 0, to.width, to.height)
    }
    const [across, down] = [to.width / frame.width, to.height / frame.height]
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, -frame.x * across, -frame.y * down, width * across, height * down)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('This image is too large for the browser.'))))
    })
  } finally {
    bitmap.close()
  }
}

export function cutName({ name }: TrayPicture, { width, height }: Cut['to']): string {
  const stem = name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/-\d+x\d+$/, '')
  return `${stem.slice(0, 80)}-${width}x${height}.png`
}

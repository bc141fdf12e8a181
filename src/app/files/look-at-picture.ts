import { bitmapOf, pngOf } from '../view/media/read-picture.ts'
import type { PictureSight } from './read-file.ts'

const edge = 192

/** Decodes a picture as it is shown, upright, and draws it small. Rejects what the browser cannot draw. */
export async function lookAtPicture(blob: Blob): Promise<PictureSight> {
  const bitmap = await bitmapOf(blob)
  try {
    const { width, height } = bitmap
    const scale = Math.min(1, edge / Math.max(width, height))
    return { width, height, thumbnail: await drawn(bitmap, Math.ceil(width * scale), Math.ceil(height * scale)) }
  } finally {
    bitmap.close()
  }
}

/** The same picture as a PNG that needs no turning: every pixel as it is on the screen, without what else was in the file. */
export async function uprightCopy(blob: Blob): Promise<Blob> {
  const bitmap = await bitmapOf(blob)
  try {
    return await drawn(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

const drawn = (bitmap: ImageBitmap, width: number, height: number) =>
  pngOf(width, height, (pen) => pen.drawImage(bitmap, 0, 0, width, height))

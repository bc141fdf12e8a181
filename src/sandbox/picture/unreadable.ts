import { jpegFrameAt } from '#media/dimensions.ts'
import type { PictureFormat } from './order.ts'

/** How many colours a pixel of a JPEG has: 4 is CMYK. */
function jpegChannels(view: DataView): number {
  const at = jpegFrameAt(view)
  return at === undefined || at + 9 >= view.byteLength ? 0 : view.getUint8(at + 9)
}

/** Whether a JPEG has its end: inside the pixels no two bytes look like it. Decoders paint what is missing grey. */
function isWholeJpeg(bytes: Uint8Array, view: DataView): boolean {
  const start = jpegFrameAt(view)
  return start !== undefined && Buffer.from(bytes.buffer, bytes.byteOffset).lastIndexOf(Buffer.of(0xff, 0xd9)) > start
}

const isAnimatedWebp = (view: DataView) => view.getUint32(12) === 0x56503858 && (view.getUint8(20) & 0x02) !== 0

/** What the decoders do not read, or would read as less than it is, in a sentence; undefined where nothing speaks against a try. */
export function whyUnreadable(bytes: Uint8Array, format: PictureFormat): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'jpeg' && jpegChannels(view) === 4) return 'it has CMYK colours. Save it in RGB.'
  if (format === 'jpeg' && !isWholeJpeg(bytes, view)) return 'it is cut short.'
  if (format === 'webp' && isAnimatedWebp(view)) return 'it is animated. Send a still picture.'
  return undefined
}
